import { describe, expect, it } from 'vitest';
import { randomOf, SHOP, Traffic } from './simulated-traffic.fixture.js';
import { evidenceOf, partsOf, sizeOfChange } from './evidence.js';
import { differentStrata } from './verdict.js';

describe('how large a change is (ALERT-110)', () => {
  it.each([
    ['duration', 1.25, 0.5],
    ['duration', 1.25 ** 3, 0.75],
    ['p95', 1.5, 0.5],
    ['p99', 2.25, 2 / 3],
    ['error_rate', 0.05, 0.5],
    ['occurrence_rate', 0.2, 0.8],
    ['error_rate', 1, 20 / 21],
    ['duration', 0.5, 0],
    ['error_rate', -0.3, 0],
  ] as const)('%s by %d is %d', (figure, effect, size) => expect(sizeOfChange(figure, effect)).toBeCloseTo(size, 10));
});

describe('versions that are compared several times (ALERT-111)', () => {
  const slower = SHOP.map((profile) => ({ ...profile, medianMicros: profile.medianMicros * 1.05 }));
  const traffic = (seed: number, candidate: typeof SHOP) =>
    new Traffic(randomOf(seed)).add(SHOP, 300, () => 'baseline').add(candidate, 300, () => 'candidate');
  const verdicts = (candidate: typeof SHOP, times: number) =>
    Array.from({ length: 60 }, (_, seed) => {
      const { all, strata } = traffic(seed + 1, candidate);
      const parts = partsOf('transaction', differentStrata(strata, undefined, times), String);
      return evidenceOf(all, parts, { times }).verdict;
    });

  it('are tested more strictly: what three looks call worse, one look does too', () => {
    const [once, often] = [verdicts(slower, 1), verdicts(slower, 3)];
    const worse = (list: string[]) => list.filter((verdict) => verdict === 'regressed').length;
    expect(worse(often)).toBeLessThanOrEqual(worse(once));
    expect(often.every((verdict, index) => verdict !== 'regressed' || once[index] === 'regressed')).toBe(true);
  });

  it('are hardly ever called worse where nothing changed', () =>
    expect(verdicts(SHOP, 3).filter((verdict) => verdict === 'regressed').length).toBeLessThanOrEqual(1));

  it('have wider intervals', () => {
    const { all } = traffic(5, SHOP);
    const intervalOf = (times: number) => evidenceOf(all, [], { times }).figures[0]!.interval;
    const [[low, high], [lower, higher]] = [intervalOf(1), intervalOf(3)];
    expect([lower < low, higher! > high!]).toEqual([true, true]);
  });

  it('name the largest regression where it is asked for', () => {
    const failing = SHOP.map((profile) => ({ ...profile, medianMicros: profile.medianMicros * 1.4, errorRate: 0.9 }));
    const { all } = traffic(3, failing);
    expect(evidenceOf(all, []).figure).toBe('duration');
    expect(evidenceOf(all, [], { largest: true }).figure).toBe('error_rate');
  });
});
