/** The hash chain of an organization's audit log: each record's hash covers the record and the hash before it. Pure. */
import { createHash } from 'node:crypto';

export interface ChainedRecord {
  id: string;
  organization_id: string;
  /** 1, 2, 3 … within the organization, without gaps. */
  seq: number;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  target_kind: string | null;
  target: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  payload: unknown;
  created_at_ms: number;
  credential_id: string | null;
  /** What stands for its personal members (ADR 27), in hex; null for a record of the first form, which holds them itself. */
  commitments: Record<string, string> | null;
}

/** The form of records with commitments: their hash begins with it, those of the first form with an id. */
const FORM = 2;

export const CHAIN_START = Buffer.alloc(32);

export function chainHash(previous: Buffer, record: ChainedRecord): Buffer {
  const fields = [
    ...(record.commitments === null ? [] : [FORM]),
    record.id,
    record.organization_id,
    record.seq,
    record.actor_kind,
    record.actor_id,
    record.action,
    record.target_kind,
    record.target,
    record.ip,
    record.user_agent,
    record.request_id,
    canonical(record.payload),
    record.created_at_ms,
    // Records from before credentials were named have the hash that they had.
    ...(record.credential_id === null && record.commitments === null ? [] : [record.credential_id]),
    ...(record.commitments === null ? [] : [canonical(record.commitments)]),
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}

/** The database keeps members in its own order, so the hash sorts them. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, canonical(member)]);
}

export interface ChainLink {
  record: ChainedRecord;
  hash: Buffer;
}

export interface ChainHead {
  seq: number;
  hash: Buffer;
}

/** Walks a chain in order; says where it first breaks. */
export class ChainCheck {
  private seq = 0;
  private hash: Buffer = CHAIN_START;

  /** The sentence that says what is wrong with the next record, or undefined. */
  next({ record, hash }: ChainLink): string | undefined {
    if (record.seq !== this.seq + 1) return `record ${this.seq + 1} is missing`;
    if (!chainHash(this.hash, record).equals(hash)) return `record ${record.seq} was changed`;
    this.seq = record.seq;
    this.hash = hash;
    return undefined;
  }

  end(head: ChainHead | undefined): string | undefined {
    if ((head?.seq ?? 0) !== this.seq) return `the log ends at record ${this.seq} and its head says ${head?.seq ?? 0}`;
    return (head?.hash ?? CHAIN_START).equals(this.hash) ? undefined : 'the head does not match the last record';
  }

  get length(): number {
    return this.seq;
  }
}
