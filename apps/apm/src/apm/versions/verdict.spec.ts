// @module-tag long
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RedAggregate } from '@spanwise/span-model/red';
import { figuresOf } from './figures.js';
import { randomOf, SHOP, Traffic, type Profile, type Side } from './simulated-traffic.fixture.js';
import type { ComparedFigure, Evidence } from '@spanwise/contracts/apm/evidence';
import { evidenceOf, partsOf } from './evidence.js';
import type { Stratum } from './traffic-mix.js';
import { differentRates, differentStrata, overallFindings, regressedOf } from './verdict.js';

const assess = (traffic: Traffic): Evidence =>
  evidenceOf(traffic.all, [
    ...partsOf('transaction', differentStrata(traffic.strata), String),
    ...partsOf('error', differentRates(traffic.errors), String),
  ]);
const reportsRegression = (traffic: Traffic): boolean => assess(traffic).verdict === 'regressed';
const reportsChange = (traffic: Traffic): boolean => ['regressed', 'improved'].includes(assess(traffic).verdict);
const intervalOf = (strata: Stratum[], figure: ComparedFigure) =>
  evidenceOf(strata, []).figures.find((one) => one.figure === figure)?.interval;

function halves(seed: number, profiles: Profile[], requests: number, candidateShare = 0.5): Traffic {
  const random = randomOf(seed);
  return new Traffic(random).add(profiles, requests, () => (random() < candidateShare ? 'candidate' : 'baseline'));
}

function versions(seed: number, baseline: Profile[], candidate: Profile[], requests = 4_000): Traffic {
  return new Traffic(randomOf(seed))
    .add(baseline, requests, () => 'baseline')
    .add(candidate, requests, () => 'candidate');
}

const changed = (change: (profile: Profile) => Partial<Profile>): Profile[] =>
  SHOP.map((profile) => ({ ...profile, ...change(profile) }));
const shareOf = (runs: number, holds: (seed: number) => boolean): number =>
  Array.from({ length: runs }, (_, seed) => holds(seed + 1)).filter(Boolean).length / runs;

const LIMIT_MS = 240_000;

describe('two random halves of one version', () => {
  const single: Profile[] = [{ name: 'a', share: 1, medianMicros: 10_000, sigma: 0.5, errorRate: 0.05 }];
  const rare = single.map((profile) => ({ ...profile, errorRate: 0.02 }));
  const few = Array.from({ length: 5 }, (_, index) => ({ ...rare[0]!, name: `a ${index}`, sigma: 1 }));
  it.each<[string, Profile[], number, number, number]>([
    ['of twenty transactions', SHOP, 2_000, 0.5, 100],
    ['of one transaction', single, 1_000, 0.5, 150],
    ['of which one is a tenth', SHOP, 1_500, 0.1, 100],
    ['of which one has nine requests', rare, 300, 0.03, 200],
    ['of which one has six requests of each transaction', few, 600, 0.05, 150],
  ])(
    '%s report a change in at most one comparison of twenty',
    (_, profiles, requests, share, runs) => {
      const rate = shareOf(runs, (seed) => reportsChange(halves(seed, profiles, requests, share)));
      expect(rate).toBeLessThanOrEqual(0.05);
    },
    LIMIT_MS,
  );
});

describe('two random halves of the traces of four services, in which a failure and slowness go through all', () => {
  it(
    'report a change in at most one comparison of twenty',
    () => {
      const services = Array.from({ length: 4 }, (_, index): Profile => ({
        ...SHOP[0]!,
        name: `s${index} GET /`,
        sigma: 0.1,
      }));
      const rate = shareOf(150, (seed) => {
        const random = randomOf(seed);
        const traffic = new Traffic(random);
        for (let trace = 0; trace < 400; trace++) {
          const side: Side = random() < 0.5 ? 'candidate' : 'baseline';
          const common = { errorRate: random() < 0.05 ? 1 : 0, medianMicros: 5_000 * Math.exp(random() * 2) };
          for (const profile of services) traffic.add([{ ...profile, ...common }], 1, () => side);
        }
        return reportsChange(traffic);
      });
      expect(rate).toBeLessThanOrEqual(0.05);
    },
    LIMIT_MS,
  );
});

describe('a change of the mix alone', () => {
  const tilted = changed(({ share, name }) => ({ share: share * (Number(name.slice(5)) > 9 ? 6 : 0.5) }));

  it(
    'towards the slow and failing transactions is no regression, though every total gets worse',
    () => {
      const rate = shareOf(100, (seed) => reportsRegression(versions(seed, SHOP, tilted, 2_000)));
      expect(rate).toBeLessThanOrEqual(0.05);
    },
    LIMIT_MS,
  );

  it('does not hide a regression', () => {
    const fasterMix = changed(({ share, name, medianMicros }) => ({
      share: share * (Number(name.slice(5)) > 9 ? 0.2 : 1),
      medianMicros: medianMicros * 1.5,
    }));
    const rate = shareOf(20, (seed) => reportsRegression(versions(seed, SHOP, fasterMix)));
    expect(rate).toBe(1);
  });
});

describe('a twin', () => {
  it('that is slow in one transaction is reported, and that transaction alone is named', () => {
    const slow = changed(({ name, medianMicros }) => ({
      medianMicros: name === 'GET /1' ? medianMicros * 2 : medianMicros,
    }));
    const named = Array.from({ length: 20 }, (_, seed) => [
      ...regressedOf(differentStrata(versions(seed + 1, SHOP, slow).strata)).keys(),
    ]);
    expect(named.filter((names) => names.join() === 'GET /1').length).toBeGreaterThanOrEqual(19);
  });

  it('that fails more often is reported by its rate, its transaction and its error', () => {
    const failing = changed(({ name, errorRate }) => ({ errorRate: name === 'GET /0' ? 0.06 : errorRate }));
    const found = shareOf(20, (seed) => {
      const traffic = versions(seed, SHOP, failing);
      return (
        reportsRegression(traffic) &&
        differentStrata(traffic.strata).has('GET /0') &&
        differentRates(traffic.errors).has('GET /0')
      );
    });
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  it('that is faster is better, and nothing of it is worse', () => {
    const fast = changed(({ medianMicros }) => ({ medianMicros: medianMicros * 0.6 }));
    const traffic = versions(1, SHOP, fast);
    expect(assess(traffic)).toMatchObject({ verdict: 'improved', figure: 'duration', effect: expect.closeTo(0.6, 1) });
    expect(regressedOf(differentStrata(traffic.strata)).size).toBe(0);
  });
});

describe('the intervals', () => {
  it(
    'hold the true difference and the true ratios together in at least 95 % of cases',
    () => {
      const one: Profile[] = [{ name: 'a', share: 1, medianMicros: 10_000, sigma: 0.5, errorRate: 0.02 }];
      const other: Profile[] = [{ name: 'a', share: 1, medianMicros: 13_000, sigma: 0.5, errorRate: 0.05 }];
      const rate = shareOf(300, (seed) => {
        const { figures } = evidenceOf(versions(seed, one, other, 1_000).all, []);
        return figures.every(({ figure, interval: [low, high] }) => {
          const truth = figure === 'error_rate' ? 0.03 : 1.3;
          return low <= truth && truth <= (high ?? Infinity);
        });
      });
      expect(rate).toBeGreaterThanOrEqual(0.95);
    },
    LIMIT_MS,
  );

  it('know the effective size of a weighted sample: a hundredth of the spans with weight 100 carry less information', () => {
    const random = randomOf(7);
    const side = (): Side => (random() < 0.5 ? 'candidate' : 'baseline');
    const width = (traffic: Traffic) => {
      const [low, high] = intervalOf(traffic.all, 'p95')!;
      return Math.log(high! / low);
    };
    const full = width(new Traffic(random).add(SHOP, 20_000, side));
    const sampled = width(new Traffic(random).add(SHOP, 2_000, side, 10 * 4_096));
    expect(sampled).toBeGreaterThan(2 * full);
  });

  it('are absent when the versions share no transaction', () => {
    const renamed = changed(({ name }) => ({ name: `${name}/v2` }));
    const traffic = versions(1, SHOP, renamed, 500);
    expect(assess(traffic)).toMatchObject({ verdict: 'inconclusive', figures: [] });
    expect(reportsRegression(traffic)).toBe(false);
  });

  it('of equal constant durations leave room for the sketch alone', () => {
    const constant: Profile[] = [{ name: 'a', share: 1, medianMicros: 20_000, sigma: 0, errorRate: 0 }];
    const strata = versions(1, constant, constant, 1_000).all;
    expect(intervalOf(strata, 'duration')).toEqual([expect.closeTo(0.98, 2), expect.closeTo(1.02, 2)]);
  });
});

const twoVersions = (requests: number, change: Partial<Profile>, seed = 3, sides = requests): Traffic => {
  const one: Profile = { name: 'a', share: 1, medianMicros: 55_000, sigma: 0.6, errorRate: 0.02 };
  return new Traffic(randomOf(seed))
    .add([one], requests, () => 'baseline')
    .add([{ ...one, ...change }], sides, () => 'candidate');
};
const turned = ({ all }: Traffic): Stratum[] =>
  all.map(({ service, baseline, candidate }) => ({ service, baseline: candidate, candidate: baseline }));

describe('the evidence of a small service', () => {
  it('calls p50 55 to 498 ms regressed at 117 and 90 requests, names the figure and bounds it', () => {
    const evidence = assess(twoVersions(117, { medianMicros: 498_000 }, 3, 90));
    expect(evidence).toMatchObject({ verdict: 'regressed', figure: 'duration' });
    expect(evidence.effect).toBeGreaterThan(7);
    expect(evidence.confidence).toBeGreaterThan(0.999);
    expect(evidence.reason).toContain('times what they were');
    expect(evidence.interval![0]).toBeGreaterThan(5);
  });

  it('is inconclusive with thirty requests, says how many it would take, and shows what is open', () => {
    const evidence = assess(twoVersions(30, {}));
    expect(evidence.verdict).toBe('inconclusive');
    expect(evidence.requests_needed).toBeGreaterThan(100);
    expect(evidence.figures.map(({ figure }) => figure)).toEqual(['duration', 'error_rate', 'p95', 'p99', 'p50']);
    expect(evidence.figures.find(({ figure }) => figure === 'p95')!.interval[1]).toBeNull();
  });

  it('is decided in most cases with as many requests as it asked for', () => {
    const detected = shareOf(30, (seed) => {
      const needed = assess(twoVersions(150, {}, seed)).requests_needed;
      return needed === undefined || assess(twoVersions(needed * 2, {}, seed + 100)).verdict !== 'inconclusive';
    });
    expect(detected).toBeGreaterThanOrEqual(0.8);
  });

  it('is unchanged where every relevant change is ruled out, a tiny certain one included', () => {
    const evidence = assess(twoVersions(60_000, { medianMicros: 57_200 }));
    expect(evidence.verdict).toBe('unchanged');
    expect(evidence.figures[0]!.interval[0]).toBeGreaterThan(1);
  });
});

const TURNED = { regressed: 'improved', improved: 'regressed', unchanged: 'unchanged', inconclusive: 'inconclusive' };
const differentDirections = (strata: Stratum[]): number[] =>
  overallFindings(figuresOf(strata)!).map(({ direction }) => direction);

describe('the sides', () => {
  it('turned around turn verdict, effects and intervals around', () => {
    const profile = fc.record({
      medianMicros: fc.integer({ min: 10_000, max: 300_000 }),
      errorRate: fc.double({ min: 0, max: 0.5, noNaN: true }),
    });
    fc.assert(
      fc.property(profile, fc.integer({ min: 5, max: 400 }), fc.integer({ min: 5, max: 400 }), (change, n, m) => {
        const traffic = twoVersions(n, change, n + m, m);
        const [one, other] = [evidenceOf(traffic.all, []), evidenceOf(turned(traffic), [])];
        one.figures.forEach(({ figure, effect, interval: [low, high] }, index) => {
          const back = other.figures[index];
          if (figure === 'error_rate') expect(back!.effect).toBeCloseTo(-effect!, 9);
          else {
            expect(Math.log(back!.effect!)).toBeCloseTo(-Math.log(effect!), 4);
            if (high === null) expect(back!.interval[0]).toBe(0);
            else expect(Math.log(back!.interval[0])).toBeCloseTo(-Math.log(high), 4);
            if (low === 0) expect(back!.interval[1]).toBeNull();
          }
        });
        const isMixed = new Set(differentDirections(traffic.all)).size === 2;
        if (!isMixed) expect(other.verdict).toBe(TURNED[one.verdict]);
      }),
      { numRuns: 60 },
    );
  });

  it('say the same whether the spans came as one aggregate or as many', () => {
    const { all } = twoVersions(200, { medianMicros: 80_000 });
    const again = all.map((stratum) => {
      const merged = { service: stratum.service, baseline: new RedAggregate(), candidate: new RedAggregate() };
      for (const side of ['candidate', 'baseline'] as const) merged[side].merge(stratum[side]);
      return merged;
    });
    expect(evidenceOf(again, [])).toEqual(evidenceOf(all, []));
  });
});
