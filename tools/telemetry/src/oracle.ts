/**
 * Reference answers for any list of OTLP/JSON trace requests, by plain maps and sorted lists. A span that arrives twice
 * (same trace and span id) counts once, as it came first.
 */
import type { TraceRequest } from './otlp.js';
import { spansOf } from './otlp.js';
import { factsOf, type SpanFacts } from './oracle-rules.js';

export interface Percentile {
  /** The value at rank max(1, ceil(q n)) (APM-6). */
  nearest: number;
  /** Interpolated between the closest ranks. */
  linear: number;
}

export interface Percentiles {
  p50: Percentile;
  p95: Percentile;
  p99: Percentile;
}

export interface Figures {
  /** Weighted by the sampling weight of each span. */
  count: number;
  errors: number;
  /** Spans seen. */
  sampled: number;
  /** Microseconds. */
  percentiles: Percentiles;
}

export interface Row extends Figures {
  key: string[];
  /** Start of the UTC minute, in tables per minute. */
  minuteMicros?: number;
}

/** Keys: services (service, environment), versions and one more for the version, transactions (…, kind, name), dependencies (…, category, target, operation). */
export interface Reference {
  services: Row[];
  versions: Row[];
  transactions: Row[];
  dependencies: Row[];
  total: Row[];
  servicesPerMinute: Row[];
  transactionsPerMinute: Row[];
  dependenciesPerMinute: Row[];
  totalPerMinute: Row[];
  /** Spans that are requests, and spans that are calls. */
  requests: number;
  calls: number;
  spans: number;
  duplicates: number;
  /** Every service that sent a span, by [service, environment]. */
  seen: SeenService[];
}

export interface SeenService {
  key: string[];
  spans: number;
  /** In the order of OTLP's numbers. */
  kinds: string[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** Server and consumer. */
const TAKEN_KINDS = new Set([2, 5]);

const MINUTE_MICROS = 60_000_000;

export class Oracle {
  private readonly seen = new Set<string>();
  private readonly tables = {
    services: new Table(),
    versions: new Table(),
    transactions: new Table(),
    dependencies: new Table(),
    total: new Table(),
  };
  private readonly services = new Map<string, { key: string[]; spans: number; kinds: Set<number> }>();
  private duplicates = 0;
  private requests = 0;
  private calls = 0;

  add(request: TraceRequest): void {
    for (const { span, resource } of spansOf(request)) {
      // Zipkin's client and server of a call share an id, and are two spans.
      const isTaken = TAKEN_KINDS.has(span.kind ?? 0);
      const id = `${span.traceId} ${span.spanId} ${isTaken}`.toLowerCase();
      if (this.seen.has(id)) {
        this.duplicates += 1;
        continue;
      }
      this.seen.add(id);
      const facts = factsOf(span, resource);
      this.see(facts, span.kind ?? 0);
      this.count(facts);
    }
  }

  reference(): Reference {
    const { services, versions, transactions, dependencies, total } = this.tables;
    return {
      services: services.rows(),
      versions: versions.rows(),
      transactions: transactions.rows(),
      dependencies: dependencies.rows(),
      total: total.rows(),
      servicesPerMinute: services.rowsPerMinute(),
      transactionsPerMinute: transactions.rowsPerMinute(),
      dependenciesPerMinute: dependencies.rowsPerMinute(),
      totalPerMinute: total.rowsPerMinute(),
      requests: this.requests,
      calls: this.calls,
      spans: this.seen.size,
      duplicates: this.duplicates,
      seen: [...this.services.values()].map(({ key, spans, kinds }) => ({
        key,
        spans,
        kinds: KINDS.filter((_, number) => kinds.has(number)),
      })),
    };
  }

  private see({ service, environment }: SpanFacts, kind: number): void {
    const key = [service, environment];
    const known = this.services.get(JSON.stringify(key)) ?? { key, spans: 0, kinds: new Set<number>() };
    known.spans += 1;
    known.kinds.add(kind < KINDS.length ? kind : 0);
    this.services.set(JSON.stringify(key), known);
  }

  private count(facts: SpanFacts): void {
    const { service, environment, version, transaction, dependency } = facts;
    const identity = [service, environment];
    if (transaction) {
      this.requests += 1;
      this.tables.total.add([], facts);
      this.tables.services.add(identity, facts);
      if (version !== '') this.tables.versions.add([...identity, version], facts);
      this.tables.transactions.add([...identity, transaction.kind, transaction.name], facts);
    }
    if (dependency) {
      const { category, target, operation } = dependency;
      this.calls += 1;
      this.tables.dependencies.add([...identity, category, target, operation], facts);
    }
  }
}

export function referenceOf(requests: Iterable<TraceRequest>): Reference {
  const oracle = new Oracle();
  for (const request of requests) oracle.add(request);
  return oracle.reference();
}

interface Sample {
  micros: number;
  weight: number;
  error: boolean;
}

interface Group {
  key: string[];
  byMinute: Map<number, Sample[]>;
}

class Table {
  private readonly groups = new Map<string, Group>();

  add(key: string[], facts: SpanFacts): void {
    const text = JSON.stringify(key);
    let group = this.groups.get(text);
    if (!group) this.groups.set(text, (group = { key, byMinute: new Map() }));
    const minute = Math.floor(facts.startMicros / MINUTE_MICROS) * MINUTE_MICROS;
    const sample = { micros: facts.durationMicros, weight: facts.weight, error: facts.error };
    const samples = group.byMinute.get(minute);
    if (samples) samples.push(sample);
    else group.byMinute.set(minute, [sample]);
  }

  rows(): Row[] {
    return [...this.groups.values()].map(({ key, byMinute }) => ({ key, ...figuresOf([...byMinute.values()].flat()) }));
  }

  rowsPerMinute(): Row[] {
    return [...this.groups.values()].flatMap(({ key, byMinute }) =>
      [...byMinute].map(([minuteMicros, samples]) => ({ key, minuteMicros, ...figuresOf(samples) })),
    );
  }
}

function figuresOf(samples: Sample[]): Figures {
  const sorted = [...samples].sort((a, b) => a.micros - b.micros);
  return {
    count: sum(samples),
    errors: sum(samples.filter((sample) => sample.error)),
    sampled: samples.length,
    percentiles: {
      p50: percentileOf(sorted, 0.5),
      p95: percentileOf(sorted, 0.95),
      p99: percentileOf(sorted, 0.99),
    },
  };
}

const sum = (samples: Sample[]): number => samples.reduce((total, { weight }) => total + weight, 0);

/** A span of weight 4 stands for four spans of its duration. */
function percentileOf(sorted: Sample[], q: number): Percentile {
  const total = sum(sorted);
  // The tolerance takes back what binary fractions add: 0.95 of 100 is rank 95, not 96.
  const rank = Math.max(1, Math.ceil(q * total - 1e-9));
  const place = q * Math.max(0, total - 1);
  const below = Math.floor(place + 1e-9);
  const lower = atRank(sorted, below + 1);
  const upper = atRank(sorted, below + 2);
  return { nearest: atRank(sorted, rank), linear: lower + (upper - lower) * Math.max(0, place - below) };
}

/** The value at a rank from 1; the last one beyond. */
function atRank(sorted: Sample[], rank: number): number {
  let cumulated = 0;
  for (const { micros, weight } of sorted) {
    cumulated += weight;
    if (cumulated >= rank - 1e-9) return micros;
  }
  return sorted[sorted.length - 1]!.micros;
}
