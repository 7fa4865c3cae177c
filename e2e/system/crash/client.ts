/** One request of trace data, and what became of it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Random } from '@spanwise/telemetry/random';
import { toProtobuf } from '@spanwise/telemetry/otlp-proto';
import { requestOf, type SpanUnit } from './workload.js';

const compress = promisify(gzip);
const REQUEST_TIMEOUT_MS = 12_000;
const RETRYABLE = new Set([0, 429, 503]);

/** Where and how requests are sent. */
export interface Sending {
  baseUrl: string;
  token: string;
  namespace: string;
  random: Random;
}

export interface Outcome {
  taken: boolean;
  /** Of the request's body. */
  bytes: number;
  /** 0: broken off. */
  status: number;
  retryAfterMs: number;
  saysWhen: boolean;
  /** The body of a refusal, or how it was broken off. */
  text: string;
}

/** In one of the forms of OTLP over HTTP. Throws when it is refused for good. */
export async function post(batch: SpanUnit[], options: Sending): Promise<Outcome> {
  const request = requestOf(batch, options.namespace);
  const protobuf = options.random.chance(0.5);
  const plain = protobuf ? Buffer.from(toProtobuf(request)) : Buffer.from(JSON.stringify(request));
  const zipped = options.random.chance(0.5);
  const outcome = await postBody(zipped ? await compress(plain, { level: 1 }) : plain, options, {
    'content-type': protobuf ? 'application/x-protobuf' : 'application/json',
    ...(zipped && { 'content-encoding': 'gzip' }),
  });
  if (!outcome.taken && !RETRYABLE.has(outcome.status))
    throw new Error(`a request was refused for good: ${outcome.status} ${outcome.text.slice(0, 300)}`);
  return outcome;
}

export async function postBody(
  body: Uint8Array,
  { baseUrl, token }: Pick<Sending, 'baseUrl' | 'token'>,
  headers: Record<string, string>,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<Outcome> {
  const answer = await fetch(`${baseUrl}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: body as Uint8Array<ArrayBuffer>,
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async (response) => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    }),
    (error: Error) => ({ status: 0, retryAfter: null, text: String(error.cause ?? error) }),
  );
  return {
    taken: answer.status === 200,
    bytes: body.length,
    status: answer.status,
    retryAfterMs: answer.retryAfter === null ? 300 : Number(answer.retryAfter) * 1_000,
    saysWhen: answer.retryAfter !== null && Number(answer.retryAfter) > 0,
    text: answer.text,
  };
}
