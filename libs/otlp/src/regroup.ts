import { encodeJson } from './encode-json.js';
import { RECORD_PATHS, type RecordPath, type RecordSignal } from './otlp-messages.js';
import { ProtobufCursor } from './protobuf-cursor.js';
import { eachMessage, type MessageRange } from './protobuf-fields.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { tagsOf } from './read-records.js';
import type { Encoding } from './read-traces.js';

export interface Regrouped {
  /** An OTLP protobuf request. */
  bytes: Buffer;
  recordCount: number;
}

/** Drops a record when `assign` answers it. */
export const DROPPED = -1;

/**
 * Splits a request by record: `assign` names the group of each, or `DROPPED`. Each group is a protobuf request with the
 * records' own resource, scope, schema urls and metric, in the order of the input.
 */
export function regroup(
  bytes: Uint8Array,
  encoding: Encoding,
  signal: RecordSignal,
  assign: (index: number) => number,
): Map<number, Regrouped> {
  const body = encoding === 'json' ? encodeJson(bytes, signal) : bytes;
  return new Regrouping(body, assign).run(RECORD_PATHS[signal]);
}

class Regrouping {
  private readonly cursor: ProtobufCursor;
  private readonly counts = new Map<number, number>();
  private index = 0;

  constructor(
    private readonly body: Uint8Array,
    private readonly assign: (index: number) => number,
  ) {
    this.cursor = new ProtobufCursor(body);
  }

  run(paths: readonly RecordPath[]): Map<number, Regrouped> {
    const requests = this.split({ from: 0, end: this.body.length }, paths);
    return new Map(
      [...requests].map(([group, writer]) => [group, { bytes: writer.finish(), recordCount: this.counts.get(group)! }]),
    );
  }

  /** The message once for each group that a record below it is in. */
  private split(range: MessageRange, paths: readonly RecordPath[]): Map<number, ProtobufWriter> {
    const writers = new Map<number, ProtobufWriter>();
    const shared: MessageRange[] = [];
    eachMessage(
      this.cursor,
      range,
      tagsOf(paths),
      (inner, which) => {
        const { number, next } = paths[which]!;
        if (next === undefined) return this.place(inner, number, writers);
        for (const [group, writer] of this.split(inner, next)) writerOf(writers, group).bytes(number, writer.finish());
      },
      (field) => shared.push(field),
    );
    for (const writer of writers.values())
      for (const part of shared) writer.raw(this.body.subarray(part.from, part.end));
    return writers;
  }

  private place(record: MessageRange, number: number, writers: Map<number, ProtobufWriter>): void {
    const group = this.assign(this.index++);
    if (group === DROPPED) return;
    this.counts.set(group, (this.counts.get(group) ?? 0) + 1);
    writerOf(writers, group).bytes(number, this.body.subarray(record.from, record.end));
  }
}

function writerOf(writers: Map<number, ProtobufWriter>, group: number): ProtobufWriter {
  let writer = writers.get(group);
  if (writer === undefined) writers.set(group, (writer = new ProtobufWriter()));
  return writer;
}
