/**
 * Hours of the shop are evaluated twice, the second time while processes are killed; spans come late; parts of the platform stop.
 * `--full` also measures how well the default rules find the faults of a recorded day, and whom they page in days without any.
 * Flags: `--hours H`, `--kills K`, `--seed S`, `--days N` without a fault.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { ROOT } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { cursorsOf, type Cursors } from './alert-tables.js';
import { evaluateAgain, killMeanwhile, notNotifiedOnce, type Evaluated } from './evaluate-again.js';
import { measureFaultlessDays } from './faultless-days.js';
import { evaluateLateData } from './late-data.js';
import { ABSENCE_RULE } from './live-evaluator.js';
import { playScenes, STOPPING, type Scene, type SceneNotified } from './platform-scenes.js';
import { measureRecordedFaults, RECORDED_DAY } from './recorded-faults.js';
import { startShop, type Shop } from './shop.js';

const flags = scenarioFlags(['hours', 'kills', 'seed', 'days']);
const size = flags.full
  ? { hours: 22, kills: 200, tracesPerMinute: 90, lateMinutes: 60, sceneMinutes: 10 }
  : { hours: 1, kills: 6, tracesPerMinute: 60, lateMinutes: 8, sceneMinutes: 3 };
const hours = Number(flags.hours ?? size.hours);
const kills = Number(flags.kills ?? size.kills);
const seed = seedOf({ seed: flags.seed, small: !flags.full });
const LONG = { timeout: 7_200_000 };

let shop: Shop;
beforeAll(async () => {
  console.log(`${hours} hours, ${kills} kills, seed ${seed}`);
  shop = await startShop(hours, size.tracesPerMinute, seed);
}, LONG.timeout);
afterAll(() => shop?.product.stop());

describe('hours that are evaluated again', () => {
  let upTo: Cursors;
  let undisturbed: Evaluated;
  let disturbed: Evaluated;
  beforeAll(async () => {
    upTo = await cursorsOf(shop.product, shop.organizationId);
    undisturbed = await evaluateAgain(shop, upTo);
    const random = new Random(`alerting ${seed}`);
    disturbed = await evaluateAgain(shop, upTo, () => killMeanwhile(shop, upTo, kills, random));
  }, LONG.timeout);

  it('have every step of every pass once (ALERT-5)', () => {
    for (const [pass, last] of upTo)
      expect([pass, undisturbed.steps.filter((step) => step.pass === pass).length]).toEqual([
        pass,
        last - shop.firstStep + 1,
      ]);
    const instances = undisturbed.steps.flatMap(({ verdicts }) => verdicts.flatMap((rule) => rule.instances));
    expect(instances.flatMap(({ transitions = [] }) => transitions)).not.toEqual([]);
  });

  it('are evaluated alike under kills', () => expect(disturbed.steps).toEqual(undisturbed.steps));

  it('are notified once, undisturbed and under kills (ALERT-34)', () => {
    expect(undisturbed.incidents).not.toEqual([]);
    expect(notNotifiedOnce(undisturbed.incidents)).toEqual([]);
    expect(notNotifiedOnce(disturbed.incidents)).toEqual([]);
  });
});

describe('spans that come late', () => {
  it('change verdicts to those of an oracle that sees all spans at once (ALERT-4)', LONG, async () => {
    const { provisional, final, expected, finalSteps } = await evaluateLateData(shop.product, size.lateMinutes, seed);
    expect(finalSteps).toEqual(Array.from({ length: size.lateMinutes }, (_, at) => at));
    expect(final).toEqual(expected);
    expect(final).not.toEqual(provisional);
  });
});

/** Last: it rewrites what the gateway reported. */
describe('while a part of the platform stops', () => {
  let scenes: Record<Scene, SceneNotified>;
  beforeAll(async () => {
    scenes = await playScenes(shop.product, size.sceneMinutes);
  }, LONG.timeout);

  it.each(['projector paused', 'gateway down', 'gateway refusing'] as const)(
    'only the platform is notified, once, with its end (%s)',
    (scene) => {
      expect(scenes[scene].map(([kind, rule]) => [kind, rule])).toEqual([
        ['triggered', 'Platform'],
        ['resolved', 'Platform'],
      ]);
    },
  );

  it('a service that really stops is notified once, with its true beginning', () => {
    const pages = scenes['service stopped'].filter(([kind, rule]) => kind === 'triggered' || rule === 'Platform');
    expect(pages).toEqual([['triggered', ABSENCE_RULE, STOPPING, 1]]);
  });
});

/** Figures, with what is wanted of them (not all of it is reached) beside them. */
describe.runIf(flags.full)('the default rules', () => {
  const folder = join(ROOT, '..', 'shared', 'data');

  it.runIf(existsSync(join(folder, `${RECORDED_DAY}.answers.json.gz`)))('find recorded faults', LONG, async () => {
    const found = await measureRecordedFaults(folder);
    const wanted = { hits: 26, medianDelaySecs: 75, top1: 16, top3: 22, precision: 0.85, pagesPerBurst: 2 };
    console.table({ found, wanted: { ...wanted, absencePages: 0, endedAndFiredAgain: 0 } });
    expect(found.absencePages).toBe(0);
    expect(found.hits).toBeGreaterThanOrEqual(23);
    expect(found.medianDelaySecs).toBeLessThanOrEqual(75);
    expect(found.pagesPerBurst).toBeLessThanOrEqual(2);
    expect(found.precision).toBeGreaterThan(0.85);
  });

  it('page seldom in days without a fault', LONG, async () => {
    const days = await measureFaultlessDays(Number(flags.days ?? 7));
    console.table({ found: days, wanted: { pages: 1 } });
    expect(days.errors / days.requests).toBeLessThan(0.05);
  });
});
