import { describe, expect, it } from 'vitest';
import { randomOf, SHOP, Traffic, type Profile, type Side } from './simulated-traffic.fixture.js';
import { isBetter, isWorse, overallIntervals, regressedRates, regressedStrata } from './verdict.js';

const reportsRegression = (traffic: Traffic): boolean =>
  isWorse(overallIntervals(traffic.all)) ||
  regressedStrata(traffic.strata).size > 0 ||
  regressedRates(traffic.errors).size > 0;

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

const LIMIT_MS = 60_000;

describe('two random halves of one version', () => {
  const single: Profile[] = [{ name: 'a', share: 1, medianMicros: 10_000, sigma: 0.5, errorRate: 0.05 }];
  const rare = single.map((profile) => ({ ...profile, errorRate: 0.02 }));
  const few = Array.from({ length: 5 }, (_, index) => ({ ...rare[0], name: `a ${index}`, sigma: 1 }));
  it.each<[string, Profile[], number, number, number]>([
    ['of twenty transactions', SHOP, 2_000, 0.5, 500],
    ['of one transaction', single, 1_000, 0.5, 500],
    ['of which one is a tenth', SHOP, 1_500, 0.1, 200],
    ['of which one has nine requests', rare, 300, 0.03, 500],
    ['of which one has six requests of each transaction', few, 600, 0.05, 300],
  ])(
    '%s report a regression in at most one comparison of twenty',
    (_, profiles, requests, share, runs) => {
      const rate = shareOf(runs, (seed) => reportsRegression(halves(seed, profiles, requests, share)));
      expect(rate).toBeLessThanOrEqual(0.05);
    },
    LIMIT_MS,
  );
});

describe('two random halves of the traces of four services, in which a failure and slowness go through all', () => {
  it(
    'report a regression in at most one comparison of twenty',
    () => {
      const services = Array.from({ length: 4 }, (_, index): Profile => ({
        ...SHOP[0],
        name: `s${index} GET /`,
        sigma: 0.1,
      }));
      const rate = shareOf(300, (seed) => {
        const random = randomOf(seed);
        const traffic = new Traffic(random);
        for (let trace = 0; trace < 400; trace++) {
          const side: Side = random() < 0.5 ? 'candidate' : 'baseline';
          const common = { errorRate: random() < 0.05 ? 1 : 0, medianMicros: 5_000 * Math.exp(random() * 2) };
          for (const profile of services) traffic.add([{ ...profile, ...common }], 1, () => side);
        }
        return reportsRegression(traffic);
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
      ...regressedStrata(versions(seed + 1, SHOP, slow).strata).keys(),
    ]);
    expect(named.filter((names) => names.join() === 'GET /1').length).toBeGreaterThanOrEqual(19);
  });

  it('that fails more often is reported by its rate, its transaction and its error', () => {
    const failing = changed(({ name, errorRate }) => ({ errorRate: name === 'GET /0' ? 0.06 : errorRate }));
    const found = shareOf(20, (seed) => {
      const traffic = versions(seed, SHOP, failing);
      return (
        isWorse(overallIntervals(traffic.all)) &&
        regressedStrata(traffic.strata).has('GET /0') &&
        regressedRates(traffic.errors).has('GET /0')
      );
    });
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  it('that is faster is better, and nothing of it is worse', () => {
    const fast = changed(({ medianMicros }) => ({ medianMicros: medianMicros * 0.6 }));
    const intervals = overallIntervals(versions(1, SHOP, fast).all);
    expect([isBetter(intervals), isWorse(intervals)]).toEqual([true, false]);
  });
});

describe('the intervals', () => {
  it(
    'hold the true difference and the true ratio together in at least 95 % of cases',
    () => {
      const one: Profile[] = [{ name: 'a', share: 1, medianMicros: 10_000, sigma: 0.5, errorRate: 0.02 }];
      const other: Profile[] = [{ name: 'a', share: 1, medianMicros: 13_000, sigma: 0.5, errorRate: 0.05 }];
      const rate = shareOf(300, (seed) => {
        const { errorRateDelta: [dLow, dHigh] = [1, 1], p95Ratio: [rLow, rHigh] = [9, 9] } = overallIntervals(
          versions(seed, one, other, 1_000).all,
        );
        return dLow <= 0.03 && 0.03 <= dHigh && rLow <= 1.3 && 1.3 <= rHigh;
      });
      expect(rate).toBeGreaterThanOrEqual(0.95);
    },
    LIMIT_MS,
  );

  it('know the effective size of a weighted sample: a hundredth of the spans with weight 100 tell less', () => {
    const random = randomOf(7);
    const side = (): Side => (random() < 0.5 ? 'candidate' : 'baseline');
    const width = (traffic: Traffic) => {
      const [low, high] = overallIntervals(traffic.all).p95Ratio!;
      return Math.log(high / low);
    };
    const full = width(new Traffic(random).add(SHOP, 20_000, side));
    const sampled = width(new Traffic(random).add(SHOP, 2_000, side, 10 * 4_096));
    expect(sampled).toBeGreaterThan(2 * full);
  });

  it('are absent when the versions share no transaction', () => {
    const renamed = changed(({ name }) => ({ name: `${name}/v2` }));
    const traffic = versions(1, SHOP, renamed, 500);
    expect(overallIntervals(traffic.all)).toEqual({});
    expect(reportsRegression(traffic)).toBe(false);
  });

  it('of equal constant durations leave room for the sketch alone', () => {
    const constant: Profile[] = [{ name: 'a', share: 1, medianMicros: 20_000, sigma: 0, errorRate: 0 }];
    const [low, high] = overallIntervals(versions(1, constant, constant, 1_000).all).p95Ratio!;
    expect([low, high]).toEqual([expect.closeTo(0.98, 2), expect.closeTo(1.02, 2)]);
  });
});
