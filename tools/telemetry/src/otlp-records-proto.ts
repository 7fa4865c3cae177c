/** OTLP/JSON requests of logs and metrics as protobuf, by a schema written here from opentelemetry-proto (logs.proto, metrics.proto). */
import protobuf from 'protobufjs';
import { COMMON, field, repeated } from './otlp-common-proto.js';

const LOGS = {
  LogsRequest: { fields: { resourceLogs: repeated(1, 'ResourceLogs') } },
  ResourceLogs: {
    fields: { resource: field(1, 'Resource'), scopeLogs: repeated(2, 'ScopeLogs'), schemaUrl: field(3, 'string') },
  },
  ScopeLogs: {
    fields: { scope: field(1, 'Scope'), logRecords: repeated(2, 'LogRecord'), schemaUrl: field(3, 'string') },
  },
  LogRecord: {
    fields: {
      timeUnixNano: field(1, 'fixed64'),
      severityNumber: field(2, 'int32'),
      severityText: field(3, 'string'),
      body: field(5, 'AnyValue'),
      attributes: repeated(6, 'KeyValue'),
      droppedAttributesCount: field(7, 'uint32'),
      flags: field(8, 'fixed32'),
      traceId: field(9, 'bytes'),
      spanId: field(10, 'bytes'),
      observedTimeUnixNano: field(11, 'fixed64'),
      eventName: field(12, 'string'),
    },
  },
};

const METRICS = {
  MetricsRequest: { fields: { resourceMetrics: repeated(1, 'ResourceMetrics') } },
  ResourceMetrics: {
    fields: {
      resource: field(1, 'Resource'),
      scopeMetrics: repeated(2, 'ScopeMetrics'),
      schemaUrl: field(3, 'string'),
    },
  },
  ScopeMetrics: {
    fields: { scope: field(1, 'Scope'), metrics: repeated(2, 'Metric'), schemaUrl: field(3, 'string') },
  },
  Metric: {
    fields: {
      name: field(1, 'string'),
      description: field(2, 'string'),
      unit: field(3, 'string'),
      gauge: field(5, 'Gauge'),
      sum: field(7, 'Sum'),
      histogram: field(9, 'Histogram'),
      exponentialHistogram: field(10, 'ExponentialHistogram'),
    },
  },
  Gauge: { fields: { dataPoints: repeated(1, 'NumberPoint') } },
  Sum: {
    fields: {
      dataPoints: repeated(1, 'NumberPoint'),
      aggregationTemporality: field(2, 'int32'),
      isMonotonic: field(3, 'bool'),
    },
  },
  Histogram: { fields: { dataPoints: repeated(1, 'HistogramPoint'), aggregationTemporality: field(2, 'int32') } },
  ExponentialHistogram: {
    fields: { dataPoints: repeated(1, 'ExponentialPoint'), aggregationTemporality: field(2, 'int32') },
  },
  NumberPoint: {
    fields: {
      startTimeUnixNano: field(2, 'fixed64'),
      timeUnixNano: field(3, 'fixed64'),
      asDouble: field(4, 'double'),
      asInt: field(6, 'sfixed64'),
      attributes: repeated(7, 'KeyValue'),
    },
  },
  HistogramPoint: {
    fields: {
      startTimeUnixNano: field(2, 'fixed64'),
      timeUnixNano: field(3, 'fixed64'),
      count: field(4, 'fixed64'),
      sum: field(5, 'double'),
      bucketCounts: repeated(6, 'fixed64'),
      explicitBounds: repeated(7, 'double'),
      attributes: repeated(9, 'KeyValue'),
      min: field(11, 'double'),
      max: field(12, 'double'),
    },
  },
  ExponentialPoint: {
    fields: {
      attributes: repeated(1, 'KeyValue'),
      startTimeUnixNano: field(2, 'fixed64'),
      timeUnixNano: field(3, 'fixed64'),
      count: field(4, 'fixed64'),
      sum: field(5, 'double'),
      scale: field(6, 'sint32'),
      zeroCount: field(7, 'fixed64'),
      positive: field(8, 'Buckets'),
      negative: field(9, 'Buckets'),
      min: field(12, 'double'),
      max: field(13, 'double'),
      zeroThreshold: field(14, 'double'),
    },
  },
  Buckets: {
    fields: { offset: field(1, 'sint32'), bucketCounts: repeated(2, 'uint64') },
  },
};

/** Every member that is given is written, zeros too. */
const EXPLICIT = { features: { field_presence: 'EXPLICIT' } };
const nested = Object.fromEntries(
  Object.entries({ ...COMMON, ...LOGS, ...METRICS }).map(([name, type]) => [name, { ...type, options: EXPLICIT }]),
);
const schema = protobuf.Root.fromJSON({ nested });
const REQUESTS = { logs: schema.lookupType('LogsRequest'), metrics: schema.lookupType('MetricsRequest') };

export function recordsToProtobuf(request: object, signal: keyof typeof REQUESTS): Uint8Array {
  const type = REQUESTS[signal];
  return type.encode(messageOf(type, request)).finish();
}

/** Throws for a member that the schema does not know: nothing of a request may be lost on its way. */
function messageOf(type: protobuf.Type, json: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const known = type.fields[name]?.resolve();
      if (known === undefined) throw new Error(`${type.name} has no member ${name}`);
      return [
        name,
        known.repeated ? (value as unknown[]).map((one) => wireValue(known, one)) : wireValue(known, value),
      ];
    }),
  );
}

function wireValue(field: protobuf.Field, value: unknown): unknown {
  if (field.resolvedType instanceof protobuf.Type) return messageOf(field.resolvedType, value as object);
  if (field.type === 'bytes') return Buffer.from(value as string, field.name.endsWith('Id') ? 'hex' : 'base64');
  if (!field.type.endsWith('64')) return value;
  // Two halves of 32 bits: a JavaScript number would lose the nanoseconds.
  const bits = BigInt.asUintN(64, BigInt(value as string | number));
  return { low: Number(bits & 0xffffffffn) | 0, high: Number(bits >> 32n) | 0, unsigned: true };
}
