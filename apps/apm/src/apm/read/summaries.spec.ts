import { describe, expect, it } from 'vitest';
import { SeriesKind } from '@spanwise/span-model/series';
import { silentSeries, versionMember } from './grouping.js';
import { rankedRows } from './ranked-series.js';
import type { Series } from './series.js';

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
