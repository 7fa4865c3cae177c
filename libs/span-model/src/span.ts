/**
 * The span as the product's rules see it: what a decoder hands to the gateway's checks and to the projector's fold.
 * No framework, no I/O. Times are integer microseconds since the Unix epoch unless the name says otherwise.
 */

/** `Span.SpanKind` of OTLP. */
export const SpanKind = { Unspecified: 0, Internal: 1, Server: 2, Client: 3, Producer: 4, Consumer: 5 } as const;

/** Kinds as answers name them, by their number; a number that is none of them is `unspecified`. */
export const SPAN_KIND_NAMES = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** `Status.StatusCode` of OTLP. */
export const StatusCode = { Unset: 0, Ok: 1, Error: 2 } as const;

/** Bits of OTLP `Span.flags` that say whether the parent lives in another process (trace.proto, SpanFlags). */
export const SpanFlags = { HasIsRemote: 0x100, IsRemote: 0x200 } as const;

/** A scalar attribute value. Arrays, maps and bytes are not read by any rule and decode as `undefined`. */
export type AttributeValue = string | number | boolean;

/**
 * What a resource says about its service. Members are the raw attribute texts, `''` where the attribute is absent
 * or not a string; defaults such as `unknown_service` are applied by the identity rules, not by decoders.
 */
export interface SpanResource {
  namespace: string; // service.namespace
  service: string; // service.name
  environment: string; // deployment.environment.name, else deployment.environment
  version: string; // service.version
  instance: string; // service.instance.id
  language: string; // telemetry.sdk.language
  sdkName: string; // telemetry.sdk.name
  sdkVersion: string; // telemetry.sdk.version
}

/** One `exception` span event (semantic conventions "Exceptions in spans"). Absent attributes are `''`. */
export interface SpanException {
  timeMicros: number;
  type: string;
  message: string;
  stacktrace: string;
}

/** Where the ids of a linked span stand in `idBytes`, as those of the span itself do. */
export interface SpanLink {
  traceIdAt: number;
  spanIdAt: number;
}

/** Decoders keep at most this many links of one span, the first ones: those of a batch name the same producers. */
export const MAX_LINKS_PER_SPAN = 4;

/** Decoders keep at most this many exception events of one span: the last ones, which are the outermost. */
export const MAX_EXCEPTIONS_PER_SPAN = 8;

/**
 * One decoded span. Decoders reuse one instance: it and everything it refers to are valid only during the visit.
 * Only the attributes of `attribute-keys.ts` are read, into `attributes[slot]`; later duplicates of a key are ignored.
 */
export interface SpanRecord {
  resource: SpanResource;
  /** Holds the ids: 16 bytes from `traceIdAt`, 8 bytes from `spanIdAt`; -1 where the id has another length. */
  idBytes: Uint8Array;
  traceIdAt: number;
  spanIdAt: number;
  /** 8 bytes in `idBytes`; -1 without a parent, or where its id has another length. */
  parentSpanIdAt: number;
  /** True when `parent_span_id` is present with a non-zero byte. */
  hasParent: boolean;
  traceState: string;
  flags: number;
  kind: number;
  name: string;
  /** Start in microseconds, rounded down. 0 when the client sent none: such a span is rejected, never given a clock's time. */
  startMicros: number;
  /** `end - start` in nanoseconds, rounded half up to microseconds; negative when the end lies before the start. */
  durationMicros: number;
  /** False when `end_time_unix_nano` is 0 or absent. */
  hasEnd: boolean;
  statusCode: number;
  attributes: (AttributeValue | undefined)[];
  exceptions: SpanException[];
  /** Only links whose ids have the right length. */
  links: SpanLink[];
}
