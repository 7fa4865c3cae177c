import { describe, expect, it } from 'vitest';
import { CHAIN_START, ChainCheck, chainHash, type ChainedRecord, type ChainLink } from './chain.js';
import { momentMicros } from './moment.js';

function chain(length: number): ChainLink[] {
  const links: ChainLink[] = [];
  let previous: Buffer = CHAIN_START;
  for (let seq = 1; seq <= length; seq++) {
    const record: ChainedRecord = {
      id: String(seq),
      organization_id: 'o',
      seq,
      actor_kind: 'user',
      actor_id: 'u',
      action: 'user.create',
      target_kind: null,
      target: null,
      ip: null,
      user_agent: null,
      request_id: null,
      payload: { b: [1, { d: 1, c: 2 }], a: 'x' },
      credential_id: null,
      commitments: null,
      created_at_ms: seq,
    };
    previous = chainHash(previous, record);
    links.push({ record, hash: previous });
  }
  return links;
}

function faultOf(links: ChainLink[], headSeq = links.length): string | undefined {
  const check = new ChainCheck();
  for (const link of links) {
    const fault = check.next(link);
    if (fault !== undefined) return fault;
  }
  return check.end({ seq: headSeq, hash: links.at(-1)?.hash ?? CHAIN_START });
}

const changed = (links: ChainLink[], at: number, change: Partial<ChainedRecord>): ChainLink[] =>
  links.with(at, { ...links[at]!, record: { ...links[at]!.record, ...change } });

describe('the chain of an audit log', () => {
  it('holds, whatever order the database gives the members of a payload', () => {
    const links = chain(3);
    expect(faultOf(links)).toBeUndefined();
    expect(faultOf(changed(links, 1, { payload: { a: 'x', b: [1, { c: 2, d: 1 }] } }))).toBeUndefined();
  });

  it.each<[string, (links: ChainLink[]) => ChainLink[], string]>([
    ['another action', (links) => changed(links, 1, { action: 'user.remove' }), 'record 2 was changed'],
    ['another actor', (links) => changed(links, 0, { actor_id: 'v' }), 'record 1 was changed'],
    ['another time', (links) => changed(links, 2, { created_at_ms: 9 }), 'record 3 was changed'],
    ['another payload', (links) => changed(links, 1, { payload: {} }), 'record 2 was changed'],
    ['a record taken out', (links) => links.toSpliced(1, 1), 'record 2 is missing'],
    ['the last record taken out', (links) => links.slice(0, 2), 'the log ends at record 2 and its head says 3'],
    ['two records exchanged', (links) => [links[1]!, links[0]!, links[2]!], 'record 1 is missing'],
  ])('shows %s', (_, tamper, fault) => {
    expect(faultOf(tamper(chain(3)), 3)).toBe(fault);
  });

  it('shows a record that was changed together with its hash', () => {
    const links = chain(3);
    const record = { ...links[1]!.record, action: 'nothing' };
    expect(faultOf(links.with(1, { record, hash: chainHash(links[0]!.hash, record) }))).toBe('record 3 was changed');
  });
});

describe('a record of the first form', () => {
  it('has the hash that it had', () => {
    expect(chain(1)[0]!.hash.toString('hex')).toBe('43d06663fa5b6f897fda78b507c20a4425a858ce998b9b9ccab33d616d194768');
    const named = { ...chain(1)[0]!.record, credential_id: 'c' };
    expect(chainHash(CHAIN_START, named).toString('hex')).toBe(
      'bdf8c81761580f94eec1bbfc2cf0f27ba58081799f925cac4a11a9d079343065',
    );
  });
});

describe('a record of the second form', () => {
  const commitments = { ip: 'ab', 'payload.email': 'cd' };
  const first = chain(2);
  const record = { ...first[0]!.record, seq: 3, commitments };
  const mixed = [...first, { record, hash: chainHash(first[1]!.hash, record) }];

  it('follows those of the first in one chain', () => {
    expect(faultOf(mixed)).toBeUndefined();
    expect(faultOf(changed(mixed, 2, { commitments: { 'payload.email': 'cd', ip: 'ab' } }))).toBeUndefined();
  });

  it.each<[string, Partial<ChainedRecord>]>([
    ['another commitment', { commitments: { ...commitments, ip: 'ac' } }],
    ['a commitment less', { commitments: { ip: 'ab' } }],
    ['the first form', { commitments: null }],
    ['an address in clear', { ip: '203.0.113.9' }],
  ])('shows %s', (_, change) => {
    expect(faultOf(changed(mixed, 2, change))).toBe('record 3 was changed');
  });

  it('shows one of the first form that is made to look like it', () => {
    expect(faultOf(changed(mixed, 0, { commitments: {} }))).toBe('record 1 was changed');
  });
});

describe('a moment', () => {
  it.each([
    ['1700000000000000', 1_700_000_000_000_000],
    ['now', 5_000_000_000],
    ['now-2s', 4_998_000_000],
    ['now-1h', 1_400_000_000],
    ['1970-01-01T00:00:01Z', 1_000_000],
    ['1970-01-01T01:00:01.5+01:00', 1_500_000],
    ['1970-13-01T00:00:00Z', Number.NaN],
  ])('%s is %d', (text, micros) => {
    expect(momentMicros(text, 5_000_000)).toBe(micros);
  });
});
