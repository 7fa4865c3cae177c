import { SLOT, type AttributeKey } from './attribute-keys.js';
import type { SpanRecord } from './span.js';

/** The first of `keys` that is a non-empty text (numbers count as their digits): new conventions are named first. */
export function textOf(span: SpanRecord, ...keys: AttributeKey[]): string {
  for (const key of keys) {
    const value = span.attributes[SLOT[key]];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}

/** The first of `keys` that is a number or a text of digits. */
export function numberOf(span: SpanRecord, ...keys: AttributeKey[]): number | undefined {
  for (const key of keys) {
    const value = span.attributes[SLOT[key]];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  }
  return undefined;
}

export const isTrue = (span: SpanRecord, key: AttributeKey): boolean => {
  const value = span.attributes[SLOT[key]];
  return value === true || value === 'true';
};

const HTTP_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);

/** One of the nine methods in upper case, `HTTP` for `_OTHER` and for what scanners invent, empty without a method. */
export function httpMethodOf(span: SpanRecord): string {
  const method = textOf(span, 'http.request.method', 'http.method');
  if (method === '' || HTTP_METHODS.has(method)) return method;
  const upper = method.toUpperCase();
  return HTTP_METHODS.has(upper) ? upper : 'HTTP';
}

export const rpcSystemOf = (span: SpanRecord): string => textOf(span, 'rpc.system.name', 'rpc.system');
export const messagingSystemOf = (span: SpanRecord): string => textOf(span, 'messaging.system');
export const operationOf = (span: SpanRecord): string =>
  textOf(span, 'messaging.operation.type', 'messaging.operation', 'messaging.operation.name').toLowerCase();
