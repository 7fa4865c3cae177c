/**
 * What a request may become, whatever it weighs (INTAKE-9): counted in its bytes, before anything is made of a record. An empty
 * record has two bytes, and a body of 80 KB inflates to millions of them.
 */
import { encodeJson } from './encode-json.js';
import { checkJsonDepth } from './json-text.js';
import { MAX_VALUE_DEPTH } from './made-message.js';
import { OtlpError } from './otlp-error.js';
import { RECORD_PATHS, type Field, type RecordPath, type RecordSignal } from './otlp-messages.js';
import { WireType } from './protobuf-cursor.js';
import type { Encoding } from './read-traces.js';

/**
 * Of one request. Everything that real senders put into the largest body (64 MiB decoded) stays below: a span, log record or
 * data point of theirs has 130 bytes and more, an attribute 17, a field 5. A batch of a collector has some ten thousand records.
 */
export interface RequestLimits {
  /** Spans, log records, data points and samples. */
  records: number;
  /** Resources, scopes, metrics, and series of remote write. */
  groups: number;
  /** Those of spans, links and exemplars among them. */
  events: number;
  /** Also items of values that are lists or maps, and labels. */
  attributes: number;
  /** Counts of histograms, their bounds, and quantiles. */
  buckets: number;
  /**
   * What records share (resource, scope, metric, labels of a series), once for each of them: every stored record has it, so a
   * resource of a megabyte before a thousand records is a gigabyte.
   */
  sharedBytes: number;
  /** Of protobuf on every level, also those that no reader knows; in JSON objects, arrays and their members. */
  fields: number;
}

const WORDS: Readonly<Record<keyof RequestLimits, string>> = {
  records: 'records',
  groups: 'resources, scopes and metrics',
  events: 'events, links and exemplars',
  attributes: 'attributes',
  buckets: 'buckets',
  sharedBytes: 'bytes that records share, once for each of them',
  fields: 'fields',
};

export const DEFAULT_RECORDS = 500_000;

/** Everything else follows from the number of records. */
export const requestLimits = (records = DEFAULT_RECORDS): RequestLimits => ({
  records,
  groups: 2 * records,
  events: 2 * records,
  attributes: 8 * records,
  buckets: 20 * records,
  sharedBytes: 512 * records,
  fields: 32 * records,
});

export const tooMany = (what: keyof RequestLimits, limits: RequestLimits): OtlpError =>
  new OtlpError('payload_too_large', `The request holds more than ${limits[what]} ${WORDS[what]}.`);

/**
 * Throws `OtlpError` for more than the limits; returns the number of fields, which is what reading the request costs. What is
 * malformed is not checked here: it ends the message that it stands in.
 */
export function countRequest(
  bytes: Uint8Array,
  encoding: Encoding,
  signal: RecordSignal,
  limits: RequestLimits,
): number {
  if (encoding === 'json') return countJson(bytes, limits);
  return new Counting(bytes, limits).run(REQUESTS[signal]);
}

/** `prometheus.WriteRequest`. */
export const countRemoteWrite = (bytes: Uint8Array, limits: RequestLimits): number =>
  new Counting(bytes, limits).run(WRITE_REQUEST);

/** `logproto.PushRequest` of Loki. */
export const countLokiPush = (bytes: Uint8Array, limits: RequestLimits): number =>
  new Counting(bytes, limits).run(LOKI_PUSH);

/**
 * Of JSON what records share is counted once it is known how many there are, and only where it may be too much: as the protobuf
 * that it would be.
 */
export function countShared(
  bytes: Uint8Array,
  encoding: Encoding,
  signal: RecordSignal,
  records: number,
  limits: RequestLimits,
): void {
  if (encoding !== 'json' || bytes.length * records <= limits.sharedBytes) return;
  countRequest(encodeJson(bytes, signal), 'protobuf', signal, limits);
}

/** Objects and arrays have a limit of their own, before they are made; records are counted as they are read. */
export function countJson(bytes: Uint8Array, limits: RequestLimits): number {
  const members = checkJsonDepth(bytes);
  if (members > limits.fields) throw tooMany('fields', limits);
  return members;
}

interface Part {
  counts?: Exclude<keyof RequestLimits, 'fields' | 'sharedBytes'>;
  /** A packed list: its numbers are counted. */
  packed?: 'fixed64' | 'varint';
  inner?: Message;
}

/** By number of the field; what no reader knows is stepped over, and never stored. */
type Message = (Part | undefined)[];

const VALUE: Message = [];
const ATTRIBUTE: Message = [undefined, undefined, { inner: VALUE }];
VALUE[5] = { inner: [undefined, { counts: 'attributes', inner: VALUE }] };
VALUE[6] = { inner: [undefined, { counts: 'attributes', inner: ATTRIBUTE }] };

/** Nothing in it is counted but its bytes. */
const PLAIN: Part = {};

/** Lists of messages inside of records that are not events of some sort. */
const BUCKET_LISTS = new Set(['quantileValues']);

function partOf(name: string, { type, message }: Field): Part {
  if (type === 'attributes') return { counts: 'attributes', inner: ATTRIBUTE };
  if (type === 'value') return { inner: VALUE };
  if (type === 'doubles' || type === 'fixed64s') return { counts: 'buckets', packed: 'fixed64' };
  if (type === 'uint64s') return { counts: 'buckets', packed: 'varint' };
  if (type === 'messages')
    return { counts: BUCKET_LISTS.has(name) ? 'buckets' : 'events', inner: messageOf(message!.fields) };
  return type === 'message' ? { inner: messageOf(message!.fields) } : PLAIN;
}

function messageOf(fields: Readonly<Record<string, Field>>): Message {
  const made: Message = [];
  for (const [name, field] of Object.entries(fields)) made[field.number] = partOf(name, field);
  return made;
}

function requestOf(paths: readonly RecordPath[]): Message {
  const made: Message = [];
  for (const { number, message, single, next } of paths) {
    const inner = messageOf(message.fields);
    if (next !== undefined) requestOf(next).forEach((part, at) => (inner[at] = part));
    made[number] = { ...(!single && { counts: next === undefined ? 'records' : 'groups' }), inner };
  }
  return made;
}

const REQUESTS: Readonly<Record<RecordSignal, Message>> = {
  traces: requestOf(RECORD_PATHS.traces),
  logs: requestOf(RECORD_PATHS.logs),
  metrics: requestOf(RECORD_PATHS.metrics),
};
const [SERIES, LABELS, SAMPLES, EXEMPLARS, HISTOGRAMS] = [1, 1, 2, 3, 4];
const WRITE_REQUEST: Message = [];
const SERIES_MESSAGE: Message = [];
SERIES_MESSAGE[LABELS] = { counts: 'attributes', inner: [] };
SERIES_MESSAGE[SAMPLES] = { counts: 'records', inner: [] };
SERIES_MESSAGE[EXEMPLARS] = { counts: 'events' };
SERIES_MESSAGE[HISTOGRAMS] = { counts: 'records' };
WRITE_REQUEST[SERIES] = { counts: 'groups', inner: SERIES_MESSAGE };
const LOKI_ENTRY: Message = [undefined, PLAIN, PLAIN, { counts: 'attributes' }, { counts: 'attributes' }];
const LOKI_STREAM: Message = [undefined, PLAIN, { counts: 'records', inner: LOKI_ENTRY }];
const LOKI_PUSH: Message = [undefined, { counts: 'groups', inner: LOKI_STREAM }];

/** Each level of a value is three messages at most; readers step over what is deeper than theirs. */
const MAX_DEPTH = 16 + 3 * MAX_VALUE_DEPTH;

/** Makes nothing: numbers alone are kept of what it walks over. */
class Counting {
  private at = 0;
  private readonly left: RequestLimits;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limits: RequestLimits,
  ) {
    this.left = { ...limits };
  }

  run(request: Message): number {
    this.walk(this.bytes.length, request, 0);
    return this.limits.fields - this.left.fields;
  }

  private walk(end: number, message: Message, depth: number): void {
    const { records } = this.left;
    let sharedBytes = 0;
    while (this.at < end) {
      const from = this.at;
      const before = this.left.records;
      this.take('fields', 1);
      const tag = this.varint(end);
      const part = message[Math.floor(tag / 8)];
      const wireType = tag % 8;
      if (wireType === WireType.Bytes) this.enter(end, part, depth);
      else if (tag < 8) this.at = end;
      else {
        // One number of a list that is not packed.
        if (part?.packed !== undefined) this.take(part.counts!, 1);
        if (wireType === WireType.Varint) this.varint(end);
        else if (wireType === WireType.Fixed64) this.at += 8;
        else if (wireType === WireType.Fixed32) this.at += 4;
        else this.at = end;
      }
      if (part !== undefined && this.left.records === before) sharedBytes += this.at - from;
    }
    this.at = end;
    if (this.left.records < records) this.take('sharedBytes', sharedBytes * (records - this.left.records));
  }

  private enter(end: number, part: Part | undefined, depth: number): void {
    const length = this.varint(end);
    if (!(length <= end - this.at)) {
      this.at = end;
      return;
    }
    const innerEnd = this.at + length;
    if (part?.packed !== undefined) this.take(part.counts!, this.numbers(innerEnd, part.packed));
    else if (part?.counts !== undefined) this.take(part.counts, 1);
    if (part?.inner !== undefined && depth < MAX_DEPTH) this.walk(innerEnd, part.inner, depth + 1);
    this.at = innerEnd;
  }

  private numbers(end: number, packed: 'fixed64' | 'varint'): number {
    if (packed === 'fixed64') return Math.floor((end - this.at) / 8);
    let count = 0;
    for (let at = this.at; at < end; at++) if (this.bytes[at]! < 128) count++;
    return count;
  }

  private take(what: keyof RequestLimits, count: number): void {
    this.left[what] -= count;
    if (this.left[what] < 0) throw tooMany(what, this.limits);
  }

  /** NaN where it is cut off; then the rest of the message is none. */
  private varint(end: number): number {
    const { bytes } = this;
    if (this.at < end && bytes[this.at]! < 128) return bytes[this.at++]!;
    let value = 0;
    let unit = 1;
    for (let count = 0; count < 10 && this.at < end; count++) {
      const byte = bytes[this.at++];
      value += (byte! & 0x7f) * unit;
      if (byte! < 128) return value;
      unit *= 128;
    }
    this.at = end;
    return Number.NaN;
  }
}
