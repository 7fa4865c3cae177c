import { describe, expect, it } from 'vitest';
import { WEIGHT_ONE } from './red.js';
import { spanOf, type Attributes } from './span.fixture.js';
import { MAX_WEIGHT, weightOf } from './weight.js';

const weigh = (traceState: string, attributes: Attributes = {}) => {
  const { units, sampling } = weightOf(spanOf({ traceState, attributes }));
  return [units / WEIGHT_ONE, sampling];
};

describe('weight of a span (APM-3)', () => {
  it.each([
    ['th:0', 1, 'exact'],
    ['th:8', 2, 'adjusted'],
    ['th:c', 4, 'adjusted'],
    ['th:e', 8, 'adjusted'],
    ['th:fff', 4096, 'adjusted'],
    ['th:ffffffffffffff', MAX_WEIGHT, 'adjusted'],
  ])('ot=%s stands for %d', (member, weight, sampling) => expect(weigh(`ot=${member}`)).toEqual([weight, sampling]));

  it('ot=th:fd70a4 stands for 100.000095, kept to 1/4096', () => {
    expect(weightOf(spanOf({ traceState: 'ot=th:fd70a4' })).units).toBe(Math.round(100.000095 * WEIGHT_ONE));
  });

  it.each([
    'ot=th:FD',
    'ot=th:',
    'ot=th:123456789abcdef',
    'ot=th:xyz',
    'ot=rv:123',
    'vendor=th:8',
    '',
    'ot=p:63',
    'ot=p:x',
  ])('trace state "%s" leaves the count unknown', (traceState) => expect(weigh(traceState)).toEqual([1, 'unknown']));

  it.each([
    ['other vendors and spaces', 'a=1, ot=rv:0;th:8 ,b=2', 2],
    ['the first of two ot members', 'ot=th:8,ot=th:c', 2],
    ['legacy p', 'ot=r:5;p:3', 8],
    ['th before p', 'ot=p:3;th:8', 2],
    ['a capped p', 'ot=p:62', MAX_WEIGHT],
  ])('reads %s', (_, traceState, weight) => expect(weigh(traceState)).toEqual([weight, 'adjusted']));

  it.each<[string, string, Attributes, number, string]>([
    ['SampleRate', '', { SampleRate: 20 }, 20, 'adjusted'],
    ['SampleRate as text', '', { SampleRate: '20' }, 20, 'adjusted'],
    ['SampleRate 1', '', { SampleRate: 1 }, 1, 'exact'],
    ['SampleRate 0 is nothing', '', { SampleRate: 0 }, 1, 'unknown'],
    ['a broken SampleRate is nothing', '', { SampleRate: 2.5 }, 1, 'unknown'],
    ['a negative SampleRate is nothing', '', { SampleRate: -4 }, 1, 'unknown'],
    ['an absurd SampleRate is capped', '', { SampleRate: 1e12 }, MAX_WEIGHT, 'adjusted'],
    ['X-SampleRatio', '', { 'X-SampleRatio': 0.25 }, 4, 'adjusted'],
    ['X-SampleRatio as text', '', { 'X-SampleRatio': '0.5' }, 2, 'adjusted'],
    ['X-SampleRatio 0 is nothing', '', { 'X-SampleRatio': 0 }, 1, 'unknown'],
    ['X-SampleRatio above 1 is nothing', '', { 'X-SampleRatio': 2 }, 1, 'unknown'],
    ['Jaeger probabilistic', '', { 'sampler.type': 'probabilistic', 'sampler.param': 0.125 }, 8, 'adjusted'],
    ['Jaeger const is nothing', '', { 'sampler.type': 'const', 'sampler.param': 1 }, 1, 'unknown'],
    [
      'the first carrier only: two are never multiplied',
      'ot=th:8',
      { SampleRate: 20, 'X-SampleRatio': 0.25 },
      2,
      'adjusted',
    ],
  ])('attribute %s', (_, traceState, attributes, weight, sampling) => {
    expect(weigh(traceState, attributes)).toEqual([weight, sampling]);
  });
});
