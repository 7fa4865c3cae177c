import { DeliveryFault } from '../egress/delivery-fault.js';
import { requireSuccess, retryAfterMs, waitMs, type HttpAnswer, type OutboundHttp } from '../egress/http-client.js';

export interface JsonPost {
  url: string;
  body: object;
  headers?: Record<string, string>;
  timeoutSecs: number;
}

/** A path of an API, however its base URL ends. */
export const apiUrl = (base: string, path: string): string => `${base.replace(/\/+$/, '')}${path}`;

export const USER_AGENT = 'spanwise-notify';

/** Posts JSON; 2xx or `DeliveryFault`. */
export async function postJson(http: OutboundHttp, post: JsonPost): Promise<HttpAnswer> {
  return requireSuccess(await exchangeJson(http, post));
}

/** Posts JSON; the answer whatever its status. */
export function exchangeJson(http: OutboundHttp, post: JsonPost): Promise<HttpAnswer> {
  return http.exchange({
    url: post.url,
    method: 'POST',
    headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json; charset=utf-8', ...post.headers },
    body: Buffer.from(JSON.stringify(post.body)),
    timeoutMs: post.timeoutSecs * 1_000,
  });
}

/** The answer as a JSON object; throws `answer_invalid` for everything else. */
export function jsonObjectOf(answer: HttpAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer.body?.toString('utf8') ?? '');
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON: said below.
  }
  throw new DeliveryFault('answer_invalid');
}

/** As `requireSuccess`; `statuses` are those by which the provider refuses the sender. */
export function requireAdmitted(answer: HttpAnswer, statuses: readonly number[]): HttpAnswer {
  if (statuses.includes(answer.status)) throw new DeliveryFault('credentials_rejected');
  return requireSuccess(answer);
}

/** Throws `http_429` with the longer of the waits that the header and the provider's own member ask for, in seconds. */
export function refuseLimited(answer: HttpAnswer, seconds: (answer: HttpAnswer) => unknown): void {
  if (answer.status !== 429) return;
  const waits = [retryAfterMs(answer.headers['retry-after']), waitMs(seconds(answer))].filter(
    (one) => one !== undefined,
  );
  throw new DeliveryFault('http_429', undefined, waits.length === 0 ? undefined : Math.max(...waits));
}

/** Members of an answer that may be no JSON at all, as what stands between us and a provider says. */
export function membersOf(answer: HttpAnswer): Record<string, unknown> {
  try {
    return jsonObjectOf(answer);
  } catch {
    return {};
  }
}

/** An id that a provider gave, when it looks like one. */
export const messageIdOf = (value: unknown): { providerMessageId?: string } =>
  typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value) ? { providerMessageId: value } : {};
