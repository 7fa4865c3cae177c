/**
 * Messages of OTLP (opentelemetry-proto, trace, logs and metrics v1), as tables that the readers and the encoder of
 * records share. Members have OTLP/JSON's names; a record stands at the end of a path of messages that carry it.
 */
import type { Fields, FieldValue } from './telemetry-rows.js';

export type FieldType =
  | 'text'
  | 'bool'
  | 'enum'
  | 'uint32'
  | 'sint32'
  | 'fixed32'
  /** Unsigned; a bigint. */
  | 'fixed64'
  /** Signed; a bigint where a number would not hold it. */
  | 'sfixed64'
  /** Absent is undefined, not 0. */
  | 'double'
  | 'traceId'
  | 'spanId'
  | 'value'
  | 'attributes'
  | 'doubles'
  | 'fixed64s'
  | 'uint64s'
  | 'message'
  | 'messages';

export interface Field {
  number: number;
  type: FieldType;
  message?: MessageTable;
  /** Written again where a request is encoded again, but no row holds it. */
  unread?: true;
}

/** `T` is what a reader makes of the message. */
export interface MessageTable<T = unknown> {
  readonly fields: Readonly<Record<string, Field>>;
  readonly made?: T;
}

const field = (number: number, type: FieldType): Field => ({ number, type });
const unread = (one: Field): Field => ({ ...one, unread: true });
const one = (number: number, message: MessageTable): Field => ({ number, type: 'message', message });
const many = (number: number, message: MessageTable): Field => ({ number, type: 'messages', message });
const table = <T>(fields: Record<string, Field>): MessageTable<T> => ({ fields });

export interface Resource {
  attributes: Fields;
}
export interface Scope {
  name: string;
  version: string;
  attributes: Fields;
}
const DROPPED_ATTRIBUTES = (number: number) => unread(field(number, 'uint32'));
const RESOURCE = table<Resource>({ attributes: field(1, 'attributes'), droppedAttributesCount: DROPPED_ATTRIBUTES(2) });
const SCOPE = table<Scope>({
  name: field(1, 'text'),
  version: field(2, 'text'),
  attributes: field(3, 'attributes'),
  droppedAttributesCount: DROPPED_ATTRIBUTES(4),
});

export interface SpanMessage {
  traceId: string;
  spanId: string;
  traceState: string;
  parentSpanId: string;
  name: string;
  kind: number;
  startTimeUnixNano: bigint;
  endTimeUnixNano: bigint;
  attributes: Fields;
  droppedAttributesCount: number;
  events: { timeUnixNano: bigint; name: string; attributes: Fields; droppedAttributesCount: number }[];
  droppedEventsCount: number;
  links: {
    traceId: string;
    spanId: string;
    traceState: string;
    attributes: Fields;
    droppedAttributesCount: number;
    flags: number;
  }[];
  droppedLinksCount: number;
  status: { message: string; code: number } | undefined;
  flags: number;
}
const EVENT = table({
  timeUnixNano: field(1, 'fixed64'),
  name: field(2, 'text'),
  attributes: field(3, 'attributes'),
  droppedAttributesCount: field(4, 'uint32'),
});
const LINK = table({
  traceId: field(1, 'traceId'),
  spanId: field(2, 'spanId'),
  traceState: field(3, 'text'),
  attributes: field(4, 'attributes'),
  droppedAttributesCount: field(5, 'uint32'),
  flags: field(6, 'fixed32'),
});
const STATUS = table({ message: field(2, 'text'), code: field(3, 'enum') });
const SPAN = table<SpanMessage>({
  traceId: field(1, 'traceId'),
  spanId: field(2, 'spanId'),
  traceState: field(3, 'text'),
  parentSpanId: field(4, 'spanId'),
  name: field(5, 'text'),
  kind: field(6, 'enum'),
  startTimeUnixNano: field(7, 'fixed64'),
  endTimeUnixNano: field(8, 'fixed64'),
  attributes: field(9, 'attributes'),
  droppedAttributesCount: field(10, 'uint32'),
  events: many(11, EVENT),
  droppedEventsCount: field(12, 'uint32'),
  links: many(13, LINK),
  droppedLinksCount: field(14, 'uint32'),
  status: one(15, STATUS),
  flags: field(16, 'fixed32'),
});

export interface LogRecordMessage {
  timeUnixNano: bigint;
  observedTimeUnixNano: bigint;
  severityNumber: number;
  severityText: string;
  body: FieldValue;
  attributes: Fields;
  flags: number;
  traceId: string;
  spanId: string;
  eventName: string;
  droppedAttributesCount: number;
}
const LOG_RECORD = table<LogRecordMessage>({
  timeUnixNano: field(1, 'fixed64'),
  severityNumber: field(2, 'enum'),
  severityText: field(3, 'text'),
  body: field(5, 'value'),
  attributes: field(6, 'attributes'),
  droppedAttributesCount: field(7, 'uint32'),
  flags: field(8, 'fixed32'),
  traceId: field(9, 'traceId'),
  spanId: field(10, 'spanId'),
  observedTimeUnixNano: field(11, 'fixed64'),
  eventName: field(12, 'text'),
});

export interface ExemplarMessage {
  timeUnixNano: bigint;
  asDouble: number | undefined;
  asInt: number | bigint | undefined;
  spanId: string;
  traceId: string;
  filteredAttributes: Fields;
}
const EXEMPLAR = table<ExemplarMessage>({
  timeUnixNano: field(2, 'fixed64'),
  asDouble: field(3, 'double'),
  spanId: field(4, 'spanId'),
  traceId: field(5, 'traceId'),
  asInt: field(6, 'sfixed64'),
  filteredAttributes: field(7, 'attributes'),
});
interface Point {
  attributes: Fields;
  startTimeUnixNano: bigint;
  timeUnixNano: bigint;
  flags: number;
}
/** All kinds of points but those of summaries. */
interface Exemplary {
  exemplars: ExemplarMessage[];
}
export interface NumberPoint extends Point, Exemplary {
  asDouble: number | undefined;
  asInt: number | bigint | undefined;
}
interface Distribution extends Point, Exemplary {
  count: bigint;
  sum: number | undefined;
  min: number | undefined;
  max: number | undefined;
}
export interface HistogramPoint extends Distribution {
  bucketCounts: FieldValue[];
  explicitBounds: number[];
}
interface Buckets {
  offset: number;
  bucketCounts: FieldValue[];
}
export interface ExponentialPoint extends Distribution {
  scale: number;
  zeroCount: bigint;
  zeroThreshold: number | undefined;
  positive: Buckets | undefined;
  negative: Buckets | undefined;
}
export interface SummaryPoint extends Point {
  count: bigint;
  sum: number | undefined;
  quantileValues: { quantile: number | undefined; value: number | undefined }[];
}
const point = (attributes: number, flags: number) => ({
  attributes: field(attributes, 'attributes'),
  startTimeUnixNano: field(2, 'fixed64'),
  timeUnixNano: field(3, 'fixed64'),
  flags: field(flags, 'uint32'),
});
const NUMBER_POINT = table<NumberPoint>({
  ...point(7, 8),
  asDouble: field(4, 'double'),
  exemplars: many(5, EXEMPLAR),
  asInt: field(6, 'sfixed64'),
});
const HISTOGRAM_POINT = table<HistogramPoint>({
  ...point(9, 10),
  count: field(4, 'fixed64'),
  sum: field(5, 'double'),
  bucketCounts: field(6, 'fixed64s'),
  explicitBounds: field(7, 'doubles'),
  exemplars: many(8, EXEMPLAR),
  min: field(11, 'double'),
  max: field(12, 'double'),
});
const BUCKETS = table({ offset: field(1, 'sint32'), bucketCounts: field(2, 'uint64s') });
const EXPONENTIAL_POINT = table<ExponentialPoint>({
  ...point(1, 10),
  count: field(4, 'fixed64'),
  sum: field(5, 'double'),
  scale: field(6, 'sint32'),
  zeroCount: field(7, 'fixed64'),
  positive: one(8, BUCKETS),
  negative: one(9, BUCKETS),
  exemplars: many(11, EXEMPLAR),
  min: field(12, 'double'),
  max: field(13, 'double'),
  zeroThreshold: field(14, 'double'),
});
const SUMMARY_POINT = table<SummaryPoint>({
  ...point(7, 8),
  count: field(4, 'fixed64'),
  sum: field(5, 'double'),
  quantileValues: many(6, table({ quantile: field(1, 'double'), value: field(2, 'double') })),
});

export interface MetricMessage {
  name: string;
  description: string;
  unit: string;
}
export interface MetricData {
  aggregationTemporality: number;
  isMonotonic: boolean;
}

/** A step from a message to the records below it. `message` is what it says itself; without `next` it is the record. */
export interface RecordPath {
  name: string;
  number: number;
  message: MessageTable;
  /** A member that occurs once, such as the data of a metric. */
  single?: true;
  next?: readonly RecordPath[];
}

const carried = (name: string, scopesName: string, next: RecordPath): readonly RecordPath[] => [
  {
    name,
    number: 1,
    message: table({ resource: one(1, RESOURCE), schemaUrl: field(3, 'text') }),
    next: [
      {
        name: scopesName,
        number: 2,
        message: table({ scope: one(1, SCOPE), schemaUrl: field(3, 'text') }),
        next: [next],
      },
    ],
  },
];
const data = (name: string, number: number, message: MessageTable): RecordPath => ({
  name,
  number,
  single: true,
  message: table({ aggregationTemporality: field(2, 'enum'), isMonotonic: field(3, 'bool') }),
  next: [{ name: 'dataPoints', number: 1, message }],
});

export type RecordSignal = 'traces' | 'logs' | 'metrics';

/** How each request leads to its records. Records have the order in which the request is walked along these. */
export const RECORD_PATHS: Readonly<Record<RecordSignal, readonly RecordPath[]>> = {
  traces: carried('resourceSpans', 'scopeSpans', { name: 'spans', number: 2, message: SPAN }),
  logs: carried('resourceLogs', 'scopeLogs', { name: 'logRecords', number: 2, message: LOG_RECORD }),
  metrics: carried('resourceMetrics', 'scopeMetrics', {
    name: 'metrics',
    number: 2,
    message: table<MetricMessage>({
      name: field(1, 'text'),
      description: field(2, 'text'),
      unit: field(3, 'text'),
      metadata: unread(field(12, 'attributes')),
    }),
    next: [
      data('gauge', 5, NUMBER_POINT),
      data('sum', 7, NUMBER_POINT),
      data('histogram', 9, HISTOGRAM_POINT),
      data('exponentialHistogram', 10, EXPONENTIAL_POINT),
      data('summary', 11, SUMMARY_POINT),
    ],
  }),
};
