/** A real Prometheus scrapes a target and writes to the gateway: SQL over its series says what it says itself. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';
import { findPrometheus, RealPrometheus, type Matrix } from './real-prometheus.fixture.js';

const found = findPrometheus();
const SCRAPES = 12;
const METRICS = [
  'app_requests_total',
  'app_temperature_celsius',
  'app_latency_seconds_bucket',
  'app_latency_seconds_sum',
  'app_latency_seconds_count',
];
/** Labels that the target's series have. */
const LABELS = ['path', 'le', 'job', 'instance'];

let client: Client<Tenant>;
let target: Server;
let prometheus: RealPrometheus;
let scrapes = 0;

/** What a program shows that has served `n` rounds of requests; it ends after some. */
function exposition(n: number): string {
  const lines = ['# TYPE app_requests_total counter'];
  for (const [index, path] of ['/', '/orders', '/a "b"\\c'].entries())
    lines.push(`app_requests_total{path="${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"} ${n * (index + 1)}`);
  lines.push('# TYPE app_temperature_celsius gauge', `app_temperature_celsius ${(-1) ** n * (n + 0.125)}`);
  lines.push('# TYPE app_latency_seconds histogram');
  for (const [index, le] of ['0.1', '1', '+Inf'].entries())
    lines.push(`app_latency_seconds_bucket{le="${le}"} ${n * (index + 1)}`);
  lines.push(`app_latency_seconds_sum ${n * 1.5}`, `app_latency_seconds_count ${n * 3}`);
  return `${lines.join('\n')}\n`;
}

beforeAll(async () => {
  if ('missing' in found) return;
  client = await Client.join();
  target = createServer((_, response) => {
    scrapes++;
    response.statusCode = scrapes <= SCRAPES ? 200 : 503;
    response.end(scrapes <= SCRAPES ? exposition(scrapes) : '');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  prometheus = await RealPrometheus.start(found.binary, {
    target: `127.0.0.1:${(target.address() as AddressInfo).port}`,
    url: `${client.product.baseUrl}/api/v1/prometheus/api/v1/write`,
    token: client.product.intakeToken,
  });
});
afterAll(async () => {
  await prometheus?.stop();
  target?.close();
});

async function sql(statement: string): Promise<unknown[][]> {
  const nowMicros = Date.now() * 1_000;
  const response = await fetch(`${client.product.baseUrl}/api/v1/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
    body: JSON.stringify({
      language: 'sql',
      statement,
      time_range: { start: nowMicros - 3_600_000_000, end: nowMicros + 60_000_000 },
    }),
  });
  return ((await response.json()) as { rows?: unknown[][] }).rows ?? [];
}

describe('a Prometheus that writes to the gateway', () => {
  it.for(METRICS)('finds each of its samples of %s, and their count and sum, by SQL', async (metric, context) => {
    if ('missing' in found) return context.skip(found.missing);
    await expect.poll(() => scrapes).toBeGreaterThan(SCRAPES + 1);
    const atSeconds = Date.now() / 1_000;
    const own = await prometheus.query<Matrix>(`${metric}[1h]`, atSeconds);
    const samples = own.flatMap(({ metric: labels, values }) =>
      values.map(([seconds, value]) =>
        JSON.stringify([...LABELS.map((name) => labels[name] ?? null), Math.round(seconds * 1_000), Number(value)]),
      ),
    );
    const of = async (aggregation: string) => {
      const [row] = await prometheus.query<{ value: [number, string] }[]>(
        `sum(${aggregation}(${metric}[1h]))`,
        atSeconds,
      );
      return Number(row!.value[1]);
    };
    const [count, sum] = [await of('count_over_time'), await of('sum_over_time')];
    expect(count).toBe(samples.length);
    // A scrape that this machine was too slow for is missing on both sides.
    expect(count).toBeGreaterThan(own.length);
    await eventually(async () => {
      // A series that has ended says so in a point without a value.
      const totals = await sql(`select count(value), sum(value) from metrics."${metric}"`);
      expect(totals).toEqual([[count, sum]]);
    });
    const labels = LABELS.map((name) => `json_extract_string(coalesce(attributes, '{}'), '/${name}')`);
    const stored = await sql(
      `select ${labels.join(', ')}, _timestamp // 1000, value from metrics."${metric}" where value is not null`,
    );
    expect(stored.map((row) => JSON.stringify(row)).toSorted()).toEqual(samples.toSorted());
  });
});
