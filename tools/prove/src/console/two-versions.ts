import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';

/** A service whose newer version asks its database for longer, and nothing else. */
export const REGRESSED = { service: 'billing', environment: 'production', baseline: '1.9.0', candidate: '1.10.0' };
export const SLOW_OPERATION = 'SELECT invoices';
export const REQUESTS_OF_EACH = 150;
/** Of one request, in nanoseconds; the database takes the rest. */
const OWN_NANOS = 4_000_000;
const DATABASE_NANOS = { [REGRESSED.baseline]: 10_000_000, [REGRESSED.candidate]: 90_000_000 };

const id = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** Requests of both versions, the older before the newer, the last of which ended by `endMicros`. */
export function twoVersions(endMicros: number): TraceRequest[] {
  return [REGRESSED.baseline, REGRESSED.candidate].map((version, side) => {
    const first = side * REQUESTS_OF_EACH;
    const spans = Array.from({ length: REQUESTS_OF_EACH }, (_, at) => spansOf(version, first + at, endMicros)).flat();
    const attributes = Object.entries({
      'service.name': REGRESSED.service,
      'service.version': version,
      'deployment.environment.name': REGRESSED.environment,
    }).map(([key, value]) => ({ key, value: { stringValue: value } }));
    return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] };
  });
}

/** One request a second. */
function spansOf(version: string, number: number, endMicros: number): Span[] {
  const end = BigInt(endMicros) * 1_000n - BigInt(2 * REQUESTS_OF_EACH - number) * 1_000_000_000n;
  // Durations are not all alike.
  const database = BigInt(DATABASE_NANOS[version] + (number % 10) * 500_000);
  const start = end - database - BigInt(OWN_NANOS);
  const ids = { traceId: `${id(0xb1_11_00_00 + number, 8)}${id(number, 24)}` };
  const root = id(2 * number + 1, 16);
  return [
    {
      ...ids,
      spanId: root,
      name: 'GET /invoices',
      kind: 2,
      attributes: [
        { key: 'http.request.method', value: { stringValue: 'GET' } },
        { key: 'http.route', value: { stringValue: '/invoices' } },
      ],
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(end),
    },
    {
      ...ids,
      spanId: id(2 * number + 2, 16),
      parentSpanId: root,
      name: SLOW_OPERATION,
      kind: 3,
      attributes: [{ key: 'db.system.name', value: { stringValue: 'postgresql' } }],
      startTimeUnixNano: String(end - database),
      endTimeUnixNano: String(end),
    },
  ];
}
