import { describe, expect, it } from 'vitest';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import {
  badMinutes,
  isReported,
  MAX_UNCOVERED_MICROS,
  RECORD_GRACE_MICROS,
  type GatewayRow,
  type IntakeRecords,
} from './intake-health.js';

const SECOND = 1_000_000;
const FIRST = 1_000;

/** A gateway that is there from before the first minute on; `change` says what is not so. */
const reported = (gatewayId: string, minute: number, change: Partial<GatewayRow> = {}): GatewayRow => ({
  gatewayId,
  minute,
  sinceMicros: 0,
  leftMicros: undefined,
  hasRefusedOthers: false,
  ...change,
});
const at = (minute: number, seconds: number): number => minute * STEP_MICROS + seconds * SECOND;
/** Every minute of the range, the last one not included. */
const always = (gatewayId: string, from = FIRST, to = FIRST + 10): GatewayRow[] =>
  Array.from({ length: to - from }, (_, index) => reported(gatewayId, from + index));
const recordsOf = (gateways: GatewayRow[], change: Partial<IntakeRecords> = {}): IntakeRecords => ({
  fromMinute: FIRST,
  toMinute: FIRST + 10,
  firstMinute: gateways.length === 0 ? undefined : Math.min(...gateways.map(({ minute }) => minute)),
  gateways,
  refusedMinutes: new Set(),
  ...change,
});
const M = FIRST + 4;

describe('minutes in which intake was not well (ALERT-100)', () => {
  it.each<[string, IntakeRecords, number[]]>([
    ['there were no reports: an old log', recordsOf([]), []],
    ['one gateway, always there', recordsOf(always('a')), []],
    [
      'a first start in the midst of a minute',
      recordsOf([reported('a', M, { sinceMicros: at(M, 50) })], { toMinute: M + 1 }),
      [],
    ],
    ['no gateway was there for two minutes', recordsOf([...always('a', FIRST, M), ...always('b', M + 2)]), [M, M + 1]],
    ['one that was there is missing beside another', recordsOf([...always('a'), ...always('b', FIRST, M)]), [M]],
    [
      'a rolling restart: one says goodbye beside another',
      recordsOf([
        ...always('a'),
        ...always('b', FIRST, M),
        reported('b', M, { leftMicros: at(M, 1) }),
        ...[M + 2, M + 3, M + 4, M + 5].map((minute) => reported('c', minute, { sinceMicros: at(M + 2, 59) })),
      ]),
      [],
    ],
    [
      'the only one is replaced within what clients try again for',
      recordsOf([
        ...always('a', FIRST, M),
        reported('a', M, { leftMicros: at(M, 20) }),
        ...always('b', M).map((row) => ({ ...row, sinceMicros: at(M, 20) + MAX_UNCOVERED_MICROS })),
      ]),
      [],
    ],
    [
      'the only one is replaced, and later than that',
      recordsOf([
        ...always('a', FIRST, M),
        reported('a', M, { leftMicros: at(M, 20) }),
        ...always('b', M).map((row) => ({ ...row, sinceMicros: at(M, 20) + MAX_UNCOVERED_MICROS + 1 })),
      ]),
      [M],
    ],
    [
      'the only one goes at the end of a minute and is replaced early in the next but one',
      recordsOf([
        ...always('a', FIRST, M),
        reported('a', M, { leftMicros: at(M, 58) }),
        ...always('b', M + 2).map((row) => ({ ...row, sinceMicros: at(M + 2, 3) })),
      ]),
      [M + 1],
    ],
    [
      'killed and started again within the minute: nothing says what the first one refused',
      recordsOf([...always('a', FIRST, M), ...always('b', M).map((row) => ({ ...row, sinceMicros: at(M, 5) }))]),
      [M],
    ],
    [
      'one that stood still for a while starts again under its name',
      recordsOf([
        ...always('a', FIRST, M),
        ...always('a', M + 3).map((row) => ({ ...row, sinceMicros: at(M + 3, 40) })),
      ]),
      [M, M + 1, M + 2, M + 3],
    ],
    [
      'only of the range that is asked for',
      recordsOf(always('a', FIRST - 5, M), { firstMinute: FIRST - 5, toMinute: M }),
      [],
    ],
    [
      'one that was there in the minute before the range is missing in its first',
      recordsOf([reported('a', FIRST - 1), ...always('b', FIRST - 1)], { firstMinute: FIRST - 1 }),
      [FIRST],
    ],
  ])('%s', (_, records, minutes) => {
    expect(badMinutes(records)).toEqual(minutes.map((minute) => ({ minute, reason: 'no_gateway' })));
  });

  it('have their reason: whether something was refused of the organization, or of an unknown one', () => {
    const gateways = always('a').map((row) => ({ ...row, hasRefusedOthers: row.minute === M + 1 }));
    const records = recordsOf([...gateways, ...always('b', FIRST, M)], { refusedMinutes: new Set([M - 1, M]) });
    expect(badMinutes(records)).toEqual([
      { minute: M - 1, reason: 'refusing' },
      { minute: M, reason: 'no_gateway' },
      { minute: M + 1, reason: 'refusing' },
    ]);
  });
});

describe('the newest minute is reported', () => {
  const end = FIRST + 10;
  const early = end * STEP_MICROS + 1;
  it.each<[string, IntakeRecords, number, boolean]>([
    ['where no gateway ever reports', recordsOf([]), early, true],
    ['before the first record', recordsOf(always('a', end + 1, end + 2)), early, true],
    ['once all have reported', recordsOf([...always('a'), ...always('b')]), early, true],
    ['not while one has not', recordsOf([...always('a'), ...always('b', FIRST, end - 1)]), early, false],
    ['not while none has', recordsOf(always('a', FIRST, end - 2)), early, false],
    [
      'without one that had said goodbye',
      recordsOf([
        ...always('a'),
        ...always('b', FIRST, end - 2),
        reported('b', end - 2, { leftMicros: at(end - 2, 9) }),
      ]),
      early,
      true,
    ],
    [
      'once they had the time to',
      recordsOf(always('a', FIRST, end - 1)),
      end * STEP_MICROS + RECORD_GRACE_MICROS,
      true,
    ],
  ])('%s', (_, records, streamTimeMicros, isSo) => {
    expect(isReported(records, streamTimeMicros)).toBe(isSo);
  });
});
