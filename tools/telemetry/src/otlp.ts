/** The parts of an OTLP/JSON trace request that the tools read and write (opentelemetry-proto, JSON encoding). */

export interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  /** 64 bits: a decimal text, or a number where an emitter writes one. */
  intValue?: string | number;
  doubleValue?: number;
  bytesValue?: string;
  arrayValue?: { values?: AnyValue[] };
  kvlistValue?: { values?: KeyValue[] };
}

export interface KeyValue {
  key: string;
  value?: AnyValue;
}

export interface SpanEvent {
  timeUnixNano?: string;
  name?: string;
  attributes?: KeyValue[];
}

export interface SpanLink {
  traceId: string;
  spanId: string;
  traceState?: string;
  attributes?: KeyValue[];
  flags?: number;
}

export interface Span {
  /** Lower-case hex, as are the other ids. */
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  flags?: number;
  name?: string;
  kind?: number;
  startTimeUnixNano?: string;
  endTimeUnixNano?: string;
  attributes?: KeyValue[];
  events?: SpanEvent[];
  links?: SpanLink[];
  status?: { code?: number; message?: string };
}

export interface ScopeSpans {
  scope?: { name?: string; version?: string; attributes?: KeyValue[] };
  spans?: Span[];
  schemaUrl?: string;
}

export interface ResourceSpans {
  resource?: { attributes?: KeyValue[] };
  scopeSpans?: ScopeSpans[];
  schemaUrl?: string;
}

export interface TraceRequest {
  resourceSpans?: ResourceSpans[];
}

export const Kind = { Unspecified: 0, Internal: 1, Server: 2, Client: 3, Producer: 4, Consumer: 5 } as const;
export const Status = { Unset: 0, Ok: 1, Error: 2 } as const;
/** Bits of `Span.flags`: whether the parent is known to be in another process, and whether it is. */
export const Flags = { Sampled: 0x01, HasIsRemote: 0x100, IsRemote: 0x200 } as const;

export type Attributes = Record<string, string | number | boolean>;

/** Numbers become integers of 64 bits where they are whole. */
export function keyValues(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number | boolean): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

export function* spansOf(request: TraceRequest): Generator<{ span: Span; resource: KeyValue[] }> {
  for (const resourceSpans of request.resourceSpans ?? []) {
    const resource = resourceSpans.resource?.attributes ?? [];
    for (const scopeSpans of resourceSpans.scopeSpans ?? []) {
      for (const span of scopeSpans.spans ?? []) yield { span, resource };
    }
  }
}

export function countSpans(request: TraceRequest): number {
  let count = 0;
  for (const resourceSpans of request.resourceSpans ?? []) {
    for (const scopeSpans of resourceSpans.scopeSpans ?? []) count += scopeSpans.spans?.length ?? 0;
  }
  return count;
}
