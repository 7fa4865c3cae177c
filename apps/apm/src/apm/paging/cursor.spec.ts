import { describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { checkAgainstCursor, type CursorState } from './cursor.js';

const state: CursorState = {
  filters: { namespace: 'shop' },
  askedFrom: 60_000_001,
  fromMicros: 60_000_000,
  toMicros: 120_000_000,
  resolution: 'minute',
  clipped: false,
  sort: 'request_count',
  direction: 'desc',
  limit: 50,
  toward: 'next',
  position: { value: 7, identity: ['cart', 'shop', 'production'] },
};

describe('parameters beside a cursor (API-7)', () => {
  it.each<[string, Partial<ApmQuery>]>([
    ['nothing', {}],
    ['the same filter', { namespace: 'shop' }],
    ['the range as asked', { from: 60_000_001 }],
    ['the range as answered', { from: 60_000_000, to: 120_000_000 }],
    ['another limit', { limit: 3 }],
    ['resolution auto', { resolution: 'auto' }],
  ])('may be %s', (_, query) => {
    expect(() => checkAgainstCursor(query, state)).not.toThrow();
  });

  it.each<[string, Partial<ApmQuery>]>([
    ['namespace', { namespace: 'other' }],
    ['service', { service: 'cart' }],
    ['from', { from: 5 }],
    ['to', { to: 5 }],
    ['sort', { sort: 'name' }],
    ['direction', { direction: 'asc' }],
    ['resolution', { resolution: 'hour' }],
  ])('may not be another %s', (field, query) => {
    expect(() => checkAgainstCursor(query, state)).toThrow(new RegExp(`parameter ${field} differs`));
  });
});
