import { expect, it } from 'vitest';
import { platformState, reasonOfMinute, type Seen } from './platform.js';

const SECOND = 1_000_000;
const NOW = 10_000 * SECOND;
const behind = (seconds: number, replaying = false) => ({
  stream_time_micros: NOW - seconds * SECOND,
  late_grace_micros: 300 * SECOND,
  replaying,
});
const seen = (change: Partial<Seen>): Seen => ({
  nowMicros: NOW,
  progress: behind(5),
  answeredMicros: NOW,
  startedMicros: NOW - 1_000 * SECOND,
  ...change,
});

it.each([
  ['5 s behind is well', {}, { kind: 'well' }],
  ['60 s behind is well', { progress: behind(60) }, { kind: 'well' }],
  ['90 s behind changes nothing', { progress: behind(90) }, { kind: 'between' }],
  ['120 s behind changes nothing', { progress: behind(120) }, { kind: 'between' }],
  ['121 s behind', { progress: behind(121) }, { kind: 'unwell', reason: 'lag' }],
  [
    '121 s behind within a minute after a start',
    { progress: behind(121), startedMicros: NOW - 59 * SECOND },
    { kind: 'between' },
  ],
  ['a replay that has just begun changes nothing', { progress: behind(5, true) }, { kind: 'between' }],
  ['a replay that lasts', { progress: behind(200, true) }, { kind: 'unwell', reason: 'replay' }],
  ['no answer for a while', { progress: undefined, answeredMicros: NOW - 60 * SECOND }, { kind: 'between' }],
  [
    'no answer for just as long as that',
    { progress: undefined, answeredMicros: NOW - 120 * SECOND },
    { kind: 'between' },
  ],
  [
    'no answer for long',
    { progress: undefined, answeredMicros: NOW - 121 * SECOND },
    { kind: 'unwell', reason: 'unreachable' },
  ],
  [
    'no answer yet after a start',
    { progress: undefined, answeredMicros: undefined, startedMicros: NOW - SECOND },
    { kind: 'between' },
  ],
  ['nothing was ever sent', { progress: { late_grace_micros: 0, replaying: false } }, { kind: 'between' }],
])('%s', (_, change, state) => {
  expect(platformState(seen(change as Partial<Seen>))).toEqual(state);
});

it('a minute is held by a gateway, or by what was lost', () =>
  expect(['no_gateway', 'refusing', 'late_dropped'].map(reasonOfMinute)).toEqual(['no_gateway', 'refusing', 'gap']));
