/** Seeded spans and, counted apart from them, what the product must answer at the end. */
import { randomBytes } from 'node:crypto';
import type { Random } from '@spanwise/telemetry/random';
import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';

const SERVICES = ['cart', 'checkout', 'payment', 'search', 'stock'];
const FILLER = 'filler';
const PADDING_BYTES = 4_096;
const MINUTE_MICROS = 60_000_000;

/** Spans of one service: the unit that the client batches and re-batches. */
export interface SpanUnit {
  service: string;
  span: Span;
}

export interface Expected {
  requests: number;
  errors: number;
}

export class Workload {
  /** By the start of the minute, microseconds, and service. */
  readonly expected = new Map<number, Map<string, Expected>>();
  spans = 0;

  constructor(private readonly random: Random) {}

  /** SERVER spans that start at the moment, or within that many minutes before it; ids never repeat. */
  make(count: number, atMs: number, minutesBefore = 0): SpanUnit[] {
    return Array.from({ length: count }, () => {
      const service = this.random.pick(SERVICES);
      const startMs = atMs - this.random.int(0, minutesBefore * 60_000);
      const error = this.random.chance(0.05);
      this.count(service, startMs, error);
      return { service, span: makeSpan(this.random, BigInt(startMs) * 1_000_000n, error) };
    });
  }

  /** Spans so large that they fill a log. */
  makeLarge(count: number, atMs: number): SpanUnit[] {
    return Array.from({ length: count }, () => {
      this.count(FILLER, atMs, false);
      const padding = { key: 'padding', value: { stringValue: randomBytes(PADDING_BYTES / 2).toString('hex') } };
      const span = makeSpan(this.random, BigInt(atMs) * 1_000_000n, false);
      return { service: FILLER, span: { ...span, attributes: [...span.attributes!, padding] } };
    });
  }

  private count(service: string, startMs: number, error: boolean): void {
    const minute = Math.floor((startMs * 1_000) / MINUTE_MICROS) * MINUTE_MICROS;
    const services = this.expected.get(minute) ?? new Map<string, Expected>();
    this.expected.set(minute, services);
    const entry = services.get(service) ?? { requests: 0, errors: 0 };
    services.set(service, entry);
    entry.requests++;
    if (error) entry.errors++;
    this.spans++;
  }
}

/** A SERVER span of up to 0.4 s that starts at `start` nanoseconds. */
export function makeSpan(random: Random, start: bigint, error: boolean): Span {
  const duration = BigInt(random.int(1, 400)) * 1_000_000n;
  return {
    traceId: random.hex(16),
    spanId: random.hex(8),
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

/** One request with the given spans, a resource for each service among them. */
export function requestOf(units: readonly SpanUnit[], namespace: string): TraceRequest {
  const byService = new Map<string, Span[]>();
  for (const { service, span } of units) {
    const spans = byService.get(service);
    if (spans === undefined) byService.set(service, [span]);
    else spans.push(span);
  }
  return {
    resourceSpans: [...byService].map(([service, spans]) => ({
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: service } },
          { key: 'service.namespace', value: { stringValue: namespace } },
          { key: 'deployment.environment.name', value: { stringValue: 'crash' } },
        ],
      },
      scopeSpans: [{ scope: { name: 'crash' }, spans }],
    })),
  };
}
