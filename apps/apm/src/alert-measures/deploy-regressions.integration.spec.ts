import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import { VersionComparisons } from '../apm/versions/compare-versions.js';
import { sizeOfChange } from '../apm/versions/evidence.js';
import { randomOf } from '../apm/versions/simulated-traffic.fixture.js';
import { Figures, MINUTE, ORGANIZATION, type Request } from '../apm/queries.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { finalStep, measuredOne, measuresOver } from './alerts.fixture.js';

let figures: Figures;
let measures: AlertMeasures;
let step: number;
let slowRequests: Request[];
const random = randomOf(7);

/** Requests of the minutes before the step, from and up to. */
function requests(count: number, from: number, to: number, change: Request & { medianMicros?: number } = {}) {
  const { medianMicros = 20_000, ...request } = change;
  return Array.from({ length: count }, (_, index) => ({
    ...request,
    atMicros: Math.floor((step - from + ((from - to) * index) / count) * MINUTE) + 1,
    durationMicros: Math.round(medianMicros * (0.8 + 0.4 * random())),
  }));
}
/** The second version begins a number of minutes before the step. */
const rollout = (service: string, age: number, change: Request & { medianMicros?: number } = {}): Request[] => [
  ...requests(400, 75, age, { service, version: '1', route: '/buy' }),
  ...requests(300, age, 0, { service, version: '2', route: '/buy', ...change }),
];

beforeAll(async () => {
  figures = await Figures.start();
  measures = measuresOver(figures);
  step = finalStep(figures);
  const failed = { error: { type: 'Broken', message: 'boom' } };
  slowRequests = rollout('slow', 7, { medianMicros: 40_000 });
  await figures.record([
    ...slowRequests,
    ...rollout('same', 7),
    ...rollout('fast', 7, { medianMicros: 10_000 }),
    ...rollout('between', 12, { medianMicros: 40_000 }),
    ...rollout('later', 16, { medianMicros: 40_000 }),
    ...rollout('last', 64, { medianMicros: 40_000 }),
    ...rollout('over', 66, { medianMicros: 40_000 }),
    ...requests(400, 70, 7, { service: 'failing', version: '1' }),
    ...requests(200, 7, 0, { service: 'failing', version: '2' }),
    ...requests(100, 7, 0, { service: 'failing', version: '2', ...failed }),
    ...requests(400, 70, 7, { service: 'few', version: '1' }),
    ...requests(3, 7, 0, { service: 'few', version: '2', medianMicros: 40_000 }),
    ...requests(300, 7, 0, { service: 'first', version: '1' }),
    ...rollout('stopped', 15, { medianMicros: 40_000 }).filter(({ atMicros }) => atMicros! < (step - 5) * MINUTE),
    ...requests(400, 75, 0, { service: 'again', version: '1', medianMicros: 40_000 }),
    ...requests(400, 75, 6, { service: 'again', version: '2' }),
  ]);
  await figures.admin.query(
    `insert into apm.deployments values ($1, gen_random_uuid(), '', 'again', '', '1', $2, '', '')`,
    [ORGANIZATION, (step - 6) * MINUTE],
  );
});
afterAll(() => figures.stop());

const found = async (service: string, at = step): Promise<MeasuredInstance[]> =>
  (await measuredOne(measures, { type: 'deploy_regression', filters: { service } }, at, 65)).instances;
const labels = (service: string, version = '2') => ({ service, namespace: 'default', environment: 'prod', version });

describe('a rule over deployments (ALERT-110)', () => {
  it('finds the version that is worse, by how much, and says in which figure and against which version', async () => {
    const [slow, ...others] = await found('slow');
    expect(others).toEqual([]);
    const counted = slowRequests.filter(({ version, atMicros }) => version === '2' && atMicros! < (step - 2) * MINUTE);
    expect(slow).toMatchObject({ labels: labels('slow'), samples: counted.length });
    // Twice as slow is three times a change of a quarter, on the scale of logarithms.
    expect(slow!.value).toBeCloseTo(sizeOfChange('duration', 2), 1);
    expect(slow!.said).toMatch(/^Version 2 of slow, 5 minutes after it followed 1: .*durations are \S+ times/);
    expect(slow!.trace_ids!.length).toBeGreaterThan(0);
  });

  it('finds what fails more often, with traces of what failed', async () => {
    const [failing] = await found('failing');
    expect(failing!.said).toMatch(/occurrences|error rate/);
    expect(failing!.value).toBeGreaterThan(0.8);
    expect(failing!.trace_ids!.length).toBeGreaterThan(0);
  });

  it.each(['same', 'fast'])('has 0 where the version is no worse: %s', async (service) =>
    expect(await found(service)).toEqual([{ labels: labels(service), value: 0, samples: expect.any(Number) }]),
  );

  it.each([
    ['there are too few requests', 'few', '2'],
    ['there is no version before', 'first', '1'],
    ['no look is due', 'between', '2'],
    ['all looks are over', 'over', '2'],
  ])('finds nothing where %s', async (_, service, version) =>
    expect(await found(service)).toEqual([
      { labels: labels(service, version), value: null, samples: 0, below_floor: true },
    ]),
  );

  it.each([
    ['later', 15],
    ['last', 60],
  ])('looks again: %s after %d minutes', async (service, minutes) => {
    const [one] = await found(service);
    expect(one!.said).toContain(`, ${minutes} minutes after it followed 1: `);
  });

  it('knows no version that is gone', async () => expect(await found('stopped')).toEqual([]));

  it('compares a version that is deployed again, by its event', async () => {
    const instances = await found('again');
    expect(instances.map(({ labels: { version } }) => version)).toEqual(['1']);
    expect(instances[0]!.said).toMatch(/^Version 1 of again, 5 minutes after it followed 2: /);
  });

  it('has the verdict that the comparison of the two versions has', async () => {
    const compare = (service: string) =>
      new VersionComparisons(figures.reads, figures.config).compare(
        { service, baseline: '1', candidate: '2', from: (step - 67) * MINUTE, to: (step - 2) * MINUTE },
        figures.contextOf(),
      );
    for (const [service, verdict] of [
      ['slow', 'regressed'],
      ['same', 'unchanged'],
      ['fast', 'improved'],
    ]) {
      expect((await compare(service!)).evidence.verdict).toBe(verdict);
    }
  });

  it('filters by what names a version', async () => {
    const { instances } = await measuredOne(
      measures,
      { type: 'deploy_regression', filters: { version: '1' } },
      step,
      65,
    );
    expect(instances.map(({ labels: { service } }) => service)).toEqual(['again', 'first']);
  });
});
