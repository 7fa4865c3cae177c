/** OTLP trace requests as fast-check values, in JSON and, by an independent encoder, in protobuf. */
import fc from 'fast-check';
import protobuf from 'protobufjs';

const PROTO = `
syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { Scope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Scope { string name = 1; string version = 2; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  uint32 dropped_attributes_count = 10; repeated Event events = 11; repeated Link links = 13; Status status = 15; fixed32 flags = 16;
}
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
message Link { bytes trace_id = 1; bytes span_id = 2; }
message Status { string message = 2; int32 code = 3; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue {
  oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5; bytes bytes_value = 7; }
}
message ArrayValue { repeated AnyValue values = 1; }
`;

const Request = protobuf.parse(PROTO).root.lookupType('Request');

export interface JsonSpan {
  traceId: string;
  spanId: string;
  [member: string]: unknown;
}

export interface JsonRequest {
  resourceSpans: { scopeSpans: { spans: JsonSpan[] }[]; [member: string]: unknown }[];
}

/** The same request in protobuf. */
export function toProtobuf(request: JsonRequest): Uint8Array {
  const bytes = structuredClone(request) as { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] };
  const hex = (value: unknown) => (typeof value === 'string' ? Buffer.from(value, 'hex') : value);
  for (const span of bytes.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans))) {
    for (const id of ['traceId', 'spanId', 'parentSpanId']) if (span[id] !== undefined) span[id] = hex(span[id]);
    for (const link of (span.links as Record<string, unknown>[] | undefined) ?? []) {
      link.traceId = hex(link.traceId);
      link.spanId = hex(link.spanId);
    }
  }
  return Request.encode(Request.fromObject(bytes)).finish();
}

/** A protobuf request as plain objects, ids in hex. */
export function fromProtobuf(bytes: Uint8Array): unknown {
  return Request.toObject(Request.decode(bytes), {
    longs: String,
    bytes: (value: Uint8Array) => Buffer.from(value).toString('hex'),
  });
}

export const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => Buffer.from(array).toString('hex'));
/** JSON has no negative zero. */
export const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
export const word = fc.string({ maxLength: 24 });
const value = fc.oneof(
  word.map((stringValue) => ({ stringValue })),
  fc.boolean().map((boolValue) => ({ boolValue })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((exact) => ({ intValue: String(exact) })),
  finite.map((doubleValue) => ({ doubleValue })),
  fc
    .array(
      word.map((stringValue) => ({ stringValue })),
      { maxLength: 2 },
    )
    .map((values) => ({ arrayValue: { values } })),
);
const key = fc.oneof(
  word,
  fc.constantFrom(
    'http.route',
    'http.request.method',
    'db.system',
    'error.type',
    'service.name',
    'service.version',
    'exception.type',
    'exception.message',
  ),
);
export const attributes = fc.array(fc.record({ key, value }), { maxLength: 5 });
export const nanos = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n }).map(String);
const event = fc.record({ timeUnixNano: nanos, name: fc.constantFrom('exception', 'other'), attributes });
const span: fc.Arbitrary<JsonSpan> = fc.record(
  {
    traceId: hexOf(16),
    spanId: hexOf(8),
    parentSpanId: hexOf(8),
    traceState: word,
    name: word,
    kind: fc.integer({ min: 0, max: 5 }),
    flags: fc.integer({ min: 0, max: 0x3ff }),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    events: fc.array(event, { maxLength: 3 }),
    links: fc.array(fc.record({ traceId: hexOf(16), spanId: hexOf(8) }), { maxLength: 2 }),
    status: fc.record({ code: fc.integer({ min: 0, max: 2 }), message: word }),
  },
  { requiredKeys: ['traceId', 'spanId'] },
);
const scopeSpans = fc.record({
  scope: fc.record({ name: word, version: word }),
  spans: fc.array(span, { maxLength: 4 }),
  schemaUrl: word,
});

export const requests: fc.Arbitrary<JsonRequest> = fc.record({
  resourceSpans: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeSpans: fc.array(scopeSpans, { maxLength: 2 }),
      schemaUrl: word,
    }),
    { maxLength: 3 },
  ),
});
