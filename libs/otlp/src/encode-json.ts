/** OTLP/JSON requests as protobuf, complete: what regrouping writes when a client sent JSON. */
import {
  doubleAt,
  hexBytes,
  int64At,
  integerAt,
  listAt,
  objectAt,
  parseOtlpJson,
  signedAt,
  textAt,
  uint64At,
  type JsonObject,
} from './json-text.js';
import { RECORD_PATHS, type Field, type MessageTable, type RecordPath, type RecordSignal } from './otlp-messages.js';
import { ProtobufWriter } from './protobuf-writer.js';

export function encodeJson(bytes: Uint8Array, signal: RecordSignal): Buffer {
  const writer = new ProtobufWriter();
  encodePaths(writer, objectAt(parseOtlpJson(bytes), 'the body') ?? {}, RECORD_PATHS[signal], '');
  return writer.finish();
}

function encodePaths(writer: ProtobufWriter, json: JsonObject, paths: readonly RecordPath[], path: string): void {
  for (const { name, number, message, single, next } of paths) {
    const value = json[name];
    if (value === undefined || value === null) continue;
    for (const [index, item] of (single ? [value] : listAt(value, `${path}${name}`)).entries()) {
      const itemPath = single ? `${path}${name}` : `${path}${name}[${index}]`;
      const inner = objectAt(item, itemPath) ?? {};
      const part = encodeMessage(inner, message, itemPath);
      if (next !== undefined) encodePaths(part, inner, next, `${itemPath}.`);
      writer.bytes(number, part.finish());
    }
  }
}

function encodeMessage(json: JsonObject, { fields }: MessageTable, path: string): ProtobufWriter {
  const writer = new ProtobufWriter();
  for (const [name, field] of Object.entries(fields)) {
    const value = json[name];
    if (value !== undefined && value !== null) encodeField(writer, field, value, `${path}.${name}`);
  }
  return writer;
}

function encodeField(writer: ProtobufWriter, { number, type, message }: Field, value: unknown, path: string): void {
  switch (type) {
    case 'text':
      return void writer.text(number, textAt(value, path));
    case 'traceId':
    case 'spanId':
      return void writer.bytes(number, hexBytes(textAt(value, path)) ?? new Uint8Array());
    case 'bool':
      return void writer.varint(number, value === true ? 1 : 0);
    case 'enum':
    case 'uint32':
      return void writer.varint(number, integerAt(value, path));
    case 'sint32': {
      const signed = signedAt(value, path);
      return void writer.varint(number, signed < 0 ? -2 * signed - 1 : 2 * signed);
    }
    case 'fixed32':
      return void writer.fixed32(number, integerAt(value, path));
    case 'fixed64':
      return void writer.fixed64(number, uint64At(value, path));
    case 'sfixed64':
      return void writer.fixed64(number, BigInt.asUintN(64, int64At(value, path)));
    case 'double':
      return void writer.double(number, doubleAt(value, path));
    case 'doubles':
      for (const item of listAt(value, path)) writer.double(number, doubleAt(item, path));
      return;
    case 'fixed64s':
      for (const item of listAt(value, path)) writer.fixed64(number, uint64At(item, path));
      return;
    case 'uint64s':
      for (const item of listAt(value, path)) writer.varint(number, uint64At(item, path));
      return;
    case 'value':
      return void writer.bytes(number, encodeValue(objectAt(value, path) ?? {}, path).finish());
    case 'attributes':
      for (const item of listAt(value, path)) writer.bytes(number, encodeAttribute(item, path));
      return;
    case 'message':
      return void writer.bytes(number, encodeMessage(objectAt(value, path) ?? {}, message!, path).finish());
    case 'messages':
      for (const [index, item] of listAt(value, path).entries()) {
        const itemPath = `${path}[${index}]`;
        writer.bytes(number, encodeMessage(objectAt(item, itemPath) ?? {}, message!, itemPath).finish());
      }
  }
}

function encodeAttribute(item: unknown, path: string): Buffer {
  const { key, value } = objectAt(item, path) ?? {};
  const writer = new ProtobufWriter().text(1, textAt(key, `${path}.key`));
  if (value !== undefined && value !== null)
    writer.bytes(2, encodeValue(objectAt(value, `${path}.value`) ?? {}, `${path}.value`).finish());
  return writer.finish();
}

/** `AnyValue`; the depth of the JSON text is bounded, so is this recursion. */
function encodeValue(json: JsonObject, path: string): ProtobufWriter {
  const writer = new ProtobufWriter();
  if (typeof json.stringValue === 'string') writer.bytes(1, Buffer.from(json.stringValue));
  else if (typeof json.boolValue === 'boolean') writer.varint(2, json.boolValue ? 1 : 0);
  else if (json.intValue !== undefined && json.intValue !== null)
    writer.varint(3, int64At(json.intValue, `${path}.intValue`));
  else if (json.doubleValue !== undefined && json.doubleValue !== null) {
    writer.double(4, doubleAt(json.doubleValue, `${path}.doubleValue`));
  } else if (json.arrayValue) {
    const inner = new ProtobufWriter();
    for (const item of listAt(objectAt(json.arrayValue, path)?.values, `${path}.arrayValue.values`)) {
      inner.bytes(1, encodeValue(objectAt(item, path) ?? {}, path).finish());
    }
    writer.bytes(5, inner.finish());
  } else if (json.kvlistValue) {
    const inner = new ProtobufWriter();
    for (const item of listAt(objectAt(json.kvlistValue, path)?.values, `${path}.kvlistValue.values`)) {
      inner.bytes(1, encodeAttribute(item, path));
    }
    writer.bytes(6, inner.finish());
  } else if (typeof json.bytesValue === 'string') writer.bytes(7, Buffer.from(json.bytesValue, 'base64'));
  return writer;
}
