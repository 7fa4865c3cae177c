/** Many paths that come once, then 20 hot routes, in one hour of one service: exact within the stated error (ADR 9). */
// A product of its own: its memory is measured.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { MemoryWatch } from '../crash/memory-watch.js';
import { makeSpan, requestOf } from '../crash/workload.js';
import type { ApiItem, ApiRed } from '../figures/data-set.js';
import { ApiClient, type Meta } from '../harness/api-client.js';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';

const { full, ...sizes } = scenarioFlags(['paths', 'requests']);
const paths = Number(sizes.paths ?? (full ? 100_000 : 20_000));
const requestsPerRoute = Number(sizes.requests ?? (full ? 1_000 : 200));
const hotRoutes = Array.from({ length: 20 }, (_, route) => `/hot/${route}`);
const total = paths + hotRoutes.length * requestsPerRoute;
const SPANS_PER_REQUEST = 500;
const MINUTE_MICROS = 60_000_000;
const HOUR_MICROS = 60 * MINUTE_MICROS;
/** As ADR 9 states it, for a kept name that took the place of one that came once. */
const statedError = 8 + Math.ceil(paths / 512);

/** Two minutes of the past in one hour. */
function timesAt(nowMicros: number): { hour: number; once: number; hot: number } {
  const minute = Math.floor(nowMicros / MINUTE_MICROS) * MINUTE_MICROS;
  const hour = Math.floor(minute / HOUR_MICROS) * HOUR_MICROS;
  const hot = minute - 2 * MINUTE_MICROS > hour ? minute - MINUTE_MICROS : hour - MINUTE_MICROS;
  return { hour: Math.floor(hot / HOUR_MICROS) * HOUR_MICROS, once: hot - MINUTE_MICROS, hot };
}

const times = timesAt(Date.now() * 1_000);
const range = { namespace: 'cardinality', from: times.hour, to: times.hour + HOUR_MICROS };
const random = new Random('cardinality');
let product: Product;
let api: ApiClient;
let memory: MemoryWatch;

beforeAll(async () => {
  product = await Product.start();
  api = new ApiClient(product.baseUrl, product.readToken);
  memory = MemoryWatch.start(product);
  const once = Array.from({ length: paths }, (_, path) => `/once/${path}`);
  const hot = Array.from({ length: requestsPerRoute }, () => hotRoutes).flat();
  await send(once, times.once);
  await shown(paths);
  await send(hot, times.hot);
  await shown(total);
});
afterAll(() => {
  memory?.stop();
  product?.stop();
});

function spanOf(route: string, startMicros: number): Span {
  const attributes = [
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'http.route', value: { stringValue: route } },
  ];
  return { ...makeSpan(random, BigInt(startMicros) * 1_000n, false), name: `GET ${route}`, attributes };
}

async function send(routes: string[], startMicros: number): Promise<void> {
  function* requests(): Generator<TraceRequest> {
    for (let at = 0; at < routes.length; at += SPANS_PER_REQUEST) {
      const part = routes.slice(at, at + SPANS_PER_REQUEST);
      yield requestOf(
        part.map((route) => ({ service: 'shop', span: spanOf(route, startMicros) })),
        range.namespace,
      );
    }
  }
  const { baseUrl, intakeToken: token } = product;
  await sendAll(requests(), { baseUrl, token, encoding: 'protobuf', connections: 2 });
}

const shown = (requests: number) =>
  eventually(
    async () => {
      const { red } = await api.get<{ red: ApiRed }>('overview', range);
      expect(red.request_count).toBe(requests);
    },
    { takesMs: 120_000 },
  );

describe.each(['minute', 'hour'])('the transactions by %s', (resolution) => {
  const question = { ...range, resolution };

  it('add up to all requests', async () => {
    const rows = await api.list<ApiItem>('transactions', question);
    expect(rows.reduce((sum, { red }) => sum + red.request_count, 0)).toBe(total);
  });

  it('have every hot route, exact within the stated error', async () => {
    const rows = await api.list<ApiItem>('transactions', question);
    const counts = new Map(rows.map((row) => [row.transaction!.name, row.red.request_count]));
    for (const route of hotRoutes) {
      const lacks = requestsPerRoute - (counts.get(`GET ${route}`) ?? 0);
      expect(lacks, route).toBeGreaterThanOrEqual(0);
      expect(lacks, route).toBeLessThanOrEqual(statedError);
    }
  });

  it('say that transactions were folded', async () => {
    const { meta } = await api.get<{ meta: Meta }>('overview', question);
    expect(meta.data_quality.overflow_dimensions).toContain('transaction');
  });
});

it('no process used more memory than its bound', () => expect(memory.excess()).toEqual([]));
