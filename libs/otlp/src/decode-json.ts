/** Messages of the tables from OTLP/JSON: lowerCamelCase members, hex ids, unknown members ignored. */
import {
  doubleAt,
  hexBytes,
  int64At,
  integerAt,
  listAt,
  objectAt,
  signedAt,
  textAt,
  uint64At,
  type JsonObject,
} from './json-text.js';
import { exactInteger } from './protobuf-cursor.js';
import { addField, emptyMessage, MAX_VALUE_DEPTH, SPAN_ID_BYTES, TRACE_ID_BYTES } from './made-message.js';
import { malformed, OtlpError } from './otlp-error.js';
import type { Field, MessageTable } from './otlp-messages.js';
import type { Fields, FieldValue } from './telemetry-rows.js';

type Attempt = <T>(read: () => T, fallback: T) => T;
const whole: Attempt = (read) => read();
const asFarAsPossible: Attempt = (read, fallback) => {
  try {
    return read();
  } catch (error) {
    if (error instanceof OtlpError) return fallback;
    throw error;
  }
};

/** Strict or not: as `ProtobufDecoder`. */
export class JsonDecoder {
  private readonly attempt: Attempt;

  constructor(strict: boolean) {
    this.attempt = strict ? whole : asFarAsPossible;
  }

  read<T>(json: JsonObject, table: MessageTable<T>, path: string): T {
    const made = emptyMessage(table);
    for (const [name, field] of Object.entries(table.fields)) {
      const value = json[name];
      if (field.unread || value === undefined || value === null) continue;
      made[name] = this.attempt(() => this.member(field, value, `${path}.${name}`), made[name]);
    }
    return made as T;
  }

  private member(field: Field, value: unknown, path: string): unknown {
    switch (field.type) {
      case 'text':
        return textAt(value, path);
      case 'traceId':
        return idAt(value, TRACE_ID_BYTES, path);
      case 'spanId':
        return idAt(value, SPAN_ID_BYTES, path);
      case 'bool':
        return booleanAt(value, path);
      case 'enum':
      case 'uint32':
      case 'fixed32':
        return integerAt(value, path);
      case 'sint32':
        return signedAt(value, path);
      case 'fixed64':
        return uint64At(value, path);
      case 'sfixed64':
        return exactInteger(int64At(value, path));
      case 'double':
        return doubleAt(value, path);
      case 'doubles':
        return listAt(value, path).map((item) => doubleAt(item, path));
      case 'fixed64s':
      case 'uint64s':
        return listAt(value, path).map((item) => exactInteger(uint64At(item, path)));
      case 'value':
        return this.value(value, path, 0);
      case 'attributes':
        return this.attributes(value, path, 0);
      case 'message':
        return this.read(objectAt(value, path) ?? {}, field.message!, path);
      case 'messages':
        return listAt(value, path).map((item) => this.read(objectAt(item, path) ?? {}, field.message!, path));
    }
  }

  private attributes(list: unknown, path: string, depth: number): Fields {
    const fields: Fields = {};
    for (const item of listAt(list, path)) {
      this.attempt(() => {
        const attribute = objectAt(item, path) ?? {};
        addField(fields, textAt(attribute.key, `${path}.key`), this.value(attribute.value, `${path}.value`, depth));
      }, undefined);
    }
    return fields;
  }

  private value(json: unknown, path: string, depth: number): FieldValue {
    return this.attempt(() => this.strictValue(objectAt(json, path) ?? {}, path, depth), null);
  }

  private strictValue(json: JsonObject, path: string, depth: number): FieldValue {
    if (present(json.stringValue)) return textAt(json.stringValue, `${path}.stringValue`);
    if (present(json.boolValue)) return booleanAt(json.boolValue, `${path}.boolValue`);
    if (present(json.intValue)) return exactInteger(int64At(json.intValue, `${path}.intValue`));
    if (present(json.doubleValue)) return doubleAt(json.doubleValue, `${path}.doubleValue`);
    if (present(json.bytesValue)) return base64At(json.bytesValue, `${path}.bytesValue`);
    const inner = json.arrayValue ?? json.kvlistValue;
    if (!present(inner) || depth >= MAX_VALUE_DEPTH) return null;
    const values = objectAt(inner, path)?.values;
    if (!present(json.arrayValue)) return this.attributes(values, `${path}.values`, depth + 1);
    return listAt(values, `${path}.values`).map((item) => this.value(item, `${path}.values`, depth + 1));
  }
}

const present = (value: unknown): boolean => value !== undefined && value !== null;

function booleanAt(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw malformed(`${path} must be true or false`);
  return value;
}

function idAt(value: unknown, length: number, path: string): string {
  const bytes = hexBytes(textAt(value, path));
  return bytes?.length === length && bytes.some((byte) => byte !== 0) ? bytes.toString('hex') : '';
}

/** In the one form of base64 that protobuf's bytes get as well. */
const base64At = (value: unknown, path: string): string =>
  Buffer.from(textAt(value, path), 'base64').toString('base64');
