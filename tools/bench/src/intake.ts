/** What intake costs and how long it takes: a burst, a steady pace, a backlog. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.js';
import { logAcknowledgement, projectionFloor } from './limits.js';
import { makeBodies, SPANS_PER_REQUEST, type Body } from './load.js';
import { cpuSeconds, percentile } from './measure.js';
import type { Report } from './report.js';

export const CONNECTIONS = 8;
const PACED_SECONDS = 10;
const VISIBLE_PROBES = 12;
/** Enough for one of them to be a request, which is what the figures of a service count. */
const PROBE_SPANS = 16;
const FLOOR_BODIES = 60;
/** The first four are the intake path; PostgreSQL is shown beside it. */
const PROCESSES = ['gateway', 'nats', 'projector', 'apm', 'postgres'] as const;

/** Sends `bodies` as fast as they are taken and returns the acknowledged spans a second. */
export async function saturate(client: Client, report: Report, bodies: readonly Body[]): Promise<number> {
  const floor = projectionFloor(bodies.slice(0, FLOOR_BODIES));
  await client.caughtUp();
  const pids = PROCESSES.map((name) => client.product.pid(name)!);
  const before = pids.map(cpuSeconds);
  const seconds = await client.postAll(bodies, CONNECTIONS);
  await client.caughtUp();
  const spans = bodies.length * SPANS_PER_REQUEST;
  const micros = pids.map((pid, index) => ((cpuSeconds(pid) - before[index]!) * 1_000_000) / spans);
  const perSecond = spans / seconds;
  report.add('acknowledged spans a second, generator on the same cores', { product: perSecond, digits: 0 });
  for (const [index, name] of PROCESSES.entries()) {
    report.add(`CPU of ${name}, a span`, { product: micros[index]!, digits: 2, unit: 'µs' });
  }
  const projector = micros[PROCESSES.indexOf('projector')];
  const of = 'inflate, decode, fold';
  const share = { product: floor, limit: projector, of: 'projector', target: '>= 0.80', digits: 2, unit: 'µs' };
  report.add('projection floor / projector CPU', share);
  const intake = micros.slice(0, 4).reduce((sum, one) => sum + one, 0);
  report.add('whole intake CPU', { product: intake, limit: floor, of, target: '<= 2.5', digits: 2, unit: 'µs' });
  return perSecond;
}

/** Sends at a steady pace from intended times, so that a slow answer is not hidden by sending less. */
export async function sendPaced(client: Client, bodies: readonly Body[], requestsPerSecond: number): Promise<number[]> {
  const started = performance.now();
  return Promise.all(
    bodies.map(async (body, index) => {
      const due = (index / requestsPerSecond) * 1_000;
      await sleep(Math.max(0, due - (performance.now() - started)));
      await client.post(body);
      return performance.now() - started - due;
    }),
  );
}

export async function paced(client: Client, report: Report, spansPerSecond: number): Promise<void> {
  const requestsPerSecond = Math.max(1, spansPerSecond / SPANS_PER_REQUEST);
  const bodies = makeBodies('paced', Math.ceil(requestsPerSecond * PACED_SECONDS));
  const limit = (await logAcknowledgement(bodies[0]!.gzip.length)).p50Ms;
  const visible = probeVisibility(client);
  const latencies = await sendPaced(client, bodies, requestsPerSecond);
  const of = 'p50 of JetStream, one client';
  const p50 = percentile(latencies, 0.5);
  const p99 = percentile(latencies, 0.99);
  report.add('acknowledgement p50 at a quarter of capacity', { product: p50, limit, of, target: '<= 3', unit: 'ms' });
  report.add('acknowledgement p99', { product: p99, limit, of, target: '<= 20', unit: 'ms' });
  const seen = await visible;
  const visibleOf = (q: number) => ({ product: percentile(seen, q), digits: 0, unit: 'ms' });
  report.add('acknowledged to visible p50', { ...visibleOf(0.5), target: '<= 1500 ms' });
  report.add('acknowledged to visible p99', { ...visibleOf(0.99), target: '<= 3000 ms' });
}

async function probeVisibility(client: Client): Promise<number[]> {
  const times: number[] = [];
  for (let probe = 0; probe < VISIBLE_PROBES; probe++) {
    const before = await client.counted('&service=bench-0');
    await client.post(makeBodies(`probe-${probe}`, 1, { spansPerRequest: PROBE_SPANS })[0]!);
    const acknowledged = performance.now();
    while ((await client.counted('&service=bench-0')) <= before) await sleep(20);
    times.push(performance.now() - acknowledged);
    await sleep(300);
  }
  return times;
}

/** Lets spans gather in the log while the projector sleeps, and measures how fast it folds them when it wakes. */
export async function backlog(client: Client, report: Report, spans: number): Promise<void> {
  const bodies = makeBodies('backlog', Math.ceil(spans / SPANS_PER_REQUEST));
  const floor = projectionFloor(bodies.slice(0, FLOOR_BODIES));
  const projector = client.product.pid('projector')!;
  await client.caughtUp();
  process.kill(projector, 'SIGSTOP');
  try {
    await client.postAll(bodies, CONNECTIONS);
  } finally {
    process.kill(projector, 'SIGCONT');
  }
  const sent = bodies.length * SPANS_PER_REQUEST;
  const cpuBefore = cpuSeconds(projector);
  const started = performance.now();
  await client.caughtUp();
  const seconds = (performance.now() - started) / 1_000;
  const micros = ((cpuSeconds(projector) - cpuBefore) * 1_000_000) / sent;
  report.add(`backlog of ${sent} spans: folded and visible, spans a second`, {
    product: sent / seconds,
    limit: 1_000_000 / floor,
    of: 'one core inflating, decoding, folding',
    digits: 0,
  });
  report.add('backlog: floor / projector CPU', {
    product: floor,
    limit: micros,
    of: 'projector',
    target: '>= 0.80',
    digits: 2,
    unit: 'µs',
  });
}
