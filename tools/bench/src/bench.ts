/**
 * `npm run bench`: the product beside limits measured in the same run (design targets: docs/operations.md, "Figures").
 * The load comes from this process on the same cores, so rates are lower bounds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { RedAggregate } from '@spanwise/span-model/red';
import { Product } from '@spanwise/prove/product';
import { logAcknowledgement, projectionFloor } from './limits.js';
import { makeBodies, SPANS_PER_REQUEST, type Body } from './load.js';
import { cpuSeconds, percentile, residentMiB, table, type Row } from './measure.js';

const SATURATION_REQUESTS = 600;
const CONNECTIONS = 8;
const PACED_SECONDS = 10;
const VISIBLE_PROBES = 12;
const OVERVIEW_CALLS = 60;
const OVERVIEW_ROWS = 10_000;
const PROCESSES = ['gateway', 'nats', 'projector', 'apm', 'postgres'] as const;

const rows: Row[] = [];
const round = (value: number, digits = 1): string => value.toFixed(digits);

async function post(product: Product, body: Uint8Array, token: string): Promise<number> {
  for (;;) {
    const started = performance.now();
    const response = await fetch(`${product.baseUrl}/v1/traces`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-protobuf',
        'content-encoding': 'gzip',
        authorization: `Bearer ${token}`,
      },
      body,
    });
    await response.arrayBuffer();
    if (response.status === 200) return performance.now() - started;
    if (response.status !== 503 && response.status !== 429) throw new Error(`intake answered ${response.status}`);
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

async function get<T>(product: Product, path: string, token: string): Promise<T> {
  const response = await fetch(`${product.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Overview {
  red: { sampled_count: number };
}

async function settled(product: Product, token: string): Promise<void> {
  let last = -1;
  for (;;) {
    const { red } = await get<Overview>(product, '/api/v1/apm/overview?namespace=bench&resolution=hour', token);
    if (red.sampled_count === last) return;
    last = red.sampled_count;
    await sleep(1_500);
  }
}

/** As fast as it is taken; returns spans a second and CPU microseconds a span of each process. */
async function saturate(product: Product, tokens: { intake: string; viewer: string }, bodies: Body[]): Promise<number> {
  const floor = projectionFloor(bodies.slice(0, 60));
  const pids = PROCESSES.map((name) => product.pid(name)!);
  const before = pids.map(cpuSeconds);
  const started = performance.now();
  const queue = [...bodies];
  const connection = async () => {
    for (let body = queue.pop(); body !== undefined; body = queue.pop()) await post(product, body.gzip, tokens.intake);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const seconds = (performance.now() - started) / 1_000;
  await settled(product, tokens.viewer);
  const spans = bodies.length * SPANS_PER_REQUEST;
  const micros = pids.map((pid, index) => ((cpuSeconds(pid) - before[index]) * 1_000_000) / spans);
  const perSecond = spans / seconds;
  rows.push({
    figure: 'acknowledged spans a second, generator on the same cores',
    product: round(perSecond, 0),
    limit: '-',
    ratio: '-',
    target: '-',
  });
  for (const [index, name] of PROCESSES.entries()) {
    rows.push({
      figure: `CPU of ${name}, µs a span`,
      product: round(micros[index], 2),
      limit: '',
      ratio: '',
      target: '',
    });
  }
  const projector = micros[PROCESSES.indexOf('projector')];
  rows.push({
    figure: 'projector: floor / CPU',
    product: `${round(projector, 2)} µs`,
    limit: `${round(floor, 2)} µs (inflate, decode, fold)`,
    ratio: round(floor / projector, 2),
    target: '>= 0.80',
  });
  const intake = micros.slice(0, 4).reduce((sum, one) => sum + one, 0);
  rows.push({
    figure: 'whole intake CPU / floor',
    product: `${round(intake, 2)} µs`,
    limit: `${round(floor, 2)} µs`,
    ratio: round(intake / floor, 2),
    target: '<= 2.5',
  });
  return perSecond;
}

/** Sends at a steady pace from intended times, so that a slow answer is not hidden by sending less. */
async function paced(product: Product, tokens: { intake: string; viewer: string }, perSecond: number): Promise<void> {
  const requestsPerSecond = Math.max(1, perSecond / SPANS_PER_REQUEST);
  const bodies = makeBodies('paced', Math.ceil(requestsPerSecond * PACED_SECONDS));
  const limit = await logAcknowledgement(bodies[0].gzip.length);
  const started = performance.now();
  const visible = probeVisibility(product, tokens);
  const latencies = await Promise.all(
    bodies.map(async (body, index) => {
      const due = (index / requestsPerSecond) * 1_000;
      await sleep(Math.max(0, due - (performance.now() - started)));
      await post(product, body.gzip, tokens.intake);
      return performance.now() - started - due;
    }),
  );
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  rows.push({
    figure: 'acknowledgement p50 at a quarter of capacity, ms',
    product: round(p50),
    limit: `${round(limit.p50Ms, 2)} (JetStream, one client)`,
    ratio: round(p50 / limit.p50Ms),
    target: '<= 3',
  });
  rows.push({
    figure: 'acknowledgement p99',
    product: round(p99),
    limit: round(limit.p50Ms, 2),
    ratio: round(p99 / limit.p50Ms),
    target: '<= 20',
  });
  const seen = await visible;
  rows.push({
    figure: 'acknowledged to visible p50, ms',
    product: round(percentile(seen, 0.5), 0),
    limit: '300 (flush intervals)',
    ratio: round(percentile(seen, 0.5) / 300),
    target: '<= 1500 ms',
  });
  rows.push({
    figure: 'acknowledged to visible p99, ms',
    product: round(percentile(seen, 0.99), 0),
    limit: '',
    ratio: '',
    target: '<= 3000 ms',
  });
}

async function probeVisibility(product: Product, tokens: { intake: string; viewer: string }): Promise<number[]> {
  const times: number[] = [];
  for (let probe = 0; probe < VISIBLE_PROBES; probe++) {
    const namespace = 'bench';
    const before = (
      await get<Overview>(
        product,
        `/api/v1/apm/overview?namespace=${namespace}&service=bench-0&resolution=hour`,
        tokens.viewer,
      )
    ).red.sampled_count;
    await post(product, makeBodies(`probe-${probe}`, 1, 2)[0].gzip, tokens.intake);
    const acknowledged = performance.now();
    for (;;) {
      const { red } = await get<Overview>(
        product,
        `/api/v1/apm/overview?namespace=${namespace}&service=bench-0&resolution=hour`,
        tokens.viewer,
      );
      if (red.sampled_count > before) break;
      await sleep(20);
    }
    times.push(performance.now() - acknowledged);
    await sleep(300);
  }
  return times;
}

/** Fills ten thousand rows and asks for the overview over them, beside a bare merge of the same rows in memory. */
async function overview(product: Product, viewer: string): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const { rows: stored } = await client.query<{ red: Buffer }>(
    'select red from apm.rollup_minutes order by bucket limit $1',
    [OVERVIEW_ROWS],
  );
  await client.end();
  const merges: number[] = [];
  for (let time = 0; time < 20; time++) {
    const started = performance.now();
    const total = new RedAggregate();
    for (const row of stored) total.mergeEncoded(row.red);
    merges.push(performance.now() - started);
  }
  const calls: number[] = [];
  for (let call = 0; call < OVERVIEW_CALLS; call++) {
    const started = performance.now();
    await get(product, `/api/v1/apm/overview?from=${(Date.now() - 3_000_000) * 1_000}&resolution=minute`, viewer);
    calls.push(performance.now() - started);
  }
  const [p50, p95, merge] = [percentile(calls, 0.5), percentile(calls, 0.95), percentile(merges, 0.5)];
  rows.push({
    figure: `overview p50 over ${stored.length} minute rows, ms`,
    product: round(p50),
    limit: `${round(merge)} (merge in memory)`,
    ratio: round(p50 / merge),
    target: '',
  });
  rows.push({
    figure: 'overview p95, ms',
    product: round(p95),
    limit: round(merge),
    ratio: round(p95 / merge),
    target: '<= 5 and < 20 ms',
  });
}

const product = await Product.start({ environment: { LOG_LEVEL: 'warn' } });
try {
  const tokens = { intake: product.intakeToken, viewer: product.readToken };
  console.log('warming up …');
  for (const body of makeBodies('warm', 60)) await post(product, body.gzip, tokens.intake);
  console.log('saturating …');
  const perSecond = await saturate(product, tokens, makeBodies('saturate', SATURATION_REQUESTS));
  console.log('pacing …');
  await paced(product, tokens, perSecond / 4);
  await overview(product, tokens.viewer);
  for (const name of ['gateway', 'iam', 'apm', 'notify', 'projector'] as const) {
    rows.push({
      figure: `memory of ${name}, MiB`,
      product: round(residentMiB(product.pid(name)!), 0),
      limit: '',
      ratio: '',
      target: name === 'gateway' ? '<= 200' : '<= 300',
    });
  }
  console.log(`\n${table(rows)}`);
} finally {
  product.stop();
}
