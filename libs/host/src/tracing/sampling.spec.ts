import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inheritedTraceState, samplerOf } from './sampling.js';

const own = () => ({ traceId: randomBytes(16).toString('hex'), foreignTraceId: false });
const idWith = (randomness: string) => `4bf92f3577b34da6a3${randomness}`;

describe('consistent sampling', () => {
  it.each([
    [1, 'ot=th:0'],
    [0.5, 'ot=th:8'],
    [0.25, 'ot=th:c'],
    [0.01, 'ot=th:fd70a'],
  ])('of a share of %s carries the threshold %s', (ratio, traceState) => {
    expect(samplerOf(ratio)({ traceId: idWith('ffffffffffffff'), foreignTraceId: false })).toBe(traceState);
  });

  it('keeps nothing of a share of nothing', () => {
    expect(samplerOf(0)({ traceId: idWith('ffffffffffffff'), foreignTraceId: false })).toBeUndefined();
  });

  it('keeps the traces whose randomness reaches the threshold', () => {
    const sampler = samplerOf(0.5);
    expect(sampler({ traceId: idWith('7fffffffffffff'), foreignTraceId: false })).toBeUndefined();
    expect(sampler({ traceId: idWith('80000000000000'), foreignTraceId: false })).toBe('ot=th:8');
  });

  it('keeps about the share that it names, so that weights add up to what there was', () => {
    const sampler = samplerOf(0.25);
    const kept = Array.from({ length: 8_000 }, () => sampler(own())).filter((state) => state !== undefined).length;
    expect(kept * 4).toBeGreaterThan(7_200);
    expect(kept * 4).toBeLessThan(8_800);
  });

  it('does not trust a trace id that another system chose', () => {
    const lucky = { traceId: idWith('ffffffffffffff'), foreignTraceId: true };
    expect(samplerOf(0.5, () => '00000000000000')(lucky)).toBeUndefined();
    expect(samplerOf(0.5, () => 'abcdefabcdefab')(lucky)).toBe('ot=th:8;rv:abcdefabcdefab');
  });

  it.each([
    ['ot=th:0', 'ot=th:0'],
    ['ot=th:8', 'ot=th:8;rv:89abcdef012345'],
    ['ot=th:8;rv:ffffffffffffff', 'ot=th:8;rv:ffffffffffffff'],
  ])('hands the luck behind %s on to another trace', (traceState, inherited) => {
    expect(inheritedTraceState(traceState, idWith('89abcdef012345'))).toBe(inherited);
  });
});
