/** A client that retries as OTLP says, batches anew whatever it sends again, and repeats some of what was taken. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@spanwise/telemetry/random';
import { toProtobuf } from '@spanwise/telemetry/otlp-proto';
import { requestOf, type SpanUnit } from './workload.js';

const compress = promisify(gzip);
const CONNECTIONS = 4;
const MAX_UNITS = 60;
const REQUEST_TIMEOUT_MS = 12_000;
const LONGEST_WAIT_MS = 2_000;
/** Share of taken requests whose spans are sent once more, in other company. */
const REPEATED = 0.06;

export interface ClientTotals {
  taken: number;
  refused: number;
  broken: number;
  repeated: number;
  /** Bytes of the requests that were taken, as they were sent. */
  takenBytes: number;
  /** Refusals that did not say when to come back: each is a fault of the product. */
  withoutRetryAfter: number;
  /** The longest that a client waited for a refusal. */
  slowestRefusalMs: number;
}

/** Where and how requests are sent. */
export interface Sending {
  baseUrl: string;
  token: string;
  namespace: string;
  random: Random;
  /** Nothing more is sent: what was not taken by then stays so. */
  signal?: AbortSignal;
}

export interface ClientOptions extends Sending {
  /** Spans a second over all connections, so that the faults meet a running stream. */
  spansPerSecond: () => number;
  /** Of the units so many may be under way or taken: the stream must not end before its last fault. */
  allowed: () => number;
  /** Different units that were answered with 200. */
  onProgress: (taken: number) => void;
}

/** Ends when every span was answered with 200 at least once. Throws when a request is refused for good. */
export async function sendEverything(units: readonly SpanUnit[], options: ClientOptions): Promise<ClientTotals> {
  const queue = [...units];
  const again: SpanUnit[] = [];
  const totals: ClientTotals = {
    taken: 0,
    refused: 0,
    broken: 0,
    repeated: 0,
    takenBytes: 0,
    withoutRetryAfter: 0,
    slowestRefusalMs: 0,
  };
  const taken = new Set<SpanUnit>();
  let busy = 0;
  /** When the next request may go out; an outage is not made up for, or the stream would end before the next fault. */
  let dueMs = performance.now();
  const { random } = options;

  const next = (): SpanUnit[] => {
    const size = random.int(1, MAX_UNITS);
    const repeats = again.splice(0, random.int(0, Math.min(size, again.length)));
    const allowed = options.allowed() - (units.length - queue.length);
    return [...repeats, ...queue.splice(0, Math.max(0, Math.min(size - repeats.length, allowed)))];
  };
  const connection = async (): Promise<void> => {
    while (!options.signal?.aborted && (queue.length > 0 || again.length > 0 || busy > 0)) {
      const batch = next();
      if (batch.length === 0) {
        await sleep(5);
        continue;
      }
      busy++;
      const outcome = await post(batch, options);
      busy--;
      if (outcome.taken) {
        totals.taken++;
        totals.takenBytes += outcome.bytes;
        for (const unit of batch) taken.add(unit);
        options.onProgress(taken.size);
        if (random.chance(REPEATED)) {
          totals.repeated++;
          again.push(...batch);
        }
        dueMs = Math.max(dueMs, performance.now()) + (batch.length / options.spansPerSecond()) * 1_000;
        await sleep(Math.min(dueMs - performance.now(), 1_000));
      } else {
        if (outcome.status === 0) totals.broken++;
        else {
          totals.refused++;
          totals.slowestRefusalMs = Math.max(totals.slowestRefusalMs, outcome.tookMs);
          if (!outcome.saysWhen) totals.withoutRetryAfter++;
        }
        // What was not answered with 200 goes out again among other spans: another request, another batch.
        again.push(...batch);
        await sleep(Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS) * (0.5 + random.next() / 2));
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return totals;
}

const RETRYABLE = new Set([0, 429, 503]);

export interface Outcome {
  taken: boolean;
  /** Of the request's body. */
  bytes: number;
  /** 0: broken off. */
  status: number;
  retryAfterMs: number;
  saysWhen: boolean;
  /** The body of a refusal. */
  text: string;
  tookMs: number;
}

/** One request. Throws when it is refused for good. */
export async function post(batch: SpanUnit[], options: Sending): Promise<Outcome> {
  const request = requestOf(batch, options.namespace);
  const protobuf = options.random.chance(0.5);
  const plain = protobuf ? Buffer.from(toProtobuf(request)) : Buffer.from(JSON.stringify(request));
  const zipped = options.random.chance(0.5);
  const body = zipped ? await compress(plain, { level: 1 }) : plain;
  const startedMs = performance.now();
  const answer = await fetch(`${options.baseUrl}/v1/traces`, {
    method: 'POST',
    headers: {
      'content-type': protobuf ? 'application/x-protobuf' : 'application/json',
      ...(zipped && { 'content-encoding': 'gzip' }),
      authorization: `Bearer ${options.token}`,
    },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).then(
    async (response) => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    }),
    () => ({ status: 0, retryAfter: null, text: '' }),
  );
  if (answer.status !== 200 && !RETRYABLE.has(answer.status)) {
    throw new Error(`a request was refused for good: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  return {
    taken: answer.status === 200,
    bytes: body.length,
    status: answer.status,
    retryAfterMs: answer.retryAfter === null ? 300 : Number(answer.retryAfter) * 1_000,
    saysWhen: answer.retryAfter !== null && Number(answer.retryAfter) > 0,
    text: answer.text,
    tookMs: performance.now() - startedMs,
  };
}
