/** Whole records of a request, every attribute kept: what the raw store writes. Names are those of OTLP. */

/** Value of an attribute. 64-bit integers beyond 2^53 are bigints; bytes are base64 text. */
export type FieldValue = string | number | bigint | boolean | null | FieldValue[] | { [name: string]: FieldValue };
export type Fields = Record<string, FieldValue>;

export interface Carried {
  resource: Fields;
  scopeName: string;
  scopeVersion: string;
  scopeAttributes: Fields;
  attributes: Fields;
  /** Of the resource, and of the scope with its records; absent where the client gave none. */
  resourceSchemaUrl?: string;
  schemaUrl?: string;
}

export interface SpanRow extends Carried {
  /** Hex in lower case; empty where there is none. */
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState: string;
  flags: number;
  name: string;
  kind: number;
  startUnixNanos: bigint;
  endUnixNanos: bigint;
  statusCode: number;
  statusMessage: string;
  events: { timeUnixNanos: bigint; name: string; attributes: Fields; droppedAttributesCount: number }[];
  links: {
    traceId: string;
    spanId: string;
    traceState: string;
    attributes: Fields;
    droppedAttributesCount: number;
    flags: number;
  }[];
  droppedAttributesCount: number;
  droppedEventsCount: number;
  droppedLinksCount: number;
}

export interface LogRow extends Carried {
  /** 0 where the client gave none. */
  timeUnixNanos: bigint;
  observedUnixNanos: bigint;
  severityNumber: number;
  severityText: string;
  body: FieldValue;
  eventName: string;
  traceId: string;
  spanId: string;
  flags: number;
  /** Absent where it is 0. */
  droppedAttributesCount?: number;
}

export interface MetricRow extends Carried {
  name: string;
  /** Absent where the client gave none. */
  description?: string;
  unit: string;
  type: 'gauge' | 'sum' | 'histogram' | 'exponential_histogram' | 'summary';
  temporality: '' | 'delta' | 'cumulative';
  monotonic: boolean;
  timeUnixNanos: bigint;
  startUnixNanos: bigint;
  /** Of the point; absent where it is 0. 1 says that it has no value, because its series has ended. */
  flags?: number;
  /** Of gauges and sums. */
  value?: number | bigint;
  /** Of the other types. */
  count?: bigint;
  sum?: number;
  min?: number;
  max?: number;
  /** Bounds and counts, scale and offsets, or quantiles, in OTLP's member names. */
  buckets?: FieldValue;
  /** In OTLP's member names, their attributes as an object; absent where there are none. */
  exemplars?: FieldValue;
}
