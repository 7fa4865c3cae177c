import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompareQuery } from '@spanwise/contracts/apm/compare';
import { Figures, MINUTE, OTHER_ORGANIZATION, type Request } from '../queries.fixture.js';
import { Overviews } from '../overview/overview.js';
import { VersionComparisons } from './compare-versions.js';
import { randomOf } from './simulated-traffic.fixture.js';

let figures: Figures;
const random = randomOf(11);

/** Requests of 10 ms around their median, of which every `failsEvery`th fails. */
function requests(count: number, change: Request & { medianMicros?: number; failsEvery?: number }): Request[] {
  const { medianMicros = 10_000, failsEvery, ...request } = change;
  return Array.from({ length: count }, (_, index) => ({
    ...request,
    durationMicros: Math.round(medianMicros * (0.8 + 0.4 * random())),
    ...(failsEvery !== undefined && index % failsEvery === 0 && { error: { type: 'Broken', message: 'boom' } }),
  }));
}

const calls = (target: string, medianMicros: number, change: Request): Request[] =>
  requests(60, { ...change, medianMicros, kind: 3, attributes: { 'server.address': target } });

beforeAll(async () => {
  figures = await Figures.start();
  const mixed = (version: string, fast: number, slow: number) => [
    ...requests(fast, { service: 'mix', version, route: '/fast' }),
    ...requests(slow, { service: 'mix', version, route: '/slow', medianMicros: 200_000, failsEvery: 10 }),
  ];
  const shop = (version: string, slowdown: number) => [
    ...requests(600, { service: 'shop', version, route: '/list', failsEvery: 50 }),
    ...requests(400, { service: 'shop', version, route: '/buy', medianMicros: 30_000 * slowdown }),
  ];
  await figures.record([
    ...shop('1.0', 1),
    ...shop('1.0+slow', 1.6),
    ...shop('1.0+fast', 0.5),
    ...shop('1.0+same', 1),
    ...requests(600, { service: 'shop', version: '1.0+failing', route: '/list', failsEvery: 5 }),
    ...requests(99, { service: 'few', version: 'a' }),
    ...requests(100, { service: 'few', version: 'b' }),
    ...requests(117, { service: 'small', version: 's1', medianMicros: 55_000 }),
    ...requests(90, { service: 'small', version: 's2', medianMicros: 498_000 }),
    ...['d1', 'd2'].flatMap((version) => [
      ...requests(60, { service: 'caller', version }),
      ...calls('stock', version === 'd1' ? 20_000 : 80_000, { service: 'caller', version }),
      ...calls('mail', 20_000, { service: 'caller', version }),
    ]),
    ...calls('bank', 20_000, { service: 'over-time', atMicros: figures.nowMicros - 40 * MINUTE }),
    ...calls('bank', 90_000, { service: 'over-time' }),
    ...calls('post', 20_000, { service: 'over-time', atMicros: figures.nowMicros - 40 * MINUTE }),
    ...calls('post', 20_000, { service: 'over-time' }),
    ...mixed('1', 900, 100),
    ...mixed('2', 100, 900),
    ...requests(150, { service: 'fresh', version: '1', environment: 'prod' }),
    ...requests(150, { service: 'fresh', version: '2', environment: 'staging', medianMicros: 40_000 }),
    ...requests(150, { service: 'first', version: 'w' }),
    ...requests(150, { service: 'second', version: 'w' }),
  ]);
});
afterAll(() => figures.stop());

const compare = (baseline: string, candidate: string, query: Partial<CompareQuery> = {}, organization?: string) =>
  new VersionComparisons(figures.reads, figures.config).compare(
    { baseline, candidate, ...query },
    figures.contextOf(organization),
  );

describe('the comparison of two versions (APM-26)', () => {
  it('has the figures of both, and their differences', async () => {
    const answer = await compare('1.0', '1.0+slow', { service: 'shop' });
    const { baseline, candidate, delta } = answer;
    expect([baseline.version, baseline.sample_count, baseline.effective_samples]).toEqual(['1.0', 1_000, 1_000]);
    expect([candidate.version, candidate.red.request_count, candidate.red.error_count]).toEqual([
      '1.0+slow',
      1_000,
      12,
    ]);
    expect(delta).toMatchObject({ request_count_absolute: 0, request_count_relative: 0, error_rate_absolute: 0 });
    expect(delta.p95_absolute_micros).toBe(candidate.red.p95_micros! - baseline.red.p95_micros!);
    expect(delta.p95_relative).toBeCloseTo(0.6, 1);
    expect(answer.meta.accuracy.sampling.unknown).toBe(1);
  });

  it('calls a slow twin regressed and names its slow transaction alone', async () => {
    const answer = await compare('1.0', '1.0+slow', { service: 'shop' });
    expect([answer.sufficient_data, answer.status]).toEqual([true, 'regressed']);
    expect(answer.p95_ratio_interval![0]).toBeGreaterThan(1.4);
    expect(answer.p95_ratio_interval![1]).toBeLessThan(1.8);
    expect(answer.regressed_transactions).toMatchObject([
      {
        transaction: { name: 'GET /buy', kind: 'http' },
        version: '1.0+slow',
        service: { name: 'shop', environment: 'prod' },
        red: { request_count: 400 },
        baseline_red: { request_count: 400 },
        traces: { version: '1.0+slow', transaction: 'GET /buy' },
      },
    ]);
    expect(answer.regressed_transactions[0]!.p95_ratio_interval![0]).toBeGreaterThan(1.3);
    expect(answer.regressed_errors).toEqual([]);
  });

  it('calls one that fails more often regressed, and names transaction and error', async () => {
    const answer = await compare('1.0', '1.0+failing', { service: 'shop' });
    expect([answer.status, answer.regressed_transactions[0]!.transaction.name]).toEqual(['regressed', 'GET /list']);
    expect(answer.error_rate_delta_interval![0]).toBeGreaterThan(0.1);
    expect(answer.regressed_errors).toMatchObject([
      { error: { error_type: 'Broken' }, occurrence_count: 120, traces: { version: '1.0+failing' } },
    ]);
    expect(answer.regressed_errors[0]!.occurrence_rate_delta_interval[0]).toBeGreaterThan(0.1);
  });

  it('calls a fast one improved, and one without a difference neutral', async () => {
    const fast = await compare('1.0', '1.0+fast', { service: 'shop' });
    expect([fast.status, fast.regressed_transactions]).toEqual(['improved', []]);
    const same = await compare('1.0', '1.0+same', { service: 'shop' });
    expect([same.status, same.regressed_transactions, same.regressed_errors]).toEqual(['neutral', [], []]);
    expect(same.error_rate_delta_interval![0]).toBeLessThan(0);
    expect(same.error_rate_delta_interval![1]).toBeGreaterThan(0);
  });

  it('is neutral when the traffic mix alone has changed, although the totals are much worse', async () => {
    const answer = await compare('1', '2', { service: 'mix' });
    expect(answer.delta.error_rate_absolute).toBeGreaterThan(0.05);
    expect(answer.delta.p95_absolute_micros).toBeGreaterThan(10_000);
    expect([answer.status, answer.regressed_transactions, answer.regressed_errors]).toEqual(['neutral', [], []]);
  });

  it('has sufficient data when both versions reach the threshold, and lists nothing below it', async () => {
    const few = await compare('a', 'b', { service: 'few' });
    expect([few.sufficient_data, few.status, few.candidate.sample_count]).toEqual([false, 'insufficient_data', 100]);
    expect([few.regressed_transactions, few.regressed_errors]).toEqual([[], []]);
  });

  it('assesses a small service all the same: 55 to 498 ms at 117 and 90 requests is regressed, and why', async () => {
    const { status, sufficient_data, evidence } = await compare('s1', 's2', { service: 'small' });
    expect([status, sufficient_data]).toEqual(['insufficient_data', false]);
    expect(evidence).toMatchObject({ verdict: 'regressed', figure: 'duration', effect: expect.closeTo(9, 0) });
    expect(evidence.reason).toMatch(/^In all requests durations are 9\.\d+ times what they were/);
    const few = await compare('a', 'b', { service: 'few' });
    expect([few.status, few.evidence.verdict]).toEqual(['insufficient_data', 'inconclusive']);
    expect(few.evidence.requests_needed).toBeGreaterThan(100);
    expect(few.p95_ratio_interval?.[1]).toBeNull();
  });

  it('names the dependency that became slow for its caller, while the requests of both are as before', async () => {
    const { evidence, regressed_dependencies: found } = await compare('d1', 'd2', { service: 'caller' });
    expect(found.map(({ dependency }) => dependency.target)).toEqual(['stock']);
    expect(found[0]!.evidence).toMatchObject({
      verdict: 'regressed',
      figure: 'duration',
      effect: expect.closeTo(4, 0),
    });
    expect(found[0]!.baseline_red.request_count).toBe(60);
    expect(evidence).toMatchObject({ verdict: 'regressed', found_in: { kind: 'dependency' } });
  });

  it('has its like in the overview: calls that are slower than in the range before', async () => {
    const from = figures.nowMicros - 20 * MINUTE;
    const overview = await new Overviews(figures.reads, figures.incidents).overview(
      { from, to: figures.nowMicros + MINUTE, service: 'over-time' },
      figures.contextOf(),
    );
    expect(overview.regressed_dependencies.map(({ dependency }) => dependency.target)).toEqual(['bank']);
  });

  it('of a version that was never seen has zeros, and omits what cannot be said', async () => {
    const answer = await compare('1.0', 'never', { service: 'shop' });
    expect(answer).toMatchObject({
      candidate: { sample_count: 0, effective_samples: 0, red: { request_count: 0, error_rate: 0 } },
      sufficient_data: false,
      status: 'insufficient_data',
      delta: { request_count_absolute: -1_000, request_count_relative: -1 },
    });
    expect(answer.error_rate_delta_interval).toBeUndefined();
    expect(answer.p95_ratio_interval).toBeUndefined();
    expect(answer.delta.p95_absolute_micros).toBeUndefined();
    const turned = await compare('never', '1.0', { service: 'shop' });
    expect(turned.delta.request_count_relative).toBeUndefined();
  });

  it('without a service compares all traffic of both versions; a filter for the version has no effect', async () => {
    expect((await compare('w', '1.0')).baseline.sample_count).toBe(300);
    expect((await compare('w', '1.0', { service: 'first' })).baseline.sample_count).toBe(150);
    expect((await compare('w', '1.0', { version: '1.0' })).baseline.sample_count).toBe(300);
  });

  it('is over environments, so that a version in another one is compared; the filter keeps to one', async () => {
    const both = await compare('1', '2', { service: 'fresh' });
    expect([both.status, both.regressed_transactions[0]!.service.environment]).toEqual(['regressed', 'staging']);
    const one = await compare('1', '2', { service: 'fresh', environment: 'prod' });
    expect([one.candidate.sample_count, one.sufficient_data]).toEqual([0, false]);
  });

  it('shows nothing of another organization', async () => {
    const answer = await compare('1.0', '1.0+slow', {}, OTHER_ORGANIZATION);
    expect([answer.baseline.sample_count, answer.candidate.sample_count]).toEqual([0, 0]);
  });

  it('of a range without traffic is insufficient', async () => {
    const to = figures.nowMicros - 60 * MINUTE;
    expect((await compare('1.0', '1.0+slow', { from: to - MINUTE, to })).status).toBe('insufficient_data');
  });

  it('of a version with itself is refused', async () => {
    await expect(async () => compare('1.0', '1.0')).rejects.toMatchObject({
      kind: 'invalid_argument',
      details: [{ field: 'candidate' }],
    });
  });
});
