/** Bodies and headers of request/reply messages. Bodies are JSON; bytes replies start with a length-prefixed JSON head. */
import { headers, type MsgHdrs } from 'nats';
import type { WireError } from '@spanwise/contracts/base/errors';
import { OWN_MESSAGE_HEADER } from '@spanwise/contracts/log/log-message';
import {
  currentScope,
  requestClient,
  saysSampled,
  scopeFrom,
  traceparentOf,
  type RequestScope,
} from '@spanwise/host/request-scope';
import type { Tracing } from '@spanwise/host/tracing/tracing';

export interface WireRequest {
  /** Signed IAM context of the caller; absent on messages between the product's own services. */
  context?: string;
  data: unknown;
}

export type WireReply = { data: unknown } | { error: WireError };

/** Deeper or larger control messages than any contract needs are refused before they are parsed. */
const MAX_CONTROL_BYTES = 4 * 1024 * 1024;

export function encodeJson(value: WireRequest | WireReply): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export function decodeJson<T>(bytes: Uint8Array): T {
  if (bytes.length > MAX_CONTROL_BYTES) throw new Error('control message is too large');
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')) as T;
}

/** A bytes reply: u32 length of the JSON head, the head, the payload. */
export function encodeBytesReply(head: WireReply, payload: Uint8Array = new Uint8Array()): Buffer {
  const json = encodeJson(head);
  const out = Buffer.allocUnsafe(4 + json.length + payload.length);
  out.writeUInt32LE(json.length, 0);
  json.copy(out, 4);
  out.set(payload, 4 + json.length);
  return out;
}

export function decodeBytesReply(message: Uint8Array): { head: WireReply; payload: Buffer } {
  const view = Buffer.from(message.buffer, message.byteOffset, message.length);
  const end = 4 + view.readUInt32LE(0);
  return { head: decodeJson<WireReply>(view.subarray(4, end)), payload: view.subarray(end) };
}

export function traceHeaders(): MsgHdrs {
  const out = headers();
  const scope = currentScope();
  if (scope) {
    setTraceContext(out, scope);
    out.set('X-Request-Id', scope.requestId);
    if (scope.client !== undefined) out.set('X-Client-Address', scope.client.address);
    if (scope.client?.userAgent !== undefined) out.set('X-Client-Agent', scope.client.userAgent);
  }
  return out;
}

/** The trace at hand for a message that belongs to no single request; undefined when it is not sampled. */
export function sampledTraceHeaders(): MsgHdrs | undefined {
  const scope = currentScope();
  if (scope?.tracing === undefined) return undefined;
  const out = headers();
  setTraceContext(out, scope);
  return out;
}

/** Marks a message that has nothing to do with any client. */
export function ownHeaders(): MsgHdrs {
  const out = headers();
  out.set(OWN_MESSAGE_HEADER, '1');
  return out;
}

export const isOwnMessage = (message: { headers?: MsgHdrs }): boolean =>
  message.headers?.has(OWN_MESSAGE_HEADER) ?? false;

function setTraceContext(out: MsgHdrs, scope: RequestScope): void {
  out.set('traceparent', traceparentOf(scope));
  if (scope.sampled && scope.traceState !== undefined) out.set('tracestate', scope.traceState);
}

/** The request that a message of another of our processes belongs to; traced here when it is sampled there. */
export function scopeOfMessage(message: { headers?: MsgHdrs }, tracing?: Tracing): RequestScope {
  const header = (name: string) => message.headers?.get(name) || undefined;
  const address = header('X-Client-Address');
  const client = address === undefined ? undefined : requestClient(address, header('X-Client-Agent'));
  const traceparent = header('traceparent');
  const scope = scopeFrom(traceparent, header('X-Request-Id'), client);
  const traceState = header('tracestate');
  if (!saysSampled(traceparent) || traceState === undefined || scope.parent === undefined) return scope;
  return { ...scope, sampled: true, traceState, ...(tracing && { tracing }) };
}

/** The sampled span that sent a message, for a link to it; undefined when there is none. */
export function senderOf(message: { headers?: MsgHdrs }): RequestScope | undefined {
  if (message.headers === undefined || !message.headers.has('traceparent')) return undefined;
  const scope = scopeOfMessage(message);
  return scope.sampled && scope.parent !== undefined ? { ...scope, spanId: scope.parent.spanId } : undefined;
}
