import { describe, expect, it } from 'vitest';
import { falseAnswers } from './check.js';
import type { HealthSample, OverviewSample, SentBatch, Timeline } from './record.js';

const GRACE_MS = 1_000;
const MINUTE_MS = 60_000;
/** The end of a minute. */
const T = 30_000_000 * MINUTE_MS;
const MINUTE = T / MINUTE_MS - 1;

/** A batch of ten spans of the minute that ends at T. */
const batch = (ackedMs: number | undefined, change: Partial<SentBatch> = {}): SentBatch => ({
  minute: MINUTE,
  spans: 10,
  late: false,
  attemptsMs: [(ackedMs ?? T) - 50],
  ackedMs,
  ...change,
});

function overview(
  askedMs: number,
  count: number,
  change: Partial<NonNullable<OverviewSample['figures']>> = {},
): OverviewSample {
  const figures = {
    total: count,
    perMinute: new Map([[MINUTE, count]]),
    partial: false,
    lastCompleteMs: T - 4 * MINUTE_MS,
    gaps: [],
    ...change,
  };
  return { kind: 'overview', askedMs, answeredMs: askedMs + 20, status: 200, figures };
}

function health(askedMs: number, change: Partial<NonNullable<HealthSample['says']>> = {}): HealthSample {
  const says = {
    degraded: false,
    reasons: [],
    projectorAnswers: true,
    replaying: false,
    lagSeconds: 0,
    pendingDeltas: 0,
    streamTimeMs: askedMs - 500,
    lastCompleteMs: T - 4 * MINUTE_MS,
    partial: false,
    gaps: [],
    ...change,
  };
  return { kind: 'health', askedMs, answeredMs: askedMs + 20, status: 200, says };
}

const END = T + 200_000;
/** Two batches are sent and acknowledged; at the end everything is there. */
const timelineOf = (change: Partial<Timeline>, during: Timeline['samples'] = []): Timeline => ({
  endedMs: END,
  lateGraceMs: GRACE_MS,
  batches: [batch(T - 9_000), batch(T - 3_000)],
  disturbances: [],
  ...change,
  samples: [...during, health(END + 10), overview(END + 50, 20)],
});
const found = (change: Partial<Timeline>, during: Timeline['samples'] = []) =>
  falseAnswers(timelineOf(change, during)).map(({ says }) => says);

describe('the truth', () => {
  it.each<[string, Timeline['samples']]>([
    ['at rest', []],
    ['with spans on their way', [overview(T - 1_000, 10)]],
    ['with a bucket that is complete', [overview(T + 2_000, 20, { lastCompleteMs: T - MINUTE_MS })]],
    ['with what was sent and not acknowledged', [overview(T - 3_020, 20)]],
  ])('%s is not false', (_, during) => expect(found({}, during)).toEqual([]));

  it('may be that something is not known, while something happens', () => {
    const disturbances = [{ what: 'kill', fromMs: T, toMs: T }];
    const refusedAt = (askedMs: number): OverviewSample => ({
      kind: 'overview',
      askedMs,
      answeredMs: askedMs + 10,
      status: 503,
    });
    expect(found({ disturbances }, [refusedAt(T + 10), refusedAt(T + 3_010)])).toEqual([]);
    expect(found({}, [refusedAt(T + 10), overview(T + 1_000, 20), refusedAt(T + 3_010)])).toEqual([]);
    expect(found({}, [refusedAt(T + 10), refusedAt(T + 3_010)])).toEqual([
      'overview was answered with 503 although nothing has happened',
    ]);
  });
});

describe('a false answer is found', () => {
  it.each<[string, Timeline['samples'], RegExp]>([
    [
      'a bucket complete ahead of its spans',
      [overview(T + 2_000, 10, { lastCompleteMs: T - MINUTE_MS })],
      /^last_complete/,
    ],
    ['not partial while a minute behind', [overview(T + 58_000, 10)], /^partial: false claims/],
    [
      'partial without a reason',
      [overview(T + 55_000, 20, { partial: true }), overview(T + 58_000, 20, { partial: true })],
      /^partial: true although/,
    ],
    ['a stream time ahead of the figures', [health(T + 1_000), overview(T + 1_100, 10)], /^stream_time_at/],
    [
      'no lag with spans unread',
      [health(T + 4_000, { streamTimeMs: T - 9_000 }), overview(T + 4_100, 10)],
      /^lag_seconds/,
    ],
    [
      'not degraded while a minute behind',
      [health(T + 58_000, { streamTimeMs: T - 9_000, lagSeconds: 70 }), overview(T + 58_100, 10, { partial: true })],
      /^degraded: false/,
    ],
    ['more spans than were sent', [overview(T, 21)], /21 spans are counted/],
    ['fewer spans than before', [overview(T, 20), overview(T + 100, 10)], /20 were shown before/],
    ['a total that is not the sum', [overview(T, 20, { total: 19 })], /add up to 20/],
    [
      'a gap out of nothing',
      [overview(T, 20, { gaps: [{ reason: 'queue_full', dropped: 1 }] })],
      /^a gap of queue_full/,
    ],
    ['an internal error', [{ kind: 'overview', askedMs: T, answeredMs: T, status: 500 }], /answered 500/],
  ])('%s', (_, during, sentence) => expect(found({}, during)).toContainEqual(expect.stringMatching(sentence)));

  it.each<[number, boolean, RegExp]>([
    [0, false, /0 late spans, and 10 were applied/],
    [30, true, /30 late spans, and 20 were sent/],
    [10, false, /partial: false beside a gap/],
  ])('%i late spans in the gap, partial %s', (dropped, partial, sentence) => {
    const late = batch(T - 9_000, { late: true, attemptsMs: [T - 9_900, T - 9_050] });
    const gaps = [{ reason: 'late_dropped', dropped }];
    const says = found({ batches: [batch(T - 9_000), batch(T - 3_000), late] }, [health(T, { gaps, partial })]);
    expect(says).toContainEqual(expect.stringMatching(sentence));
  });

  it('a projector that stands still and is said to answer', () => {
    const disturbances = [{ what: 'pause', fromMs: T, toMs: T + 9_000, silentToMs: T + 9_000 }];
    expect(found({ disturbances }, [health(T + 3_000, { streamTimeMs: T - 9_000, pendingDeltas: 1 })])).toEqual([
      'the projector stands still and is said to answer',
    ]);
  });

  it('spans that are missing at the end', () => {
    const samples = [health(END + 10), overview(END + 50, 10, { partial: true, lastCompleteMs: 0 })];
    expect(falseAnswers({ ...timelineOf({}), samples }).map(({ says }) => says)).toContain(
      '10 acknowledged spans are missing at the end',
    );
  });
});
