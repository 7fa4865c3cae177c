/** Hand-made slices of log messages. */
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';

export const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';

export interface TestSpan {
  traceId: string;
  spanId: string;
  startMicros?: number;
  service?: string;
  /** SERVER unless it says otherwise. */
  kind?: number;
}

let nextId = 1;

const MINUTE_MS = 60_000;
/** One moment for all spans: two copies of one would be two spans if a minute ended between them. */
const START_MICROS = (Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS / 2) * 1_000;

/** A span with ids that no other has. */
export function newSpan(change: Partial<TestSpan> = {}): TestSpan {
  const id = (nextId++).toString(16);
  return { traceId: id.padStart(32, '0'), spanId: id.padStart(16, '0'), startMicros: START_MICROS, ...change };
}

export function sliceOf(spans: TestSpan[], change: Partial<LogSlice> = {}): LogSlice {
  const json = {
    resourceSpans: spans.map((span) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: span.service ?? 'cart' } }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: span.traceId,
              spanId: span.spanId,
              name: 'GET /',
              kind: span.kind ?? 2,
              startTimeUnixNano: `${span.startMicros ?? START_MICROS}000`,
              endTimeUnixNano: `${(span.startMicros ?? START_MICROS) + 5_000}000`,
            },
          ],
        },
      ],
    })),
  };
  const bytes = change.bytes ?? Buffer.from(JSON.stringify(json));
  return {
    organizationId: ORGANIZATION,
    stream: 'default',
    signal: 'traces',
    encoding: 'json',
    coding: 'identity',
    recordCount: spans.length,
    sha256: sliceDigest(bytes),
    bytes,
    ...change,
  };
}

/** A slice of `count` log records, without a key unless it is given one. */
export function logSliceOf(count: number, change: Partial<LogSlice> = {}): LogSlice {
  const logRecords = Array.from({ length: count }, () => ({ body: { stringValue: 'hello' } }));
  const bytes = change.bytes ?? Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
  return { ...sliceOf([], { bytes }), signal: 'logs', recordCount: count, ...change };
}
