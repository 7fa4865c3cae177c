/** The ids of the request at hand, for logs, headers and outgoing messages (W3C Trace Context). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';

export interface RequestScope {
  requestId: string;
  traceId: string;
  /** Id of our own span: the parent of what we call. */
  spanId: string;
  /** The span that ours continues; `remote` when another process made it. */
  parent?: { spanId: string; remote: boolean };
  /** Decided by the gateway and believed by the services behind it; a client's wish is not heard. */
  sampled: boolean;
  /** W3C trace state of a sampled request: how many each of its spans stands for. */
  traceState?: string;
  /** Makes the spans of this request; absent when it is not traced. */
  tracing?: SpanMaker;
  /** Where the request came from, as the gateway saw it; absent for work without a request. */
  client?: RequestClient;
}

export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  links?: readonly RequestScope[];
}

export interface SpanMaker {
  /** Begins the span that `scope` stands for; the caller ends it. */
  begin(scope: RequestScope, description: SpanDescription): Span;
}

export interface RequestClient {
  address: string;
  userAgent?: string;
}

const MAX_AGENT_CHARS = 256;

/** Printable ASCII alone: it travels in message headers and ends in the audit log. */
export function requestClient(address: string, userAgent: string | undefined): RequestClient {
  const printable = userAgent?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_AGENT_CHARS);
  return { address, ...(printable && { userAgent: printable }) };
}

const storage = new AsyncLocalStorage<RequestScope>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export const currentScope = (): RequestScope | undefined => storage.getStore();
export const runInScope = <T>(scope: RequestScope, work: () => T): T => storage.run(scope, work);
/** For callback-style servers, whose handler runs after this returns. */
export const enterScope = (scope: RequestScope): void => storage.enterWith(scope);
/** For work that only happens to begin in a request. */
export const outsideScope = <T>(work: () => T): T => storage.exit(work);

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');

/**
 * Malformed ids never refuse a request: they are replaced (API-3). The caller's trace goes on; whether it is
 * sampled is not the caller's to say.
 */
export function scopeFrom(
  traceparent: string | undefined,
  requestId: string | undefined,
  client?: RequestClient,
): RequestScope {
  const parsed = TRACEPARENT.exec(traceparent ?? '');
  const known = parsed !== null && !/^0+$/.test(parsed[1]!) && !/^0+$/.test(parsed[2]!);
  return {
    requestId: requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    traceId: known ? parsed[1]! : newTraceId(),
    spanId: newSpanId(),
    ...(known && { parent: { spanId: parsed[2]!, remote: true } }),
    sampled: false,
    ...(client && { client }),
  };
}

export const traceparentOf = (scope: RequestScope): string =>
  `00-${scope.traceId}-${scope.spanId}-${scope.sampled ? '01' : '00'}`;

/** The sampled flag of a trace parent that one of our own processes has written. */
export const saysSampled = (traceparent: string | undefined): boolean =>
  traceparent !== undefined && (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;
