/** Several times the capacity for a while: refusals that say when to come back, memory that stays flat, exact afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { toProtobuf } from '@spanwise/telemetry/otlp-proto';
import { Product } from '../harness/product.js';
import { MemoryWatch } from './memory-watch.js';
import { EXACT } from './scene.js';
import { judge, type Verdict } from './verdict.js';
import { makeWorkload, requestOf } from './workload.js';

export interface OverloadOptions {
  seed: string;
  /** Different spans; they are sent again and again, and each must be counted once. */
  spans: number;
  seconds: number;
  /** Times the measured capacity. */
  factor: number;
  log: (line: string) => void;
}

export interface OverloadResult extends Verdict {
  offered: number;
  taken: number;
  refused: number;
  recoverySeconds: number;
}

const NAMESPACE = 'overload';
/** Large, so that a request costs the product far more than the load generator on the same cores. */
const SPANS_PER_REQUEST = 20_000;
const CAPACITY_MS = 10_000;
const CAPACITY_CONNECTIONS = 24;
/** More connections are not opened: the system holds so many that the product has not accepted yet, and drops the rest. */
const MAX_OPEN = 400;
const REQUEST_TIMEOUT_MS = 30_000;
/** The load generator shares the cores: so many times the capacity it must reach for the run to mean anything. */
const LEAST_FACTOR = 1.5;
const RECOVERY_MS = 180_000;

interface Answer {
  /** 0: broken off. */
  status: number;
  retryAfterSeconds: number | undefined;
  /** How it was broken off. */
  broken?: string;
}

export async function runOverload(options: OverloadOptions): Promise<OverloadResult> {
  const product = await Product.start({ environment: { LOG_LEVEL: 'warn' } });
  try {
    return await overload(product, options);
  } finally {
    product.stop();
  }
}

async function overload(
  product: Product,
  { seed, spans, seconds, factor, log }: OverloadOptions,
): Promise<OverloadResult> {
  const startMicros = Date.now() * 1_000;
  const workload = makeWorkload(seed, spans, startMicros);
  const bodies: Uint8Array[] = [];
  for (let at = 0; at < spans; at += SPANS_PER_REQUEST) {
    const units = workload.units.slice(at, at + SPANS_PER_REQUEST);
    bodies.push(new Uint8Array(gzipSync(toProtobuf(requestOf(units, NAMESPACE)), { level: 1 })));
  }
  const open = new Set(bodies);
  const send = senderOf(product);
  const capacity = await measureCapacity(send, bodies, open);
  log(`  capacity: ${spansOf(capacity)} spans a second; offering ${factor} times as many for ${seconds} s`);
  await recovered(product);
  const memory = MemoryWatch.start(product);
  const faults: string[] = [];
  const load = await offer(send, bodies, open, { perSecond: capacity * factor, seconds, faults });
  memory.stop();
  log(
    `  offered ${spansOf(load.offered / seconds)} spans a second, ${(load.offered / seconds / capacity).toFixed(1)} times the capacity: ${load.taken} requests taken, ${load.refused} refused with a time to come back`,
  );
  const recoverySeconds = await recovered(product);
  log(`  recovered after ${recoverySeconds.toFixed(1)} s`);
  for (const body of open) while ((await send(body)).status !== 200) await sleep(500);
  for (const line of memory.report()) log(`  ${line}`);
  const verdict = await judge(product, {
    workload,
    namespace: NAMESPACE,
    filler: { namespace: 'filler', spans: 0 },
    outcome: EXACT,
    startMicros,
    takenBytes: bodies.reduce((sum, body) => sum + body.length, 0),
  });
  if (load.offered < LEAST_FACTOR * capacity * seconds)
    faults.push(`only ${spansOf(load.offered / seconds)} spans a second were offered`);
  if (load.refused === 0) faults.push('nothing was refused: there was no overload');
  return { ...verdict, ...load, recoverySeconds, faults: [...verdict.faults, ...faults, ...memory.faults()] };
}

const spansOf = (requests: number): number => Math.round(requests * SPANS_PER_REQUEST);

type Send = (body: Uint8Array) => Promise<Answer>;

function senderOf(product: Product): Send {
  const url = `${product.baseUrl}/v1/traces`;
  const headers = {
    'content-type': 'application/x-protobuf',
    'content-encoding': 'gzip',
    authorization: `Bearer ${product.intakeToken}`,
  };
  return async (body) => {
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const response = await fetch(url, { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer>, signal });
      await response.arrayBuffer();
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter) };
    } catch (error) {
      return { status: 0, retryAfterSeconds: undefined, broken: causeOf(error) };
    }
  };
}

function causeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? name;
}

/** Requests a second that a few polite clients get through. */
async function measureCapacity(send: Send, bodies: Uint8Array[], open: Set<Uint8Array>): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  let taken = 0;
  const connection = async () => {
    while (performance.now() - startedMs < CAPACITY_MS) {
      const body = bodies[next++ % bodies.length];
      const { status, retryAfterSeconds } = await send(body);
      if (status === 200) {
        taken++;
        open.delete(body);
      } else await sleep((retryAfterSeconds ?? 1) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, connection));
  return taken / ((performance.now() - startedMs) / 1_000);
}

/** Sends at a fixed rate, whatever the answers are: clients that know no politeness. */
async function offer(
  send: Send,
  bodies: Uint8Array[],
  open: Set<Uint8Array>,
  load: { perSecond: number; seconds: number; faults: string[] },
): Promise<{ offered: number; taken: number; refused: number }> {
  const totals = { offered: 0, taken: 0, refused: 0 };
  const wrong = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const one = async (body: Uint8Array) => {
    const { status, retryAfterSeconds, broken } = await send(body);
    if (status === 200) {
      totals.taken++;
      open.delete(body);
    } else if ((status === 429 || status === 503) && (retryAfterSeconds ?? 0) > 0) totals.refused++;
    else {
      const how =
        broken !== undefined
          ? `broken off (${broken})`
          : `answered with ${status} and Retry-After ${retryAfterSeconds}`;
      wrong.set(how, (wrong.get(how) ?? 0) + 1);
    }
  };
  const startedMs = performance.now();
  for (let elapsedMs = 0; elapsedMs < load.seconds * 1_000; elapsedMs = performance.now() - startedMs) {
    const due = (elapsedMs / 1_000) * load.perSecond;
    while (totals.offered < due && underWay.size < MAX_OPEN) {
      const request = one(bodies[totals.offered++ % bodies.length]).finally(() => underWay.delete(request));
      underWay.add(request);
    }
    await sleep(2);
  }
  await Promise.all(underWay);
  for (const [how, count] of wrong) load.faults.push(`${count} requests were ${how}`);
  return totals;
}

/** Seconds until everything stored is projected and the figures have it. */
async function recovered(product: Product): Promise<number> {
  const startedMs = performance.now();
  const secondsSoFar = () => (performance.now() - startedMs) / 1_000;
  while (performance.now() - startedMs < RECOVERY_MS) {
    const text = await fetch(`${product.baseUrl}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
    const value = (name: string) =>
      Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    const health = await fetch(`${product.baseUrl}/api/v1/healthz`).catch(() => undefined);
    if (health?.ok && value('spanwise_projection_lag_seconds') < 1 && value('spanwise_projection_lag_messages') < 4)
      return secondsSoFar();
    await sleep(200);
  }
  throw new Error(`the product has not recovered after ${secondsSoFar().toFixed(0)} s`);
}
