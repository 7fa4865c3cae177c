import { describe, expect, it } from 'vitest';
import type { JudgedStep } from './judged-steps.js';
import { lateVerdicts, type LateRule } from './late-verdicts.js';

const RULES: LateRule[] = [{ name: 'fails', figure: 'error_rate', operator: 'gte', threshold: 0.5 }];
const names = new Map([['id', 'fails']]);

const step = (number: number, service: string, verdict: string, value: number | null): JudgedStep => ({
  pass: 'final',
  step: number,
  verdicts: [
    {
      rule_id: 'id',
      version: 1,
      instances: [{ labels: { service, environment: 'production' }, verdict, value, state: 'normal' }],
    },
  ],
});
/** One minute, which the step 11 is of: one of two requests fails. */
const reference = [{ key: ['web', 'production'], minuteMicros: 600_000_000, count: 2, errors: 1 }];
const compared = (final: JudgedStep[], provisional = [step(11, 'web', 'ok', 0)]) =>
  lateVerdicts(reference, { final, provisional, names, rules: RULES, first: 11, last: 11 });

describe('final verdicts beside an oracle', () => {
  it('are right where value and verdict are its own', () =>
    expect(compared([step(11, 'web', 'breach', 0.5)])).toEqual({ verdicts: 1, changed: 1, faults: [] }));

  it.each([
    ['another value', [step(11, 'web', 'breach', 0.6)], /breach of 0.6, and breach of 0.5/],
    ['another verdict', [step(11, 'web', 'ok', 0.5)], /ok of 0.5, and breach of 0.5/],
    ['a service that the oracle does not know', [step(11, 'cart', 'ok', 0)], /ok of 0, and empty of null/],
    ['a service that is missing', [step(11, 'cart', 'empty', null)], /fails web production 11 is not judged/],
    ['a step that is missing', [], /the step 11 is not judged finally/],
  ])('are wrong by %s', (_, final, sentence) => expect(compared(final).faults.join('\n')).toMatch(sentence));

  it('show nothing where nothing came late', () =>
    expect(compared([step(11, 'web', 'breach', 0.5)], [step(11, 'web', 'breach', 0.5)]).faults).toEqual([
      'what came late has changed no value: nothing is shown',
    ]));
});
