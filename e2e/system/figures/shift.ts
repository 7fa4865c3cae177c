/** Moves a recorded request to now and into a namespace of its own, by the rule of the data sets' shift.py. */
import { createHmac } from 'node:crypto';
import { spansOf, type KeyValue, type Span, type TraceRequest } from '@spanwise/telemetry/otlp';

const MINUTE_NANOS = 60_000_000_000n;

/** Whole minutes, rounded down: the last time lands 0 to 60 s before `nowNanos`, and answers per minute stay valid. */
export function offsetToNow(lastNanos: bigint, nowNanos: bigint): bigint {
  const distance = nowNanos - lastNanos;
  const minutes = distance / MINUTE_NANOS;
  return (distance < 0n && distance % MINUTE_NANOS !== 0n ? minutes - 1n : minutes) * MINUTE_NANOS;
}

export interface Placement {
  offsetNanos: bigint;
  /** Replaces `service.namespace`, and keys the new ids: one set can be sent several times without being a duplicate. */
  namespace: string;
}

/** Changes the spans in place; resource attributes, which requests may share, are replaced. */
export function place(request: TraceRequest, { offsetNanos, namespace }: Placement): TraceRequest {
  for (const resourceSpans of request.resourceSpans ?? []) {
    const attributes = (resourceSpans.resource?.attributes ?? []).filter(({ key }) => key !== 'service.namespace');
    const own: KeyValue = { key: 'service.namespace', value: { stringValue: namespace } };
    resourceSpans.resource = { ...resourceSpans.resource, attributes: [...attributes, own] };
  }
  for (const { span } of spansOf(request)) placeSpan(span, offsetNanos, namespace);
  return request;
}

function placeSpan(span: Span, offsetNanos: bigint, key: string): void {
  span.traceId = rekey(span.traceId, key);
  span.spanId = rekey(span.spanId, key);
  if (span.parentSpanId) span.parentSpanId = rekey(span.parentSpanId, key);
  span.startTimeUnixNano = shifted(span.startTimeUnixNano, offsetNanos);
  span.endTimeUnixNano = shifted(span.endTimeUnixNano, offsetNanos);
  for (const event of span.events ?? []) event.timeUnixNano = shifted(event.timeUnixNano, offsetNanos);
  for (const link of span.links ?? []) {
    link.traceId = rekey(link.traceId, key);
    link.spanId = rekey(link.spanId, key);
  }
}

/** A missing time stays missing. */
function shifted(nanos: string | undefined, offsetNanos: bigint): string | undefined {
  return nanos === undefined || BigInt(nanos) === 0n ? nanos : (BigInt(nanos) + offsetNanos).toString();
}

/** A keyed hash of the id, of the same length: equal ids stay equal, so parents and links stay intact. */
export function rekey(hexId: string, key: string): string {
  return createHmac('sha256', key).update(Buffer.from(hexId, 'hex')).digest('hex').slice(0, hexId.length);
}

/** First and last start, and the newest time of any kind, of all spans of the requests. */
export class TimeBounds {
  firstStartNanos = 0n;
  lastStartNanos = 0n;
  lastNanos = 0n;
  spans = 0;

  add(request: TraceRequest): void {
    for (const { span } of spansOf(request)) {
      this.spans += 1;
      const start = BigInt(span.startTimeUnixNano ?? '0');
      if (this.firstStartNanos === 0n || start < this.firstStartNanos) this.firstStartNanos = start;
      if (start > this.lastStartNanos) this.lastStartNanos = start;
      this.reach(start);
      this.reach(BigInt(span.endTimeUnixNano ?? '0'));
      for (const event of span.events ?? []) this.reach(BigInt(event.timeUnixNano ?? '0'));
    }
  }

  private reach(nanos: bigint): void {
    if (nanos > this.lastNanos) this.lastNanos = nanos;
  }
}
