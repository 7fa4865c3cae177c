/** Sends trace requests as an OpenTelemetry exporter does: gzip, and again when the answer says that it may help. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { partialSuccessOf, statusMessageOf, toProtobuf } from './otlp-proto.js';
import { countSpans, type TraceRequest } from './otlp.js';

const compress = promisify(gzip);

export type Encoding = 'json' | 'protobuf';

export interface SenderOptions {
  /** Origin of the gateway; requests go to `/v1/traces` below it. */
  baseUrl: string;
  token: string;
  encoding: Encoding;
  /** Requests on their way at the same time. */
  connections: number;
  /** How long one request is tried before the whole run is given up. */
  giveUpAfterMs?: number;
  signal?: AbortSignal;
}

export interface SendTotals {
  requests: number;
  spans: number;
  retries: number;
  rejectedSpans: number;
  /** What the first rejection said. */
  firstRejection?: string;
}

const RETRYABLE = new Set([429, 502, 503, 504]);
const REQUEST_TIMEOUT_MS = 30_000;
const GIVE_UP_AFTER_MS = 300_000;
const MAX_WAIT_MS = 30_000;

/** Sends all requests; throws at the first one that is refused for good or not taken within `giveUpAfterMs`. */
export async function sendAll(requests: Iterable<TraceRequest>, options: SenderOptions): Promise<SendTotals> {
  const totals: SendTotals = { requests: 0, spans: 0, retries: 0, rejectedSpans: 0 };
  const queue = requests[Symbol.iterator]();
  let failed = false;
  const connection = async (): Promise<void> => {
    while (!failed && !options.signal?.aborted) {
      const next = queue.next();
      if (next.done) return;
      try {
        await sendOne(next.value, options, totals);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  return totals;
}

async function sendOne(request: TraceRequest, options: SenderOptions, totals: SendTotals): Promise<void> {
  const plain = options.encoding === 'json' ? Buffer.from(JSON.stringify(request)) : toProtobuf(request);
  const body = await compress(plain, { level: 1 });
  const giveUpAt = Date.now() + (options.giveUpAfterMs ?? GIVE_UP_AFTER_MS);
  for (let attempt = 0; ; attempt++) {
    const answer = await post(body, options);
    if (answer.taken) {
      totals.requests += 1;
      totals.spans += countSpans(request);
      totals.rejectedSpans += answer.rejectedSpans;
      if (answer.rejectedSpans > 0) totals.firstRejection ??= answer.message;
      return;
    }
    if (options.signal?.aborted) return;
    if (!answer.retryable || Date.now() > giveUpAt) throw new Error(`Trace request was not taken: ${answer.message}`);
    totals.retries += 1;
    await sleep(answer.retryAfterMs ?? Math.min(MAX_WAIT_MS, 200 * 2 ** Math.min(attempt, 7)));
  }
}

type Answer =
  | { taken: true; rejectedSpans: number; message: string }
  | { taken: false; retryable: boolean; retryAfterMs?: number; message: string };

async function post(body: Buffer, options: SenderOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(new URL('/v1/traces', options.baseUrl), {
      method: 'POST',
      headers: {
        'content-type': options.encoding === 'json' ? 'application/json' : 'application/x-protobuf',
        'content-encoding': 'gzip',
        authorization: `Bearer ${options.token}`,
      },
      body: new Uint8Array(body),
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200) return taken(bytes, options.encoding);
    return {
      taken: false,
      retryable: RETRYABLE.has(response.status),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
      message: `${response.status} ${refusal(bytes, response.headers.get('content-type') ?? '')}`,
    };
  } catch (error) {
    // The connection broke or nothing answered: whether the spans were taken is not known, so they are sent again.
    return { taken: false, retryable: true, message: causeOf(error) };
  }
}

function taken(bytes: Uint8Array, encoding: Encoding): Answer {
  if (bytes.length === 0) return { taken: true, rejectedSpans: 0, message: '' };
  const partial =
    encoding === 'protobuf'
      ? partialSuccessOf(bytes)
      : (
          JSON.parse(Buffer.from(bytes).toString()) as {
            partialSuccess?: { rejectedSpans?: string | number; errorMessage?: string };
          }
        ).partialSuccess;
  return { taken: true, rejectedSpans: Number(partial?.rejectedSpans ?? 0), message: partial?.errorMessage ?? '' };
}

function refusal(bytes: Uint8Array, contentType: string): string {
  if (!contentType.includes('protobuf')) return Buffer.from(bytes).toString().slice(0, 500);
  try {
    return statusMessageOf(bytes).slice(0, 500);
  } catch {
    return '(the answer is no google.rpc.Status)';
  }
}

/** `Retry-After` in seconds or as an HTTP date; at most half a minute, so that a wrong one cannot stop a run. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(MAX_WAIT_MS, Math.max(0, waitMs)) : undefined;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
