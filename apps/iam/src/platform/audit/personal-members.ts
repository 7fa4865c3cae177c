/**
 * The personal members of a record: the address and program of the client, and every e-mail address. The chain holds a
 * keyed commitment in its place (ADR 27), the value and its key lie apart, and both can go without the chain. Pure.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { canonical, type ChainedRecord } from './chain.js';

export interface PersonalMember {
  /** `ip`, `user_agent`, `target`, or `payload.` and the name of a member. */
  member: string;
  /** Of this member alone: without it the value of a commitment cannot be found by trial. */
  key: Buffer;
  value: unknown;
}

/** By their members, hex. */
export type Commitments = Record<string, string>;

/** A record as it was written. */
export type WholeRecord = Omit<ChainedRecord, 'commitments' | 'payload'> & { payload: Record<string, unknown> };

const KEY_BYTES = 32;
const IN_PAYLOAD = 'payload.';
/** Members of payloads that name a person or where one is reached. */
const PERSONAL = new Set(['email', 'display_name', 'recipient', 'target', 'destination', 'previous_destination']);

const hasAddress = (value: unknown): boolean => JSON.stringify(value)?.includes('@') ?? false;

/** Takes the personal members out of a record; what is left is what the log keeps for good. */
export function parted({ ip, user_agent, target, payload, ...rest }: WholeRecord): {
  record: ChainedRecord;
  members: PersonalMember[];
} {
  const values: [string, unknown][] = [];
  if (ip !== null) values.push(['ip', ip]);
  if (user_agent !== null) values.push(['user_agent', user_agent]);
  if (hasAddress(target)) values.push(['target', target]);
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(payload)) {
    if (PERSONAL.has(name) || hasAddress(value)) values.push([IN_PAYLOAD + name, value]);
    else kept[name] = value;
  }
  const members = values.map(([member, value]) => ({ member, key: randomBytes(KEY_BYTES), value }));
  const commitments = Object.fromEntries(members.map((one) => [one.member, commitmentOf(one)]));
  const isTargetKept = !members.some(({ member }) => member === 'target');
  const record = {
    ...rest,
    ip: null,
    user_agent: null,
    target: isTargetKept ? target : null,
    payload: kept,
    commitments,
  };
  return { record, members };
}

export const commitmentOf = ({ member, key, value }: PersonalMember): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([member, canonical(value)]))
    .digest('hex');

type Parted = { ip: string | null; user_agent: string | null; target: string | null; payload: Record<string, unknown> };

/** Puts back what is still there. */
export function joined<R extends Parted>(record: R, members: readonly Pick<PersonalMember, 'member' | 'value'>[]): R {
  const whole = { ...record, payload: { ...record.payload } };
  for (const { member, value } of members) {
    if (member === 'ip' || member === 'user_agent' || member === 'target') whole[member] = value as string;
    else whole.payload[member.slice(IN_PAYLOAD.length)] = value;
  }
  return whole;
}

/** Whether every member that is there is the one that the record was made with, and how many of its members are gone. */
export function membersFit(
  { commitments }: Pick<ChainedRecord, 'commitments'>,
  members: readonly PersonalMember[],
): { fit: boolean; erased: number } {
  const said = new Map(Object.entries(commitments ?? {}));
  return {
    fit: members.every((one) => said.get(one.member) === commitmentOf(one)),
    erased: said.size - members.length,
  };
}
