import type { SpanRecord } from '@spanwise/span-model/span';
import { encodeJsonTraces } from './encode-json-traces.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { ProtobufTraceReader, TRACE_TAG, type MessageRange } from './read-traces-protobuf.js';
import type { Encoding } from './read-traces.js';

export interface RegroupedTraces {
  /** An OTLP protobuf request. */
  bytes: Buffer;
  spanCount: number;
}

/** Drops a span when `assign` answers it. */
export const DROPPED = -1;

/**
 * Splits a request by span: `assign` names the group of each, or `DROPPED`. Each group is a protobuf request with the
 * spans' own resource, scope and schema urls, in the order of the input.
 */
export function regroupTraces(
  bytes: Uint8Array,
  encoding: Encoding,
  assign: (span: SpanRecord, index: number) => number,
): Map<number, RegroupedTraces> {
  const body = encoding === 'json' ? encodeJsonTraces(bytes) : bytes;
  const reader = new ProtobufTraceReader(body);
  const groups = new Map<number, { request: ProtobufWriter; spanCount: number }>();
  let index = 0;
  reader.fields({ from: 0, end: body.length }, TRACE_TAG.requestResourceSpans, (resourceSpans) => {
    reader.useResource(resourceSpans);
    const resourceWriters = new Map<number, ProtobufWriter>();
    const resourceParts: MessageRange[] = [];
    reader.fields(
      resourceSpans,
      TRACE_TAG.scopeSpans,
      (scopeSpans) => {
        const scopeWriters = new Map<number, ProtobufWriter>();
        const scopeParts: MessageRange[] = [];
        reader.fields(
          scopeSpans,
          TRACE_TAG.spans,
          (span) => {
            const group = assign(reader.readSpan(span), index++);
            if (group === DROPPED) return;
            writerOf(scopeWriters, group).bytes(2, body.subarray(span.from, span.end));
            const known = groups.get(group);
            if (known === undefined) groups.set(group, { request: new ProtobufWriter(), spanCount: 1 });
            else known.spanCount++;
          },
          (field) => scopeParts.push(field),
        );
        for (const [group, writer] of scopeWriters) {
          for (const part of scopeParts) writer.raw(body.subarray(part.from, part.end));
          writerOf(resourceWriters, group).bytes(2, writer.finish());
        }
      },
      (field) => resourceParts.push(field),
    );
    for (const [group, writer] of resourceWriters) {
      for (const part of resourceParts) writer.raw(body.subarray(part.from, part.end));
      groups.get(group)!.request.bytes(1, writer.finish());
    }
  });
  return new Map([...groups].map(([group, { request, spanCount }]) => [group, { bytes: request.finish(), spanCount }]));
}

function writerOf(writers: Map<number, ProtobufWriter>, group: number): ProtobufWriter {
  let writer = writers.get(group);
  if (writer === undefined) writers.set(group, (writer = new ProtobufWriter()));
  return writer;
}
