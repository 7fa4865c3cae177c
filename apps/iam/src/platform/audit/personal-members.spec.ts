import { describe, expect, it } from 'vitest';
import { CHAIN_START, chainHash } from './chain.js';
import { joined, membersFit, parted, type PersonalMember, type WholeRecord } from './personal-members.js';

const whole = (change: Partial<WholeRecord> = {}): WholeRecord => ({
  id: 'r',
  organization_id: 'o',
  seq: 1,
  actor_kind: 'user',
  actor_id: 'u',
  action: 'user.create',
  target_kind: 'user',
  target: '00000000-0000-7000-8000-0000000000c3',
  ip: '203.0.113.9',
  user_agent: 'curl/8',
  request_id: 'job-7',
  payload: { email: 'ann@example.org', roles: ['viewer'] },
  credential_id: 'c',
  created_at_ms: 1,
  ...change,
});
const ANONYMOUS = { ip: null, user_agent: null };
const names = (members: readonly PersonalMember[]) => members.map(({ member }) => member);
const changed = (members: readonly PersonalMember[], at: number, value: unknown) =>
  members.map((one, index) => (index === at ? { ...one, value } : one));

describe('personal members of a record (ACCESS-18)', () => {
  it.each<[string, Partial<WholeRecord>, string[]]>([
    ['the client', { payload: { name: 'ci' } }, ['ip', 'user_agent']],
    ['an address as target', { ...ANONYMOUS, target: 'ann@example.org', payload: {} }, ['target']],
    ['an address in a payload', { ...ANONYMOUS, payload: { to: ['ann@example.org'], n: 1 } }, ['payload.to']],
    ['a name', { ...ANONYMOUS, payload: { display_name: 'Ann' } }, ['payload.display_name']],
    ['none', { ...ANONYMOUS, target: null, payload: { name: 'ci' } }, []],
  ])('are taken out of it: %s', (_, change, taken) => {
    const { record, members } = parted(whole(change));
    expect(names(members)).toEqual(taken);
    expect(JSON.stringify(record)).not.toMatch(/ann@example|Ann|203\.0|curl/);
    expect(Object.keys(record.commitments!)).toEqual(taken);
    const kept = { ...record, payload: record.payload as Record<string, unknown> };
    expect(joined(kept, members)).toEqual({ ...whole(change), commitments: record.commitments });
  });

  it('can be erased, and the chain holds', () => {
    const { record, members } = parted(whole());
    const hash = chainHash(CHAIN_START, record);
    expect(membersFit(record, members)).toEqual({ fit: true, erased: 0 });
    expect(membersFit(record, members.slice(1))).toEqual({ fit: true, erased: 1 });
    expect(membersFit(record, [])).toEqual({ fit: true, erased: 3 });
    expect(chainHash(CHAIN_START, record)).toEqual(hash);
  });

  it('cannot be changed, exchanged or added', () => {
    const { record, members } = parted(whole());
    expect(membersFit(record, changed(members, 0, '198.51.100.1')).fit).toBe(false);
    const [ip, agent, email] = members;
    expect(membersFit(record, [{ ...ip!, member: 'user_agent' }, { ...agent!, member: 'ip' }, email!]).fit).toBe(false);
    expect(membersFit(record, [...members, { ...ip!, member: 'target' }]).fit).toBe(false);
    const other = parted(whole()).record;
    expect(chainHash(CHAIN_START, { ...record, commitments: other.commitments })).not.toEqual(
      chainHash(CHAIN_START, record),
    );
  });

  it('of a record of the first form are its own, and none lie apart', () => {
    const { members } = parted(whole());
    expect(membersFit({ commitments: null }, []).fit).toBe(true);
    expect(membersFit({ commitments: null }, members).fit).toBe(false);
  });

  it('that are alike have commitments that are not, so that they cannot be compared or tried', () => {
    const [one, other] = [parted(whole()), parted(whole())];
    for (const { member } of one.members)
      expect(one.record.commitments![member]).not.toBe(other.record.commitments![member]);
  });
});
