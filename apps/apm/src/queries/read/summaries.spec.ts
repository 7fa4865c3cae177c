import { describe, expect, it } from 'vitest';
import type { RedSummary } from '@spanwise/contracts/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { silentSeries, versionMember } from './grouping.js';
import { rankedRows } from './ranked-series.js';
import { healthOf } from './summaries.js';
import type { Series } from './series.js';

describe('the health of a service (APM-17)', () => {
  it.each([
    [0, 0, undefined, 'no_traffic'],
    [100, 0, 499_999, 'healthy'],
    [100, 0.019, 1_000, 'healthy'],
    [100, 0.02, 1_000, 'warning'],
    [100, 0, 500_000, 'warning'],
    [100, 0.1, 1_000, 'critical'],
    [100, 0, 2_000_000, 'critical'],
  ])('with %d requests, a rate of errors of %d and a p95 of %d us is %s', (request_count, error_rate, p95, health) => {
    const red: RedSummary = {
      request_count,
      error_count: 0,
      error_rate,
      duration_sum_micros: 0,
      sampled_count: request_count,
      latency_partial: false,
      exemplars: [],
      ...(p95 !== undefined && { p95_micros: p95 }),
    };
    expect(healthOf(red)).toBe(health);
  });
});

describe('a row of transactions (APM-25)', () => {
  const series = (change: Partial<Series> = {}): Series => ({
    id: '1',
    kind: SeriesKind.Transaction,
    namespace: 'shop',
    service: 'cart',
    environment: 'live',
    version: '1',
    category: 'http',
    name: 'GET /',
    detail: '',
    firstSeenMicros: 1,
    lastSeenMicros: 2,
    ...change,
  });
  const rows = (...changes: Partial<Series>[]) =>
    rankedRows(
      changes.map((change) => silentSeries(series(change))),
      SeriesKind.Transaction,
    ).map((row) => versionMember(row.series));

  it('is of one version, and says which', () => expect(rows({})).toEqual([{ version: '1' }]));
  it('is merged over versions, and then names none', () => expect(rows({}, { version: '2' })).toEqual([{}]));
  it.each([
    { namespace: 'other' },
    { service: 'other' },
    { environment: 'other' },
    { name: 'GET /other' },
    { category: 'rpc' },
  ])('is another one for %j', (change) => expect(rows({}, change)).toHaveLength(2));
});
