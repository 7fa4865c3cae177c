import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../oncall/schedules/schedule-rules.js';
import type { Notified } from '../../oncall/schedules/schedules.store.js';
import { coverageNews, type News } from './coverage-news.js';

const DAY = 86_400_000_000;
const START = Date.parse('2026-11-23T00:00Z') * 1_000;
const rotation = {
  id: 'r',
  name: '',
  members: ['ann'],
  kind: 'daily' as const,
  active_window: null,
  first_start_at: START - DAY,
};
const schedule = (change: Partial<Schedule> = {}): Schedule => ({
  name: 's',
  description: '',
  team_id: null,
  timezone: 'UTC',
  enabled: true,
  rotations: [rotation],
  overrides: [],
  ...change,
});
const NIGHTS = schedule({
  rotations: [{ ...rotation, active_window: { weekday_mask: 127, hour_start: 8, hour_end: 20 } }],
});

/** What is notified minute by minute for so many days, `revision` being what it is at the moment. */
function watched(
  of: Schedule,
  days: number,
  unreachable: (now: number) => string[] = () => [],
  revision = () => 1,
): News[] {
  const all: News[] = [];
  let notified: Notified | null = null;
  for (let now = START; now < START + days * DAY; now += 3_600_000_000) {
    const found = coverageNews(of, { revision: revision(), unreachable: unreachable(now) }, notified, now);
    notified = found.notified;
    if (found.news !== undefined) all.push(found.news);
  }
  return all;
}

describe('gaps (ALERT-65)', () => {
  it('of a schedule that is covered are none', () => expect(watched(schedule(), 60)).toEqual([]));

  it('are notified each once, and those of a schedule that does not change at most weekly', () => {
    const news = watched(NIGHTS, 60);
    const starts = news.flatMap(({ gaps }) => gaps.map(([from]) => from));
    expect(new Set(starts).size).toBe(starts.length);
    // Every night from the first one on, as far as the last look reached.
    for (let day = 0; day < 60; day++)
      expect(starts.filter((at) => Math.floor(at / DAY) === Math.floor(START / DAY) + day)).toHaveLength(
        day === 0 ? 2 : 1,
      );
    expect(news.length).toBeLessThanOrEqual(9);
  });

  it('are notified at once when the schedule is changed, the known ones not again', () => {
    const before = coverageNews(NIGHTS, { revision: 1, unreachable: [] }, null, START).notified;
    const same = coverageNews(
      { ...NIGHTS, description: 'edited' },
      { revision: 2, unreachable: [] },
      before,
      START + 1,
    );
    expect(same.news).toBeUndefined();
    const days = schedule({
      rotations: [{ ...rotation, active_window: { weekday_mask: 63, hour_start: 8, hour_end: 20 } }],
    });
    const changed = coverageNews(days, { revision: 3, unreachable: [] }, same.notified, START + 2);
    // The nights before and after the Saturdays are one gap now.
    expect(changed.news?.gaps.map(([from, to]) => (to - from) / DAY)).toEqual([1.5, 1.5]);
    const covered = coverageNews(schedule(), { revision: 1, unreachable: [] }, null, START).notified;
    const later = schedule({ rotations: [{ ...rotation, first_start_at: START + 3 * DAY }] });
    const uncovered = coverageNews(later, { revision: 2, unreachable: [] }, covered, START + 5);
    expect(uncovered.news?.gaps).toEqual([[START + 5, START + 3 * DAY]]);
  });
});

it('a gap without an end is notified once', () => {
  const ended = schedule({ rotations: [], overrides: [] });
  expect(watched(ended, 60)).toHaveLength(1);
});

describe('members whom nothing would reach (ALERT-65)', () => {
  it('are notified once, and again when they were reachable meanwhile', () => {
    const away = (now: number) => (Math.floor((now - START) / DAY) % 10 < 5 ? ['ann'] : []);
    expect(watched(schedule(), 20, away).map(({ unreachable }) => unreachable)).toEqual([['ann'], ['ann']]);
  });
});
