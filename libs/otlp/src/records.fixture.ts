/** Requests of logs and metrics as fast-check values, in JSON and, by an independent encoder, in protobuf. */
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { attributes, finite, hexOf, nanos, word } from './otlp.fixture.js';

const PROTO = `
syntax = "proto3";
message Logs { repeated ResourceLogs resource_logs = 1; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
message ScopeLogs { Scope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
message LogRecord {
  fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3; AnyValue body = 5; repeated KeyValue attributes = 6;
  uint32 dropped_attributes_count = 7; fixed32 flags = 8; bytes trace_id = 9; bytes span_id = 10; fixed64 observed_time_unix_nano = 11;
  string event_name = 12;
}
message Metrics { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
message Metric {
  string name = 1; string description = 2; string unit = 3;
  oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; ExponentialHistogram exponential_histogram = 10; Summary summary = 11; }
  repeated KeyValue metadata = 12;
}
message Gauge { repeated NumberPoint data_points = 1; }
message Sum { repeated NumberPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated HistogramPoint data_points = 1; int32 aggregation_temporality = 2; }
message ExponentialHistogram { repeated ExponentialPoint data_points = 1; int32 aggregation_temporality = 2; }
message Summary { repeated SummaryPoint data_points = 1; }
message NumberPoint {
  fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; oneof value { double as_double = 4; sfixed64 as_int = 6; }
  repeated Exemplar exemplars = 5; repeated KeyValue attributes = 7; uint32 flags = 8;
}
message HistogramPoint {
  fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5; repeated fixed64 bucket_counts = 6;
  repeated double explicit_bounds = 7; repeated KeyValue attributes = 9; uint32 flags = 10; optional double min = 11; optional double max = 12;
}
message ExponentialPoint {
  repeated KeyValue attributes = 1; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5;
  sint32 scale = 6; fixed64 zero_count = 7; Buckets positive = 8; Buckets negative = 9; uint32 flags = 10; optional double min = 12;
  optional double max = 13; double zero_threshold = 14;
}
message Buckets { sint32 offset = 1; repeated uint64 bucket_counts = 2; }
message SummaryPoint {
  fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; double sum = 5; repeated Quantile quantile_values = 6;
  repeated KeyValue attributes = 7; uint32 flags = 8;
}
message Quantile { double quantile = 1; double value = 2; }
message Exemplar {
  repeated KeyValue filtered_attributes = 7; fixed64 time_unix_nano = 2; oneof value { double as_double = 3; sfixed64 as_int = 6; }
  bytes span_id = 4; bytes trace_id = 5;
}
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
message Scope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue {
  oneof value {
    string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5;
    KeyValueList kvlist_value = 6; bytes bytes_value = 7;
  }
}
message ArrayValue { repeated AnyValue values = 1; }
message KeyValueList { repeated KeyValue values = 1; }
`;

const { root } = protobuf.parse(PROTO);
const TYPES = { logs: root.lookupType('Logs'), metrics: root.lookupType('Metrics') };

/** An OTLP/JSON request in protobuf. */
export function recordsToProtobuf(signal: 'logs' | 'metrics', request: object): Uint8Array {
  return TYPES[signal].encode(TYPES[signal].fromObject(withBytes(request) as object)).finish();
}

/** A request of logs or metrics as plain objects, to compare what two encodings say. */
export function recordsFromProtobuf(signal: 'logs' | 'metrics', bytes: Uint8Array): unknown {
  return TYPES[signal].toObject(TYPES[signal].decode(bytes), { longs: String, bytes: String });
}

function withBytes(value: unknown, name = ''): unknown {
  if (/^(trace|span)Id$/.test(name)) return Buffer.from(String(value), 'hex');
  if (Array.isArray(value)) return value.map((item) => withBytes(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBytes(item, key)]));
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    word.map((stringValue) => ({ stringValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((exact) => ({ intValue: String(exact) })),
    finite.map((doubleValue) => ({ doubleValue })),
    fc.uint8Array({ maxLength: 6 }).map((bytes) => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
    fc.array(tie('any'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc
      .array(fc.record({ key: fc.oneof(word, fc.constant('__proto__')), value: tie('any') }), { maxLength: 3 })
      .map((values) => ({ kvlistValue: { values } })),
  ),
})).any;

const scope = fc.record({ name: word, version: word, attributes });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

const logRecord = fc.record(
  {
    timeUnixNano: nanos,
    observedTimeUnixNano: nanos,
    severityNumber: fc.integer({ min: 0, max: 24 }),
    severityText: word,
    body: value,
    attributes: fc.array(fc.record({ key: word, value }), { maxLength: 4 }),
    flags: fc.integer({ min: 0, max: 0x3ff }),
    traceId: hexOf(16),
    spanId: hexOf(8),
    eventName: word,
    droppedAttributesCount: fc.nat({ max: 9 }),
  },
  { requiredKeys: [] },
);

export const logRequests = fc.record({
  resourceLogs: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeLogs: fc.array(fc.record({ scope, logRecords: fc.array(logRecord, { maxLength: 4 }), schemaUrl: word }), {
        maxLength: 2,
      }),
      schemaUrl: word,
    }),
    { maxLength: 3 },
  ),
});

const times = { timeUnixNano: nanos, startTimeUnixNano: nanos, attributes, flags: fc.constantFrom(0, 1) };
const numberPoint = fc.oneof(
  fc.record({ ...times, asDouble: finite }),
  fc.record({ ...times, asInt: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
);
const distribution = { ...times, count: uint64, sum: finite, min: finite, max: finite };
const buckets = fc.record({
  offset: fc.integer({ min: -200, max: 200 }),
  bucketCounts: fc.array(uint64, { maxLength: 4 }),
});
const points = <T>(point: fc.Arbitrary<T>) => fc.array(point, { maxLength: 3 });
const temporality = { aggregationTemporality: fc.integer({ min: 0, max: 2 }) };

const metricData = fc.oneof(
  fc.record({ gauge: fc.record({ dataPoints: points(numberPoint) }) }),
  fc.record({ sum: fc.record({ ...temporality, isMonotonic: fc.boolean(), dataPoints: points(numberPoint) }) }),
  fc.record({
    histogram: fc.record({
      ...temporality,
      dataPoints: points(
        fc.record(
          {
            ...distribution,
            bucketCounts: fc.array(uint64, { maxLength: 4 }),
            explicitBounds: fc.array(finite, { maxLength: 3 }),
          },
          { requiredKeys: ['timeUnixNano', 'count'] },
        ),
      ),
    }),
  }),
  fc.record({
    exponentialHistogram: fc.record({
      ...temporality,
      dataPoints: points(
        fc.record({
          ...distribution,
          scale: fc.integer({ min: -10, max: 20 }),
          zeroCount: fc.nat().map(String),
          zeroThreshold: finite,
          positive: buckets,
          negative: buckets,
        }),
      ),
    }),
  }),
  fc.record({
    summary: fc.record({
      dataPoints: points(
        fc.record({
          ...times,
          count: uint64,
          sum: finite,
          quantileValues: fc.array(fc.record({ quantile: finite, value: finite }), { maxLength: 2 }),
        }),
      ),
    }),
  }),
);

export const metricRequests = fc.record({
  resourceMetrics: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeMetrics: fc.array(
        fc.record({
          scope,
          metrics: fc.array(
            fc
              .tuple(fc.record({ name: word, unit: word, description: word }), metricData)
              .map(([metric, dataOfMetric]) => ({ ...metric, ...dataOfMetric })),
            { maxLength: 3 },
          ),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
});
