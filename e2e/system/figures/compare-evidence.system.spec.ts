/** What the comparison of two versions, and the overview, say of small services and of calls that got slow (ADR 18). */
// A product of its own: it has settings of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from '../harness/product.js';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from '../../src/product.fixture.js';

const MINUTE = 60_000_000;
/** Before, and as long after. */
const start = Math.floor(Date.now() / 60_000 - 8) * MINUTE;
const change = start + 2 * MINUTE;
const both = { from: start, to: change + 2 * MINUTE, namespace: 'compared' };
const random = new Random('compare-evidence');

let client: Client;
let sent = 0;

/** Milliseconds around a median; `sigma` is that of their logarithms. */
const durations = (count: number, medianMs: number, sigma: number): number[] =>
  Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return medianMs * Math.exp(sigma * normal);
  });

const spanOf = (startMicros: number, durationMs: number, more: object = {}) =>
  serverSpan(startMicros, { endTimeUnixNano: `${startMicros + Math.round(durationMs * 1_000)}000`, ...more });

async function send(service: string, version: string, spans: object[]): Promise<void> {
  const resource = { 'service.name': service, 'service.version': version, 'service.namespace': 'compared' };
  expect(await client.send(spans, resource)).toBe(200);
}

/** Requests of a version, one after the other through two minutes. */
async function sendRequests(service: string, version: string, times: number[], failing = 0, at = start): Promise<void> {
  const spans = times.map((durationMs, index) =>
    spanOf(at + index * 100_000, durationMs, index < failing ? { status: { code: 2 } } : {}),
  );
  sent += spans.length;
  await send(service, version, spans);
}

/** Requests that call another service, whose network has a delay. What that service itself sees is the same. */
async function sendCalls(version: string, count: number, delayMs: number, at: number): Promise<void> {
  const calls = durations(count, 10, 0.3);
  const target = [
    { key: 'server.address', value: { stringValue: 'stock' } },
    { key: 'http.request.method', value: { stringValue: 'GET' } },
  ];
  const requests = calls.map((callMs, index) =>
    spanOf(at + index * 100_000, 400 + callMs + delayMs + random.next() * 600),
  );
  const inner = calls.map((callMs, index) => {
    const parent = requests[index] as { traceId: string; spanId: string };
    const { traceId, spanId } = parent;
    return spanOf(at + index * 100_000, callMs + delayMs, {
      kind: 3,
      traceId,
      parentSpanId: spanId,
      attributes: target,
    });
  });
  sent += count;
  await send('front', version, [...requests, ...inner]);
  await sendRequests('stock', '1', calls, 0, at);
}

beforeAll(async () => {
  const environment = { LOG_LEVEL: 'warn', SPANWISE_RESTART_LIMIT: '1000', SPANWISE_APM_MIN_SAMPLES: '50' };
  client = new Client(await Product.start({ environment }));
  // p50 55 to 498 ms, p95 about twice as long.
  await sendRequests('checkout', '1', [...durations(80, 50, 0.3), ...durations(37, 700, 0.4)]);
  await sendRequests('checkout', '2', [...durations(20, 120, 0.3), ...durations(70, 600, 0.7)]);
  await sendRequests('tiny', '1', durations(12, 50, 0.5));
  await sendRequests('tiny', '2', durations(12, 62, 0.5));
  await sendRequests('failing', '1', durations(100, 50, 0.4), 1);
  await sendRequests('failing', '2', durations(100, 50, 0.4), 25);
  await sendRequests('same', '1', durations(200, 50, 0.4));
  await sendRequests('same', '2', durations(200, 50, 0.4));
  await sendRequests('faster', '1', durations(150, 200, 0.4));
  await sendRequests('faster', '2', durations(150, 80, 0.4));
  await sendRequests('one', '1', durations(2, 50, 0.4));
  await sendRequests('one', '2', durations(1, 50, 0.4));
  await sendCalls('1', 120, 0, start);
  await sendCalls('2', 120, 200, change);
  await eventually(async () => {
    const { red } = await answered(client.api.GET('/api/v1/apm/overview', { params: { query: both } }));
    expect(red.sampled_count).toBe(sent);
  });
});
afterAll(() => client?.product.stop());

const compare = (service: string) =>
  answered(
    client.api.GET('/api/v1/apm/versions/compare', {
      params: { query: { ...both, service, baseline: '1', candidate: '2' } },
    }),
  );

describe('the comparison of two versions', () => {
  it('a p50 from 55 to 498 ms at 117 and 90 requests is regressed, and says why', async () => {
    const { status, evidence, baseline, candidate, sufficient_data: isEnough } = await compare('checkout');
    const p50 = (red: { p50_micros?: number }) => red.p50_micros! / 1_000;
    expect([baseline.sample_count, candidate.sample_count]).toEqual([117, 90]);
    expect(p50(candidate.red) / p50(baseline.red)).toBeGreaterThan(5);
    expect([isEnough, status, evidence.verdict, evidence.figure]).toEqual([true, 'regressed', 'regressed', 'duration']);
    expect(evidence.interval![0]).toBeGreaterThan(1);
    expect(evidence.reason).toMatch(/durations are [\d.]+ times what they were/);
    expect(evidence.confidence).toBeGreaterThan(0.95);
  });

  it('names the figure that decided, also of errors, and where it got better', async () => {
    const failing = await compare('failing');
    expect(failing).toMatchObject({ status: 'regressed', evidence: { verdict: 'regressed', figure: 'error_rate' } });
    expect(failing.evidence.interval![0]).toBeGreaterThan(0);
    expect(await compare('faster')).toMatchObject({ status: 'improved', evidence: { figure: 'duration' } });
  });

  it('shows its intervals whatever the verdict is, half-open ones too', async () => {
    for (const service of ['checkout', 'failing', 'same', 'faster', 'tiny']) {
      const { evidence, p95_ratio_interval: p95, error_rate_delta_interval: errors } = await compare(service);
      expect(evidence.reason).not.toBe('');
      expect(evidence.figures.map(({ figure }) => figure)).toEqual(
        expect.arrayContaining(['duration', 'p95', 'error_rate']),
      );
      for (const interval of [p95, errors, ...evidence.figures.map((one) => one.interval)])
        expect(interval).toHaveLength(2);
    }
    expect((await compare('tiny')).p95_ratio_interval![1]).toBeNull();
  });

  it('of a small service is inconclusive, and says how many requests it would take', async () => {
    const { status, evidence, sufficient_data: isEnough } = await compare('tiny');
    expect([isEnough, status, evidence.verdict]).toEqual([false, 'insufficient_data', 'inconclusive']);
    expect(evidence.requests_needed).toBeGreaterThan(12);
    expect(evidence.reason).toContain(String(evidence.requests_needed));
    expect((await compare('one')).evidence).toMatchObject({
      verdict: 'inconclusive',
      requests_needed: expect.any(Number),
    });
  });

  it('calls nothing a change where there is none', async () => {
    const { status, evidence } = await compare('same');
    expect(status).toBe('neutral');
    expect(['unchanged', 'inconclusive']).toContain(evidence.verdict);
  });
});

describe('a delay in the network before a dependency', () => {
  it('is named by the comparison of the caller, which the called service is not to blame for', async () => {
    const { status, evidence, regressed_dependencies: named } = await compare('front');
    expect([status, evidence.verdict]).toEqual(['regressed', 'regressed']);
    expect(named.map(({ dependency }) => dependency.target)).toEqual(['stock']);
    expect(named[0]!.evidence).toMatchObject({ verdict: 'regressed', figure: 'duration' });
    expect(named[0]!.evidence.interval![0]).toBeGreaterThan(5);
    expect(named[0]!.red.p50_micros! / named[0]!.baseline_red.p50_micros!).toBeGreaterThan(10);
  });

  it('is named by the overview of the time since, and by no overview of the time before', async () => {
    const overview = async (from: number, to: number) =>
      answered(client.api.GET('/api/v1/apm/overview', { params: { query: { ...both, from, to } } }));
    const since = await overview(change, change + 2 * MINUTE);
    expect(since.regressed_dependencies.map(({ service, dependency }) => [service.name, dependency.target])).toEqual([
      ['front', 'stock'],
    ]);
    expect(since.regressed_dependencies[0]!.evidence.reason).not.toBe('');
    expect((await overview(start, change)).regressed_dependencies).toEqual([]);
  });
});
