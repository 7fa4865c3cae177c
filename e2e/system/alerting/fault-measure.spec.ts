import { describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { faultFigures, type Firing, type RecordedDay } from './fault-measure.js';
import { differences } from './judged-steps.js';

const at = (minute: number, service: string, errors = 0) => ({ minute, service, errors });
const firing = (minute: number, service: string, begins = true): Firing => ({ rule: 'r', service, minute, begins });

/** A fault of `stock` from 10:20 s to 12:20 s after the epoch's tenth minute; `web` calls it. Two bursts. */
const DAY: RecordedDay = {
  faults: [{ service: 'stock', type: 'return', fromSecs: 10 * 60 + 20, toSecs: 12 * 60 + 20 }],
  minutes: [9, 10, 11, 12, 20].flatMap((minute) => [
    at(minute, 'web', minute === 9 ? 1 : 0),
    at(minute, 'stock'),
    at(minute, 'aside'),
  ]),
  calls: [{ caller: 'web', callee: 'stock' }],
};
const figures = (...all: Firing[]) => faultFigures(DAY, all, new Random(1));

describe('how well faults are found', () => {
  it('counts a fault in a minute of which anything fires, and from its beginning to the end of that minute', () => {
    expect(figures(firing(11, 'aside'))).toMatchObject({ faults: 1, hits: 1, placed: 0, medianDelaySecs: 100 });
    expect(figures(firing(9, 'stock'), firing(20, 'stock'))).toMatchObject({ hits: 0, placed: 0 });
  });

  it.each(['stock', 'web'])('finds its place by the service or one that calls it: %s', (service) =>
    expect(figures(firing(12, service))).toMatchObject({ placed: 1, placedByChance: 1 }),
  );

  it('counts alarms in minutes without a fault, and those that had errors', () =>
    expect(figures(firing(9, 'aside'), firing(20, 'web'), firing(11, 'web'))).toMatchObject({
      cleanMinutes: 2,
      cleanAlarmed: 2,
      cleanAlarmedWithErrors: 1,
    }));

  it('calls bad what has errors, or a fault at it or at what it calls', () => {
    const { precision, baseRate } = figures(
      firing(9, 'web'),
      firing(11, 'web'),
      firing(11, 'aside'),
      firing(20, 'web'),
    );
    expect([precision, baseRate]).toEqual([2 / 4, 7 / 15]);
  });

  it('counts beginnings for each burst', () =>
    expect(figures(firing(9, 'web'), firing(10, 'web', false), firing(20, 'web'), firing(20, 'stock'))).toMatchObject({
      bursts: 2,
      beginningsPerBurst: 1.5,
    }));
});

describe('two judgings of the same steps', () => {
  const step = (number: number, value: number) => ({
    pass: 'final',
    step: number,
    verdicts: [
      {
        rule_id: 'r',
        version: 1,
        instances: [
          {
            labels: {},
            verdict: 'ok',
            value,
            state: 'normal',
          },
        ],
      },
    ],
  });

  it.each([
    ['a step that is missing', [step(1, 1)], 'the step 2 of the pass final is not judged'],
    ['another value', [step(1, 1), step(2, 3)], 'the step 2 of the pass final is judged otherwise'],
  ])('differ by %s', (_, disturbed, sentence) =>
    expect(differences([step(1, 1), step(2, 2)], disturbed)).toEqual([sentence]),
  );
  it('are alike where every step is', () =>
    expect(differences([step(1, 1), step(2, 2)], [step(2, 2), step(1, 1)])).toEqual([]));
});
