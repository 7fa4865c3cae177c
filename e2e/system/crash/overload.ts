/** Several times the capacity for a while: refusals that say when to come back, memory that stays flat, exact afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { toProtobuf } from '@spanwise/telemetry/otlp-proto';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import type { Product } from '../harness/product.js';
import { postBody, type Outcome } from './client.js';
import { MemoryWatch } from './memory-watch.js';
import { EXACT } from './scene.js';
import { verdictOn, type Verdict } from './verdict.js';
import { requestOf, Workload } from './workload.js';

const NAMESPACE = 'overload';
/** Different ones; they are sent again and again, and each must be counted once. */
const SPANS = 200_000;
/** Large, so that a request costs the product far more than the load generator on the same cores. */
const SPANS_PER_REQUEST = 20_000;
const SECONDS = 60;
/** Times the measured capacity. */
const FACTOR = 5;
/** The load generator shares the cores: so many times the capacity it must reach for the run to mean anything. */
const LEAST_FACTOR = 1.5;
const CAPACITY_MS = 10_000;
const CAPACITY_CONNECTIONS = 24;
/** More connections are not opened: the system holds so many that the product has not accepted yet, and drops the rest. */
const MAX_OPEN = 400;
const REQUEST_TIMEOUT_MS = 30_000;
const RECOVERY_MS = 120_000;
const HEADERS = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };

type Send = (body: Uint8Array) => Promise<Outcome>;

export async function runOverload(product: Product, seed: string): Promise<Verdict & { load: string[] }> {
  const startMicros = Date.now() * 1_000;
  const workload = new Workload(new Random(`overload ${seed}`));
  const bodies = Array.from({ length: SPANS / SPANS_PER_REQUEST }, () => {
    const request = requestOf(workload.make(SPANS_PER_REQUEST, Date.now(), 20), NAMESPACE);
    return gzipSync(toProtobuf(request), { level: 1 });
  });
  const access = { baseUrl: product.baseUrl, token: product.intakeToken };
  const open = new Set<Uint8Array>(bodies);
  const send: Send = async (body) => {
    const outcome = await postBody(body, access, HEADERS, REQUEST_TIMEOUT_MS);
    if (outcome.taken) open.delete(body);
    return outcome;
  };
  const capacity = await measureCapacity(send, bodies);
  await recovered(product);
  const memory = MemoryWatch.start(product);
  const load = await offer(send, bodies, capacity * FACTOR);
  memory.stop();
  await recovered(product);
  for (const body of open) while (!(await send(body)).taken) await sleep(500);
  const takenBytes = bodies.reduce((sum, body) => sum + body.length, 0);
  const expectation = { workload, namespace: NAMESPACE, outcome: EXACT, startMicros, takenBytes };
  const verdict = await verdictOn(product, expectation);
  if (load.offered < LEAST_FACTOR * capacity * SECONDS) load.faults.push(`only ${load.offered} requests were offered`);
  if (load.refused === 0) load.faults.push('nothing was refused: there was no overload');
  return { ...verdict, load: [...load.faults, ...memory.faults()] };
}

/** Requests a second that are taken of a few clients which wait as they are asked to. */
async function measureCapacity(send: Send, bodies: readonly Uint8Array[]): Promise<number> {
  const endsMs = performance.now() + CAPACITY_MS;
  let next = 0;
  let taken = 0;
  const connection = async () => {
    while (performance.now() < endsMs) {
      const outcome = await send(bodies[next++ % bodies.length]!);
      if (outcome.taken) taken++;
      else await sleep(outcome.retryAfterMs);
    }
  };
  await Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, connection));
  console.log(`capacity: ${Math.round((taken * SPANS_PER_REQUEST * 1_000) / CAPACITY_MS)} spans a second`);
  return (taken * 1_000) / CAPACITY_MS;
}

/** Sends at a fixed rate, whatever the answers are: clients that never wait. */
async function offer(send: Send, bodies: readonly Uint8Array[], perSecond: number) {
  const totals = { offered: 0, refused: 0, faults: [] as string[] };
  const underWay = new Set<Promise<void>>();
  const one = async (body: Uint8Array) => {
    const { taken, status, saysWhen, text } = await send(body);
    if (taken) return;
    if ((status === 429 || status === 503) && saysWhen) totals.refused++;
    else
      totals.faults.push(`a request was answered with ${status}, Retry-After ${saysWhen} ${status === 0 ? text : ''}`);
  };
  const startedMs = performance.now();
  for (let elapsedMs = 0; elapsedMs < SECONDS * 1_000; elapsedMs = performance.now() - startedMs) {
    while (totals.offered < (elapsedMs / 1_000) * perSecond && underWay.size < MAX_OPEN) {
      const request = one(bodies[totals.offered++ % bodies.length]!).finally(() => underWay.delete(request));
      underWay.add(request);
    }
    await sleep(2);
  }
  await Promise.all(underWay);
  return totals;
}

/** Everything stored is projected and the figures have it. */
const recovered = (product: Product) =>
  eventually(
    async () => {
      const text = await fetch(`${product.baseUrl}/metrics`).then((response) => response.text());
      const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
      expect((await fetch(`${product.baseUrl}/api/v1/healthz`)).ok).toBe(true);
      expect(value('spanwise_projection_lag_seconds')).toBeLessThan(1);
      expect(value('spanwise_projection_lag_messages')).toBeLessThan(4);
    },
    { takesMs: RECOVERY_MS },
  );
