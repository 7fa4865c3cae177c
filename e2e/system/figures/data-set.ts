/** A set of traces with the answers that a correct product gives about it. */
import type { Percentiles } from '@spanwise/telemetry/oracle';

export type ListName = 'services' | 'transactions' | 'dependencies';

/** The members of list rows and trend points that are compared. */
export interface ApiRed {
  request_count: number;
  error_count: number;
  sampled_count: number;
  p50_micros?: number;
  p95_micros?: number;
  p99_micros?: number;
}

export interface ApiItem {
  service: { namespace: string; name: string; environment: string };
  version?: string;
  transaction?: { name: string; kind: string };
  dependency?: { category: string; target: string; operation?: string };
  callee?: { namespace: string; name: string };
  /** Of services. */
  span_count?: number;
  kinds?: string[];
  red: ApiRed;
}

export interface ApiErrorItem {
  service: { name: string };
  error: { fingerprint: string; error_type: string };
  occurrence_count: number;
}

export interface ReferenceRow {
  key: string;
  /** Start of the minute in the set's own time; absent in tables over the whole range. */
  minuteMicros?: number;
  /** Only in the table of versions: the version that the question is filtered by. */
  version?: string;
  count: number;
  errors: number;
  percentiles?: Percentiles;
}

/** How the product's rows answer a reference table: several of them may belong to one reference row. */
export interface ReferenceTable {
  list: ListName;
  keyOf: (item: ApiItem) => string;
  rows: ReferenceRow[];
  perMinute: ReferenceRow[];
}

export interface ErrorReference {
  keyOf: (item: ApiErrorItem) => string;
  rows: { key: string; groups?: number; occurrences: number }[];
  /** True where the answers know all groups there are. */
  complete: boolean;
  /** The same of each version alone, where the answers say which versions an error was seen in. */
  versions?: { version: string; rows: ErrorReference['rows'] }[];
}

export interface DataSet {
  name: string;
  /** OTLP/JSON requests, one a line, in the set's own time. */
  lines: string[];
  spans: number;
  /** Spans that are requests of their service, and spans that are calls. Undefined where the answers do not say. */
  sampledRequests: number;
  sampledCalls?: number;
  tables: ReferenceTable[];
  versions: ReferenceRow[];
  /** Requests of everything, per minute; empty where the answers have none. */
  totalPerMinute: ReferenceRow[];
  errors?: ErrorReference;
  /** The services behind dependencies, by the keys of their table, where the answers know exactly one. */
  callees?: ReadonlyMap<string, string>;
  /** Messages that were processed, by `queue | consumer`. */
  consumed?: ReadonlyMap<string, number>;
  /** `span_count` and `kinds` of every service that sent a span, by the key of the services' table. */
  seen?: ReadonlyMap<string, string>;
  firstStartMicros: number;
  lastStartMicros: number;
  /** The newest time of any kind, which is moved to now. */
  lastNanos: bigint;
}

export const SEPARATOR = ' | ';
export const keyText = (...parts: string[]): string => parts.join(SEPARATOR);
