import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { HTTP_STATUS_OF_KIND, ServiceError } from '@spanwise/contracts/base/errors';
import { randomOf } from '../versions/simulated-traffic.fixture.js';
import { checkAgainstCursor, CURSOR_TTL_MICROS, CursorCodec, type CursorState } from './cursor.js';

const key = (kid: string, fill: number) => ({ kid, key: Buffer.alloc(32, fill) });
const organizationId = randomUUID();
const state: CursorState = {
  organizationId,
  endpoint: 'services',
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
let nowMicros = 1_000;
const codec = new CursorCodec([key('k1', 1)], () => nowMicros);

describe('a cursor (API-7)', () => {
  it('brings back the state of its request', () => {
    expect(codec.open(codec.seal(state), organizationId, 'services')).toMatchObject(state);
  });

  it('is refused when any one character is changed', () => {
    const cursor = codec.seal(state);
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(() => codec.open(changed, organizationId, 'services'), `character ${at}`).toThrow(/cursor is not valid/);
    }
  });

  it.each([['shorter'], ['longer'], ['with a stray character']])('is refused when %s', (how) => {
    const cursor = codec.seal(state);
    const changed = { shorter: cursor.slice(0, -1), longer: `${cursor}A`, 'with a stray character': `${cursor}=` }[
      how
    ]!;
    expect(() => codec.open(changed, organizationId, 'services')).toThrow(/cursor is not valid/);
  });

  it('is refused at another endpoint, for another organization and after 24 hours', () => {
    const cursor = codec.seal(state);
    expect(() => codec.open(cursor, organizationId, 'errors')).toThrow();
    expect(() => codec.open(cursor, randomUUID(), 'services')).toThrow();
    nowMicros += CURSOR_TTL_MICROS + 1;
    expect(() => codec.open(cursor, organizationId, 'services')).toThrow();
  });

  it('outlives a rotation of keys, but not the removal of its key', () => {
    const cursor = codec.seal(state);
    const rotated = new CursorCodec([key('k2', 2), key('k1', 1)], () => nowMicros);
    expect(rotated.open(cursor, organizationId, 'services')).toMatchObject(state);
    const removed = new CursorCodec([key('k2', 2)], () => nowMicros);
    expect(() => removed.open(cursor, organizationId, 'services')).toThrow();
  });
});

/** Every way to change a cursor that was given out. */
function mutated(cursor: string, other: string, random: () => number): string {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)];
  const at = below(cursor.length);
  const [[body, mac], [otherBody, otherMac]] = [cursor.split('.'), other.split('.')];
  const withState = (change: Partial<CursorState>) => {
    const payload = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...change };
    return `${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${mac}`;
  };
  return pick([
    () => cursor.slice(0, at) + pick([...'AZaz09-_.=+/ %\0é']) + cursor.slice(at + 1),
    () => cursor.slice(0, at) + cursor.slice(at + 1),
    () => cursor.slice(0, at) + pick([...'Az9_.=\n']) + cursor.slice(at),
    () => cursor.slice(0, at),
    () => cursor.slice(0, at) + other.slice(at),
    () => `${body}.${otherMac}`,
    () => `${otherBody}.${mac}`,
    () => `${mac}.${body}`,
    () => cursor + pick([...'=. A']),
    () => Buffer.from(cursor).toString('base64'),
    () => withState({ organizationId: randomUUID() }),
    () => withState({ limit: below(1_000_000) }),
    () => withState({ position: { value: random(), identity: [] } }),
    () => `${Buffer.from('{}').toString('base64url')}.${mac}`,
    () => pick(['', '.', '..', 'null', '{}']),
  ])();
}

it('20,000 mutated cursors are 20,000 bad requests', () => {
  const random = randomOf(20_000);
  const cursor = codec.seal(state);
  const other = codec.seal({ ...state, sort: 'name', position: { value: null, identity: ['stock', 'shop', 'test'] } });
  const statuses = new Map<number, number>();
  for (let tried = 0; tried < 20_000;) {
    const changed = mutated(cursor, other, random);
    if (changed === cursor || changed === other) continue;
    tried++;
    let status = 200;
    try {
      codec.open(changed, organizationId, 'services');
    } catch (error) {
      status = error instanceof ServiceError ? HTTP_STATUS_OF_KIND[error.kind] : 500;
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[400, 20_000]]);
});

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
