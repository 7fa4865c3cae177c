/** Seeded spans for the crash campaign and, counted apart from them, what the product must answer at the end. */
import { Random } from '@spanwise/telemetry/random';
import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';

const SERVICES = ['cart', 'checkout', 'payment', 'search', 'stock'];
const MINUTES = 20;
const MINUTE_NANOS = 60_000_000_000n;

/** Spans of one service: the unit that the client batches and re-batches. */
export interface SpanUnit {
  service: string;
  span: Span;
}

export interface Expected {
  requests: number;
  errors: number;
}

export interface Workload {
  units: SpanUnit[];
  /** By `service` and by `service|minute` (microseconds of the minute's start). */
  expected: Map<string, Expected>;
}

/** `spans` SERVER spans over the last minutes before `endMicros`; ids never repeat. */
export function makeWorkload(seed: string, spans: number, endMicros: number): Workload {
  const random = new Random(`workload ${seed}`);
  const lastMinute = BigInt(Math.floor(endMicros / 60_000_000)) - 1n;
  const expected = new Map<string, Expected>();
  const units: SpanUnit[] = [];
  for (let index = 0; index < spans; index++) {
    const service = random.pick(SERVICES);
    const minute = lastMinute - BigInt(random.int(0, MINUTES - 1));
    const start = minute * MINUTE_NANOS + BigInt(random.int(0, 59_999)) * 1_000_000n;
    const error = random.chance(0.05);
    units.push({ service, span: makeSpan(random, start, error) });
    count(expected, service, error);
    count(expected, `${service}|${minute * 60_000_000n}`, error);
  }
  return { units, expected };
}

/** A SERVER span of up to 0.4 s that starts at `start` nanoseconds. */
export function makeSpan(random: Random, start: bigint, error: boolean): Span {
  const duration = BigInt(random.int(1, 400)) * 1_000_000n;
  return {
    traceId: hex(random, 32),
    spanId: hex(random, 16),
    name: 'GET /items/{id}',
    kind: 2,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + duration),
    attributes: [
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.route', value: { stringValue: '/items/{id}' } },
    ],
    status: error ? { code: 2 } : {},
  };
}

function hex(random: Random, digits: number): string {
  let text = '';
  while (text.length < digits) text += random.int(1, 0xffff_fffe).toString(16).padStart(8, '0');
  return text.slice(0, digits);
}

function count(expected: Map<string, Expected>, key: string, error: boolean): void {
  const entry = expected.get(key) ?? { requests: 0, errors: 0 };
  entry.requests++;
  if (error) entry.errors++;
  expected.set(key, entry);
}

/** One request with the given spans, a resource for each service among them. */
export function requestOf(units: readonly SpanUnit[], namespace: string): TraceRequest {
  const byService = new Map<string, SpanUnit[]>();
  for (const unit of units) {
    const own = byService.get(unit.service);
    if (own === undefined) byService.set(unit.service, [unit]);
    else own.push(unit);
  }
  return {
    resourceSpans: [...byService].map(([service, own]) => ({
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: service } },
          { key: 'service.namespace', value: { stringValue: namespace } },
          { key: 'deployment.environment.name', value: { stringValue: 'crash' } },
        ],
      },
      scopeSpans: [{ scope: { name: 'crash' }, spans: own.map((unit) => unit.span) }],
    })),
  };
}
