/**
 * How fast a revocation acts under load, with `--full` also while a process is stopped, and whether the time of a refused sign-in
 * differs between accounts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../harness/quantile.js';
import { scenarioFlags } from '../harness/scenario.js';
import { load, measure, measureCut, REVOCATIONS } from './revocation.js';
import { Scene } from './scene.js';
import { medianTimes } from './sign-in-times.js';

const size = scenarioFlags().full
  ? { revocations: 100, tries: 400, isCut: true }
  : { revocations: 5, tries: 60, isCut: false };

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene?.close());

describe('a refused sign-in', () => {
  it('takes the same median time within 3 ms, whatever the state of the account', async () => {
    const medians = await medianTimes(scene, await scene.admin(), size.tries);
    console.log(`medians in ms: ${JSON.stringify(medians)}`);
    const times = Object.values(medians);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(3);
  });
});

/** After the sign-ins: a process that has just started answers its first requests slowly. */
describe('under 200 requests a second', () => {
  let stopLoad: ReturnType<typeof load>;
  beforeAll(async () => {
    stopLoad = load(scene, (await scene.admin()).token, 200);
  });

  it.each(REVOCATIONS)('a %s is denied within a second', async (kind) => {
    const times = await measure(scene, await scene.admin(), kind, size.revocations);
    console.log(`${kind}: denied after p50 ${Math.round(quantile(times, 0.5))} ms`);
    expect(quantile(times, 0.99)).toBeLessThanOrEqual(1_000);
  });

  it('every request is answered', async () => expect(await stopLoad()).toBe(0));
});

/** With NATS stopped: also `freshness.system.spec.ts`, in-process and without the 30 seconds. */
describe.skipIf(!size.isCut)('a session that ended while a process is stopped', () => {
  it.each(['nats', 'iam'] as const)('is denied within 30 seconds (%s)', async (process) => {
    expect(await measureCut(scene, process)).toBeLessThanOrEqual(30_000);
  });
});
