import { describe, expect, it } from 'vitest';
import type { ApiItem } from './data-set.js';
import { referenceFrom } from './recorded-answers.js';

const figures = {
  count: 2,
  errors: 1,
  p50_ms: 1,
  p50_lin_ms: 1.5,
  p95_ms: 2,
  p95_lin_ms: 1.9,
  p99_ms: 2,
  p99_lin_ms: 2,
};
const item = (rest: Partial<ApiItem>): ApiItem => ({
  service: { namespace: 'n', name: 'a', environment: 'e' },
  red: { request_count: 0, error_count: 0, sampled_count: 0 },
  ...rest,
});

describe('answers of a recorded set', () => {
  const reference = referenceFrom({
    services: [{ service: 'a', ...figures }],
    services_per_minute: [{ service: 'a', minute: '2023-01-29T08:42:00Z', ...figures }],
    transactions: [{ service: 'a', name: '/x', ...figures }],
    edges: [
      { caller: 'a', callee: 'mysql', type: 'db', ...figures },
      { caller: 'a', callee: 'b', type: 'service', ...figures },
      { caller: 'a', callee: 'c', type: 'messaging', ...figures },
    ],
    error_groups: [
      { service: 'a', type: 'T', count: 3 },
      { service: 'a', type: 'T', count: 4 },
    ],
  });
  const [services, transactions, dependencies] = reference.tables;

  it('have microseconds and minutes', () => {
    expect(services.rows[0].percentiles?.p50).toEqual({ nearest: 1000, linear: 1500 });
    expect(services.perMinute[0].minuteMicros).toBe(Date.UTC(2023, 0, 29, 8, 42) * 1000);
  });

  it.each([
    [{ name: 'GET /x', kind: 'http' }, 'a | /x'],
    [{ name: '/x', kind: 'other' }, 'a | /x'],
    [{ name: 'process queue', kind: 'messaging' }, 'a | queue process'],
  ])('know the transaction %j as %s', (transaction, key) => {
    expect(transactions.keyOf(item({ transaction }))).toBe(key);
  });

  it.each([
    [{ category: 'database', target: 'mysql/x' }, 'a | database'],
    [{ category: 'external_http', target: 'b', operation: 'GET' }, 'a | service b'],
    [{ category: 'messaging', target: 'rabbitmq/q' }, 'a | messaging'],
  ])('know the dependency %j as %s', (dependency, key) => {
    expect(dependencies.keyOf(item({ dependency }))).toBe(key);
    expect(dependencies.rows.map((row) => row.key)).toContain(key);
  });

  it('add up groups of one service and type, and know only those', () => {
    expect(reference.errors).toMatchObject({ complete: false, rows: [{ key: 'a | T', occurrences: 7 }] });
  });

  it('know who answers behind a service alone', () => {
    expect([...(reference.callees ?? [])]).toEqual([['a | service b', 'b']]);
  });

  it('count what is to arrive', () => {
    expect(reference).toMatchObject({ sampledRequests: 2, sampledCalls: 6 });
  });
});

it('the answers of the exceptions set are figures per version and all groups', () => {
  const reference = referenceFrom({
    red: [
      { service: 'a', version: '1', count: 5, errors: 1 },
      { service: 'a', version: '2', count: 6, errors: 2 },
    ],
    groups: [
      { service: 'a', type: 'E', count: 2, by_version: { 1: 1, 2: 1 } },
      { service: 'a', type: 'E', count: 2, by_version: { 2: 2 } },
      { service: 'a', type: 'F', count: 2, by_version: { 2: 2 } },
    ],
  });
  expect(reference.tables).toHaveLength(1);
  expect(reference.tables[0].rows).toEqual([{ key: 'a', count: 11, errors: 3, percentiles: undefined }]);
  expect(reference.versions.map((row) => [row.version, row.count])).toEqual([
    ['1', 5],
    ['2', 6],
  ]);
  expect(reference.errors).toMatchObject({
    complete: true,
    rows: [
      { key: 'a | E | 2×', groups: 2, occurrences: 4 },
      { key: 'a | F | 2×', groups: 1, occurrences: 2 },
    ],
    versions: [
      { version: '1', rows: [{ key: 'a | E | 1×', groups: 1, occurrences: 1 }] },
      {
        version: '2',
        rows: [
          { key: 'a | E | 1×', groups: 1 },
          { key: 'a | E | 2×', groups: 1 },
          { key: 'a | F | 2×', groups: 1 },
        ],
      },
    ],
  });
  const seen = { service: { namespace: '', name: 'a', environment: '' }, error: { fingerprint: 'f', error_type: 'E' } };
  expect(reference.errors?.keyOf({ ...seen, occurrence_count: 2 })).toBe('a | E | 2×');
  expect(reference.sampledCalls).toBeUndefined();
});
