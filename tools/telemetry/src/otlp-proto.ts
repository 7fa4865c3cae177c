/** OTLP/JSON trace requests as protobuf, by a schema written here from opentelemetry-proto (trace.proto, common.proto). */
import protobuf from 'protobufjs';
import { COMMON, field, repeated } from './otlp-common-proto.js';
import type { AnyValue, KeyValue, ResourceSpans, ScopeSpans, Span, SpanEvent, SpanLink, TraceRequest } from './otlp.js';

const schema = protobuf.Root.fromJSON({
  nested: {
    ExportTraceServiceRequest: { fields: { resourceSpans: repeated(1, 'ResourceSpans') } },
    ExportTraceServiceResponse: { fields: { partialSuccess: field(1, 'PartialSuccess') } },
    PartialSuccess: { fields: { rejectedSpans: field(1, 'int64'), errorMessage: field(2, 'string') } },
    RpcStatus: { fields: { code: field(1, 'int32'), message: field(2, 'string') } },
    ResourceSpans: {
      fields: {
        resource: field(1, 'Resource'),
        scopeSpans: repeated(2, 'ScopeSpans'),
        schemaUrl: field(3, 'string'),
      },
    },
    ScopeSpans: {
      fields: { scope: field(1, 'Scope'), spans: repeated(2, 'Span'), schemaUrl: field(3, 'string') },
    },
    Span: {
      fields: {
        traceId: field(1, 'bytes'),
        spanId: field(2, 'bytes'),
        traceState: field(3, 'string'),
        parentSpanId: field(4, 'bytes'),
        name: field(5, 'string'),
        kind: field(6, 'int32'),
        startTimeUnixNano: field(7, 'fixed64'),
        endTimeUnixNano: field(8, 'fixed64'),
        attributes: repeated(9, 'KeyValue'),
        events: repeated(11, 'Event'),
        links: repeated(13, 'Link'),
        status: field(15, 'SpanStatus'),
        flags: field(16, 'fixed32'),
      },
    },
    Event: {
      fields: {
        timeUnixNano: field(1, 'fixed64'),
        name: field(2, 'string'),
        attributes: repeated(3, 'KeyValue'),
      },
    },
    Link: {
      fields: {
        traceId: field(1, 'bytes'),
        spanId: field(2, 'bytes'),
        traceState: field(3, 'string'),
        attributes: repeated(4, 'KeyValue'),
        flags: field(6, 'fixed32'),
      },
    },
    SpanStatus: { fields: { message: field(2, 'string'), code: field(3, 'int32') } },
    ...COMMON,
  },
});

const requestType = schema.lookupType('ExportTraceServiceRequest');
const responseType = schema.lookupType('ExportTraceServiceResponse');
const statusType = schema.lookupType('RpcStatus');

type Message = Record<string, unknown>;

export function toProtobuf(request: TraceRequest): Uint8Array {
  return requestType.encode({ resourceSpans: (request.resourceSpans ?? []).map(resourceSpansMessage) }).finish();
}

export interface PartialSuccess {
  rejectedSpans: number;
  errorMessage: string;
}

/** The partial success of an answer, or undefined when everything was taken. */
export function partialSuccessOf(response: Uint8Array): PartialSuccess | undefined {
  const decoded = responseType.toObject(responseType.decode(response), { longs: Number, defaults: true });
  return decoded.partialSuccess as PartialSuccess | undefined;
}

/** The sentence of a `google.rpc.Status`. */
export function statusMessageOf(response: Uint8Array): string {
  const decoded = statusType.toObject(statusType.decode(response), { defaults: true });
  return String(decoded.message);
}

/** What a receiver of `bytes` reads, for tests: the plain objects of the schema, 64-bit integers as texts. */
export function decodeRequest(bytes: Uint8Array): Message {
  return requestType.toObject(requestType.decode(bytes), { longs: String, bytes: Array });
}

function resourceSpansMessage(from: ResourceSpans): Message {
  const message: Message = { scopeSpans: (from.scopeSpans ?? []).map(scopeSpansMessage) };
  if (from.resource) message.resource = { attributes: keyValueMessages(from.resource.attributes) };
  if (from.schemaUrl) message.schemaUrl = from.schemaUrl;
  return message;
}

function scopeSpansMessage(from: ScopeSpans): Message {
  const message: Message = { spans: (from.spans ?? []).map(spanMessage) };
  if (from.scope) {
    message.scope = {
      name: from.scope.name ?? '',
      version: from.scope.version ?? '',
      attributes: keyValueMessages(from.scope.attributes),
    };
  }
  if (from.schemaUrl) message.schemaUrl = from.schemaUrl;
  return message;
}

function spanMessage(from: Span): Message {
  const message: Message = {
    traceId: bytesOfHex(from.traceId),
    spanId: bytesOfHex(from.spanId),
    name: from.name ?? '',
    kind: from.kind ?? 0,
    startTimeUnixNano: bits64(from.startTimeUnixNano ?? '0'),
    endTimeUnixNano: bits64(from.endTimeUnixNano ?? '0'),
    attributes: keyValueMessages(from.attributes),
    events: (from.events ?? []).map(eventMessage),
    links: (from.links ?? []).map(linkMessage),
  };
  if (from.parentSpanId) message.parentSpanId = bytesOfHex(from.parentSpanId);
  if (from.traceState) message.traceState = from.traceState;
  if (from.flags !== undefined) message.flags = from.flags;
  if (from.status) message.status = { code: from.status.code ?? 0, message: from.status.message ?? '' };
  return message;
}

function eventMessage(from: SpanEvent): Message {
  return {
    timeUnixNano: bits64(from.timeUnixNano ?? '0'),
    name: from.name ?? '',
    attributes: keyValueMessages(from.attributes),
  };
}

function linkMessage(from: SpanLink): Message {
  return {
    traceId: bytesOfHex(from.traceId),
    spanId: bytesOfHex(from.spanId),
    traceState: from.traceState ?? '',
    attributes: keyValueMessages(from.attributes),
    flags: from.flags ?? 0,
  };
}

function keyValueMessages(from: KeyValue[] | undefined): Message[] {
  return (from ?? []).map(({ key, value }) => (value ? { key, value: anyValueMessage(value) } : { key }));
}

function anyValueMessage(from: AnyValue): Message {
  if (from.intValue !== undefined) return { intValue: bits64(from.intValue) };
  if (from.bytesValue !== undefined) return { bytesValue: Buffer.from(from.bytesValue, 'base64') };
  if (from.arrayValue) return { arrayValue: { values: (from.arrayValue.values ?? []).map(anyValueMessage) } };
  if (from.kvlistValue) return { kvlistValue: { values: keyValueMessages(from.kvlistValue.values) } };
  return { ...from };
}

const bytesOfHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

/** Two halves of 32 bits: a JavaScript number would lose the nanoseconds. */
function bits64(value: string | number): { low: number; high: number; unsigned: boolean } {
  const bits = BigInt.asUintN(64, BigInt(value));
  return { low: Number(bits & 0xffffffffn) | 0, high: Number(bits >> 32n) | 0, unsigned: true };
}
