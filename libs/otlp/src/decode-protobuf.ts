/** Messages of the tables from protobuf. */
import { InternedTexts } from './interned-text.js';
import { addField, emptyMessage, MAX_VALUE_DEPTH, SPAN_ID_BYTES, TRACE_ID_BYTES, type Made } from './made-message.js';
import { OtlpError } from './otlp-error.js';
import type { Field, FieldType, MessageTable } from './otlp-messages.js';
import { exactInteger, ProtobufCursor, tagOf, WireType } from './protobuf-cursor.js';
import type { Fields, FieldValue } from './telemetry-rows.js';
import type { MessageRange } from './protobuf-fields.js';

const { Varint, Fixed64, Bytes, Fixed32 } = WireType;

const WIRE_TYPES: Readonly<Record<FieldType, number>> = {
  text: Bytes,
  traceId: Bytes,
  spanId: Bytes,
  value: Bytes,
  attributes: Bytes,
  doubles: Bytes,
  fixed64s: Bytes,
  uint64s: Bytes,
  message: Bytes,
  messages: Bytes,
  bool: Varint,
  enum: Varint,
  uint32: Varint,
  sint32: Varint,
  fixed32: Fixed32,
  fixed64: Fixed64,
  sfixed64: Fixed64,
  double: Fixed64,
};
/** Repeated numbers may stand one by one instead of packed. */
const UNPACKED: Partial<Record<FieldType, number>> = { doubles: Fixed64, fixed64s: Fixed64, uint64s: Varint };
const VALUE = {
  text: tagOf(1, Bytes),
  bool: tagOf(2, Varint),
  int: tagOf(3, Varint),
  double: tagOf(4, Fixed64),
  array: tagOf(5, Bytes),
  kvlist: tagOf(6, Bytes),
  bytes: tagOf(7, Bytes),
} as const;
const KEY = tagOf(1, Bytes);
const KEY_VALUE = tagOf(2, Bytes);
const ITEM = tagOf(1, Bytes);

interface NamedField extends Field {
  name: string;
}

const tagTables = new WeakMap<MessageTable, Map<number, NamedField>>();

function fieldsByTag(table: MessageTable): Map<number, NamedField> {
  let byTag = tagTables.get(table);
  if (byTag === undefined) {
    byTag = new Map();
    for (const [name, field] of Object.entries(table.fields)) {
      if (field.unread) continue;
      byTag.set(tagOf(field.number, WIRE_TYPES[field.type]), { name, ...field });
      const unpacked = UNPACKED[field.type];
      if (unpacked !== undefined) byTag.set(tagOf(field.number, unpacked), { name, ...field });
    }
    tagTables.set(table, byTag);
  }
  return byTag;
}

/**
 * Reads messages of one body. A strict decoder throws `OtlpError` at malformed bytes. The other one leaves out what it
 * cannot read: it is for requests that were accepted and counted, by a check that may not have looked so deep.
 */
export class ProtobufDecoder {
  private readonly texts: InternedTexts;
  private readonly buffer: Buffer;

  constructor(
    readonly cursor: ProtobufCursor,
    private readonly strict: boolean,
  ) {
    const { bytes } = cursor;
    this.texts = new InternedTexts(bytes);
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  read<T>(range: MessageRange, table: MessageTable<T>): T {
    const made = emptyMessage(table);
    this.cursor.at = range.from;
    this.readInto(made, table, range.end);
    return made as T;
  }

  /** Leaves the cursor at the end of the message, whatever stood in it. */
  private readInto(made: Made, table: MessageTable, end: number): void {
    const byTag = fieldsByTag(table);
    this.within(end, () => {
      const tag = this.cursor.tag(end);
      const field = byTag.get(tag);
      if (field === undefined) this.cursor.skip(tag & 7, end);
      else this.readField(made, field, tag & 7, end);
    });
  }

  private within(end: number, readNext: () => void): void {
    const { cursor } = this;
    try {
      while (cursor.at < end) readNext();
    } catch (error) {
      if (this.strict || !(error instanceof OtlpError)) throw error;
      cursor.at = end;
    }
  }

  private readField(made: Made, field: NamedField, wireType: number, end: number): void {
    const { cursor } = this;
    const { name, type } = field;
    if (type === 'text') made[name] = this.text(end);
    else if (type === 'traceId') made[name] = this.id(TRACE_ID_BYTES, end);
    else if (type === 'spanId') made[name] = this.id(SPAN_ID_BYTES, end);
    else if (type === 'bool') made[name] = cursor.varint(end) !== 0;
    else if (type === 'enum' || type === 'uint32') made[name] = cursor.varint(end) % 2 ** 32;
    else if (type === 'sint32') made[name] = zigzag(cursor.varint(end));
    else if (type === 'fixed32') made[name] = cursor.fixed32(end);
    else if (type === 'fixed64') made[name] = cursor.fixed64(end);
    else if (type === 'sfixed64') made[name] = cursor.sfixed64(end);
    else if (type === 'double') made[name] = cursor.double(end);
    else if (type === 'value') made[name] = this.value(cursor.enter(end), 0);
    else if (type === 'attributes') this.attribute(made[name] as Fields, cursor.enter(end), 0);
    else if (type === 'message') {
      // A message that occurs again adds to the first.
      made[name] ??= emptyMessage(field.message!);
      this.readInto(made[name] as Made, field.message!, cursor.enter(end));
    } else if (type === 'messages') {
      const item = emptyMessage(field.message!);
      this.readInto(item, field.message!, cursor.enter(end));
      (made[name] as Made[]).push(item);
    } else this.numbers(made[name] as FieldValue[], type, wireType, end);
  }

  private numbers(out: FieldValue[], type: FieldType, wireType: number, end: number): void {
    const { cursor } = this;
    const readOne = (limit: number) =>
      type === 'doubles'
        ? cursor.double(limit)
        : type === 'fixed64s'
          ? exactInteger(cursor.fixed64(limit))
          : cursor.uint64(limit);
    if (wireType !== Bytes) return void out.push(readOne(end));
    const listEnd = cursor.enter(end);
    while (cursor.at < listEnd) out.push(readOne(listEnd));
  }

  private text(end: number): string {
    const { cursor } = this;
    const textEnd = cursor.enter(end);
    const text = this.texts.text(cursor.at, textEnd);
    cursor.at = textEnd;
    return text;
  }

  /** Hex; empty when it has another length or is all zeros, which both mean none. */
  private id(length: number, end: number): string {
    const { cursor, buffer } = this;
    const idEnd = cursor.enter(end);
    const from = cursor.at;
    cursor.at = idEnd;
    if (idEnd - from !== length) return '';
    for (let at = from; at < idEnd; at++) if (buffer[at] !== 0) return buffer.toString('hex', from, idEnd);
    return '';
  }

  private attribute(fields: Fields, end: number, depth: number): void {
    const { cursor } = this;
    let key = '';
    let value: FieldValue = null;
    this.within(end, () => {
      const tag = cursor.tag(end);
      if (tag === KEY) key = this.text(end);
      else if (tag === KEY_VALUE) value = this.value(cursor.enter(end), depth);
      else cursor.skip(tag & 7, end);
    });
    addField(fields, key, value);
  }

  private value(end: number, depth: number): FieldValue {
    const { cursor } = this;
    let value: FieldValue = null;
    this.within(end, () => {
      const tag = cursor.tag(end);
      if (tag === VALUE.text) value = this.text(end);
      else if (tag === VALUE.bool) value = cursor.varint(end) !== 0;
      else if (tag === VALUE.int) value = cursor.exactInt64(end);
      else if (tag === VALUE.double) value = cursor.double(end);
      else if (tag === VALUE.array) value = this.array(cursor.enter(end), depth + 1);
      else if (tag === VALUE.kvlist) value = this.map(cursor.enter(end), depth + 1);
      else if (tag === VALUE.bytes) {
        const bytesEnd = cursor.enter(end);
        value = this.buffer.toString('base64', cursor.at, bytesEnd);
        cursor.at = bytesEnd;
      } else cursor.skip(tag & 7, end);
    });
    return value;
  }

  private array(end: number, depth: number): FieldValue {
    const { cursor } = this;
    if (depth > MAX_VALUE_DEPTH) return this.tooDeep(end);
    const items: FieldValue[] = [];
    this.within(end, () => {
      const tag = cursor.tag(end);
      if (tag === ITEM) items.push(this.value(cursor.enter(end), depth));
      else cursor.skip(tag & 7, end);
    });
    return items;
  }

  private map(end: number, depth: number): FieldValue {
    const { cursor } = this;
    if (depth > MAX_VALUE_DEPTH) return this.tooDeep(end);
    const fields: Fields = {};
    this.within(end, () => {
      const tag = cursor.tag(end);
      if (tag === ITEM) this.attribute(fields, cursor.enter(end), depth);
      else cursor.skip(tag & 7, end);
    });
    return fields;
  }

  private tooDeep(end: number): FieldValue {
    this.cursor.at = end;
    return null;
  }
}

const zigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
