/** Bodies and headers of request/reply messages. Bodies are JSON; bytes replies start with a length-prefixed JSON head. */
import { headers, type MsgHdrs } from 'nats';
import type { WireError } from '@spanwise/contracts/errors';
import { currentScope, requestClient, scopeFrom, traceparentOf, type RequestScope } from '@spanwise/host/request-scope';

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
    out.set('traceparent', traceparentOf(scope));
    out.set('X-Request-Id', scope.requestId);
    if (scope.client !== undefined) out.set('X-Client-Address', scope.client.address);
    if (scope.client?.userAgent !== undefined) out.set('X-Client-Agent', scope.client.userAgent);
  }
  return out;
}

export function scopeOfMessage(message: { headers?: MsgHdrs }): RequestScope {
  const header = (name: string) => message.headers?.get(name) || undefined;
  const address = header('X-Client-Address');
  const client = address === undefined ? undefined : requestClient(address, header('X-Client-Agent'));
  return scopeFrom(header('traceparent'), header('X-Request-Id'), client);
}
