import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HTTP_STATUS_OF_KIND, ServiceError } from '@spanwise/contracts/base/errors';
import { CURSOR_TTL_MS, SignedCursors } from './signed-cursor.js';

const key = (kid: string, fill: number) => ({ kid, key: Buffer.alloc(32, fill) });
const organizationId = randomUUID();
const state = { filters: { namespace: 'shop' }, sort: 'request_count', limit: 50 };
let nowMs = 1_000;
const of = (list: string, keys = [key('k1', 1)]) => new SignedCursors<typeof state>(keys, list, () => nowMs);
const cursors = of('services');

/** Numbers in [0, 1), the same for the same seed (Lehmer's generator). */
function lehmer(seed: number): () => number {
  let value = seed;
  return () => (value = (value * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('a cursor (API-7)', () => {
  it('brings back the state of its request', () => {
    expect(cursors.open(cursors.seal(organizationId, state), organizationId)).toEqual(state);
  });

  it('is refused when any one character is changed', () => {
    const cursor = cursors.seal(organizationId, state);
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(() => cursors.open(changed, organizationId), `character ${at}`).toThrow(/cursor is not valid/);
    }
  });

  it.each([['shorter'], ['longer'], ['with a stray character']])('is refused when %s', (how) => {
    const cursor = cursors.seal(organizationId, state);
    const changed = { shorter: cursor.slice(0, -1), longer: `${cursor}A`, 'with a stray character': `${cursor}=` }[
      how
    ]!;
    expect(() => cursors.open(changed, organizationId)).toThrow(/cursor is not valid/);
  });

  it('is refused for another list, for another organization and after 24 hours', () => {
    const cursor = cursors.seal(organizationId, state);
    expect(() => of('errors').open(cursor, organizationId)).toThrow();
    expect(() => cursors.open(cursor, randomUUID())).toThrow();
    nowMs += CURSOR_TTL_MS + 1;
    expect(() => cursors.open(cursor, organizationId)).toThrow();
  });

  it('outlives a rotation of keys, but not the removal of its key', () => {
    const cursor = cursors.seal(organizationId, state);
    const rotated = of('services', [key('k2', 2), key('k1', 1)]);
    expect(rotated.open(cursor, organizationId)).toEqual(state);
    const removed = of('services', [key('k2', 2)]);
    expect(() => removed.open(cursor, organizationId)).toThrow();
  });
});

/** Every way to change a cursor that was given out. */
function mutated(cursor: string, other: string, random: () => number): string {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const at = below(cursor.length);
  const [[body, mac], [otherBody, otherMac]] = [cursor.split('.'), other.split('.')];
  const withPayload = (change: object) => {
    const payload = { ...JSON.parse(Buffer.from(body!, 'base64url').toString()), ...change };
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
    () => withPayload({ organizationId: randomUUID() }),
    () => withPayload({ state: { limit: below(1_000_000) } }),
    () => withPayload({ list: 'errors' }),
    () => `${Buffer.from('{}').toString('base64url')}.${mac}`,
    () => pick(['', '.', '..', 'null', '{}']),
  ])();
}

it('20,000 mutated cursors are 20,000 bad requests', () => {
  const random = lehmer(20_000);
  const cursor = cursors.seal(organizationId, state);
  const other = cursors.seal(organizationId, { ...state, sort: 'name' });
  const statuses = new Map<number, number>();
  for (let tried = 0; tried < 20_000;) {
    const changed = mutated(cursor, other, random);
    if (changed === cursor || changed === other) continue;
    tried++;
    let status = 200;
    try {
      cursors.open(changed, organizationId);
    } catch (error) {
      status = error instanceof ServiceError ? HTTP_STATUS_OF_KIND[error.kind] : 500;
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[400, 20_000]]);
});
