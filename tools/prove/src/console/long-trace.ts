import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';

const id = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** One request of `spans` spans: a root that ends at `endMs`, and its steps one after the other, five levels deep. */
export function longTrace(spans: number, endMs: number): { request: TraceRequest; traceId: string } {
  const traceId = id(0xc0_50_1e, 32);
  const end = BigInt(endMs) * 1_000_000n;
  const length = BigInt(spans) * 100_000n;
  const step = (at: number): Span => ({
    traceId,
    spanId: id(at + 1, 16),
    ...(at > 0 && { parentSpanId: id(at % 5 === 1 ? 1 : at, 16) }),
    name: at === 0 ? 'POST /import' : `step ${at}`,
    kind: at === 0 ? 2 : 1,
    startTimeUnixNano: String(end - length + BigInt(at) * 100_000n),
    endTimeUnixNano: String(at === 0 ? end : end - length + BigInt(at + 1) * 100_000n),
  });
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'importer' } }] };
  return {
    traceId,
    request: {
      resourceSpans: [{ resource, scopeSpans: [{ spans: Array.from({ length: spans }, (_, at) => step(at)) }] }],
    },
  };
}
