/** OTLP/JSON trace requests as protobuf, complete: what regrouping writes when a client sent JSON. */
import {
  doubleAt,
  hexBytes,
  int64At,
  integerAt,
  listAt,
  objectAt,
  parseOtlpJson,
  textAt,
  uint64At,
  type JsonObject,
} from './json-text.js';
import { ProtobufWriter } from './protobuf-writer.js';

type FieldType = 'text' | 'hex' | 'enum' | 'uint32' | 'fixed32' | 'fixed64' | 'value' | 'message';

interface Field {
  number: number;
  type: FieldType;
  repeated?: boolean;
  message?: Message;
}

type Message = Readonly<Record<string, Field>>;

const text = (number: number): Field => ({ number, type: 'text' });
const hex = (number: number): Field => ({ number, type: 'hex' });
const uint32 = (number: number): Field => ({ number, type: 'uint32' });
const time = (number: number): Field => ({ number, type: 'fixed64' });
const one = (number: number, message: Message): Field => ({ number, type: 'message', message });
const many = (number: number, message: Message): Field => ({ number, type: 'message', message, repeated: true });

const KEY_VALUE: Message = { key: text(1), value: { number: 2, type: 'value' } };
const attributes = (number: number): Field => many(number, KEY_VALUE);
const EVENT: Message = {
  timeUnixNano: time(1),
  name: text(2),
  attributes: attributes(3),
  droppedAttributesCount: uint32(4),
};
const LINK: Message = {
  traceId: hex(1),
  spanId: hex(2),
  traceState: text(3),
  attributes: attributes(4),
  droppedAttributesCount: uint32(5),
  flags: { number: 6, type: 'fixed32' },
};
const STATUS: Message = { message: text(2), code: { number: 3, type: 'enum' } };
const SPAN: Message = {
  traceId: hex(1),
  spanId: hex(2),
  traceState: text(3),
  parentSpanId: hex(4),
  name: text(5),
  kind: { number: 6, type: 'enum' },
  startTimeUnixNano: time(7),
  endTimeUnixNano: time(8),
  attributes: attributes(9),
  droppedAttributesCount: uint32(10),
  events: many(11, EVENT),
  droppedEventsCount: uint32(12),
  links: many(13, LINK),
  droppedLinksCount: uint32(14),
  status: one(15, STATUS),
  flags: { number: 16, type: 'fixed32' },
};
const SCOPE: Message = {
  name: text(1),
  version: text(2),
  attributes: attributes(3),
  droppedAttributesCount: uint32(4),
};
const RESOURCE: Message = { attributes: attributes(1), droppedAttributesCount: uint32(2) };
const SCOPE_SPANS: Message = { scope: one(1, SCOPE), spans: many(2, SPAN), schemaUrl: text(3) };
const RESOURCE_SPANS: Message = { resource: one(1, RESOURCE), scopeSpans: many(2, SCOPE_SPANS), schemaUrl: text(3) };
const REQUEST: Message = { resourceSpans: many(1, RESOURCE_SPANS) };

export function encodeJsonTraces(bytes: Uint8Array): Buffer {
  return encodeMessage(objectAt(parseOtlpJson(bytes), 'the body') ?? {}, REQUEST, '').finish();
}

function encodeMessage(json: JsonObject, message: Message, path: string): ProtobufWriter {
  const writer = new ProtobufWriter();
  for (const [name, field] of Object.entries(message)) {
    const value = json[name];
    if (value !== undefined && value !== null)
      encodeField(writer, field, value, path === '' ? name : `${path}.${name}`);
  }
  return writer;
}

function encodeField(writer: ProtobufWriter, field: Field, value: unknown, path: string): void {
  const { number, type } = field;
  if (type === 'text') writer.text(number, textAt(value, path));
  else if (type === 'hex') writer.bytes(number, hexBytes(textAt(value, path)) ?? new Uint8Array());
  else if (type === 'enum' || type === 'uint32') writer.varint(number, integerAt(value, path));
  else if (type === 'fixed32') writer.fixed32(number, integerAt(value, path));
  else if (type === 'fixed64') writer.fixed64(number, uint64At(value, path));
  else if (type === 'value') writer.bytes(number, encodeValue(objectAt(value, path) ?? {}, path).finish());
  else if (field.repeated) {
    for (const [index, item] of listAt(value, path).entries()) {
      const itemPath = `${path}[${index}]`;
      writer.bytes(number, encodeMessage(objectAt(item, itemPath) ?? {}, field.message!, itemPath).finish());
    }
  } else writer.bytes(number, encodeMessage(objectAt(value, path) ?? {}, field.message!, path).finish());
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
      inner.bytes(1, encodeMessage(objectAt(item, path) ?? {}, KEY_VALUE, path).finish());
    }
    writer.bytes(6, inner.finish());
  } else if (typeof json.bytesValue === 'string') writer.bytes(7, Buffer.from(json.bytesValue, 'base64'));
  return writer;
}
