/** Walks a request along its paths: every reader meets the same records in the same order. */
import { JsonDecoder } from './decode-json.js';
import { ProtobufDecoder } from './decode-protobuf.js';
import { listAt, objectAt, parseOtlpJson, type JsonObject } from './json-text.js';
import { malformed } from './otlp-error.js';
import { RECORD_PATHS, type RecordPath, type RecordSignal } from './otlp-messages.js';
import { ProtobufCursor, tagOf, WireType } from './protobuf-cursor.js';
import { eachMessage, type MessageRange } from './protobuf-fields.js';
import type { Encoding } from './read-traces.js';
import { messageTime, protobufTime } from './record-times.js';

/** Messages on the way to a record, the record last, with the names of their members. */
export interface Step {
  name: string;
  message: unknown;
}

export type VisitRecord = (steps: readonly Step[]) => void;

/** Throws `OtlpError` where the walk itself is broken; of what stands inside of records only a strict one does. */
export function readRecords(
  bytes: Uint8Array,
  encoding: Encoding,
  signal: RecordSignal,
  strict: boolean,
  visit: VisitRecord,
): void {
  const paths = RECORD_PATHS[signal];
  if (encoding === 'protobuf') {
    const decoder = new ProtobufDecoder(new ProtobufCursor(bytes), strict);
    return walkProtobuf(decoder, { from: 0, end: bytes.length }, paths, [], visit);
  }
  const request = objectAt(parseOtlpJson(bytes), 'the body');
  if (request === undefined) throw malformed('the body must be an object');
  walkJson(new JsonDecoder(strict), request, paths, '', [], visit);
}

/** As many as `readRecords` visits when it is not strict, without making them; `hear` gets the time of each. */
export function countRequestRecords(
  bytes: Uint8Array,
  encoding: Encoding,
  signal: RecordSignal,
  hear?: (micros: number | undefined) => void,
): number {
  let count = 0;
  if (encoding === 'json') {
    readRecords(bytes, encoding, signal, false, (steps) => {
      count++;
      hear?.(messageTime(steps.at(-1)!.message));
    });
    return count;
  }
  const cursor = new ProtobufCursor(bytes);
  countProtobuf(cursor, { from: 0, end: bytes.length }, RECORD_PATHS[signal], (record) => {
    count++;
    hear?.(protobufTime(cursor, record, signal));
  });
  return count;
}

function countProtobuf(
  cursor: ProtobufCursor,
  range: MessageRange,
  paths: readonly RecordPath[],
  visit: (record: MessageRange) => void,
): void {
  eachMessage(cursor, range, tagsOf(paths), (inner, which) => {
    const { next } = paths[which]!;
    if (next === undefined) visit(inner);
    else countProtobuf(cursor, inner, next, visit);
  });
}

const pathTags = new WeakMap<readonly RecordPath[], number[]>();

export function tagsOf(paths: readonly RecordPath[]): number[] {
  let tags = pathTags.get(paths);
  if (tags === undefined) pathTags.set(paths, (tags = paths.map(({ number }) => tagOf(number, WireType.Bytes))));
  return tags;
}

function walkProtobuf(
  decoder: ProtobufDecoder,
  range: MessageRange,
  paths: readonly RecordPath[],
  steps: Step[],
  visit: VisitRecord,
): void {
  eachMessage(decoder.cursor, range, tagsOf(paths), (inner, which) => {
    const { name, message, next } = paths[which]!;
    steps.push({ name, message: decoder.read(inner, message) });
    if (next === undefined) visit(steps);
    else walkProtobuf(decoder, inner, next, steps, visit);
    steps.pop();
  });
}

function walkJson(
  decoder: JsonDecoder,
  json: JsonObject,
  paths: readonly RecordPath[],
  path: string,
  steps: Step[],
  visit: VisitRecord,
): void {
  for (const { name, message, single, next } of paths) {
    const value = json[name];
    const items = single ? (value === undefined || value === null ? [] : [value]) : listAt(value, `${path}${name}`);
    for (const [index, item] of items.entries()) {
      const itemPath = single ? `${path}${name}` : `${path}${name}[${index}]`;
      const inner = objectAt(item, itemPath) ?? {};
      steps.push({ name, message: decoder.read(inner, message, itemPath) });
      if (next === undefined) visit(steps);
      else walkJson(decoder, inner, next, `${itemPath}.`, steps, visit);
      steps.pop();
    }
  }
}
