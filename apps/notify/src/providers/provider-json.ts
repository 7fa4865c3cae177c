import { DeliveryFault } from '../egress/delivery-fault.js';
import { requireSuccess, type HttpAnswer, type OutboundHttp } from '../egress/http-client.js';

export interface JsonPost {
  url: string;
  body: object;
  headers?: Record<string, string>;
  timeoutSecs: number;
}

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

/** An id that a provider gave, when it looks like one. */
export const messageIdOf = (value: unknown): { providerMessageId?: string } =>
  typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value) ? { providerMessageId: value } : {};
