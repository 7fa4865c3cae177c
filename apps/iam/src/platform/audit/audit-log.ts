import { Injectable } from '@nestjs/common';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { AuditPage, AuditQuery, AuditRecordView } from '@spanwise/contracts/iam/audit';
import { microsOf } from '@spanwise/contracts/base/micros';
import { seal, unseal } from '@spanwise/host/sealing';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { Scopes } from '../../db/scopes.js';
import { readPersonal, readRecords, type AuditRow } from './audit.store.js';
import { momentMicros } from './moment.js';
import { joined } from './personal-members.js';

const DEFAULT_LIMIT = 50;
const CURSOR_TTL_MS = 24 * 3_600_000;

/** What a cursor holds: the filters are frozen in it, relative times included. */
interface Position {
  organizationId: string;
  filters: Filters;
  before: number;
  expiresAtMs: number;
}

interface Filters {
  fromMicros?: number;
  toMicros?: number;
  actorKind?: string;
  actor?: string;
  action?: string;
  targetKind?: string;
  target?: string;
}

/** Reads an organization's log, newest first, page by page. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly clock: Clock,
  ) {}

  async read(organizationId: string, query: AuditQuery): Promise<AuditPage> {
    const { filters, before } =
      query.cursor === undefined
        ? { filters: this.filtersOf(query), before: null }
        : this.position(organizationId, query.cursor, query);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const { rows, personal } = await this.scopes.in({ organizationId }, async (client) => {
      const rows = await readRecords(client, {
        organizationId,
        before,
        fromMicros: filters.fromMicros ?? null,
        toMicros: filters.toMicros ?? null,
        actorKind: filters.actorKind ?? null,
        actor: filters.actor ?? null,
        action: filters.action ?? null,
        targetKind: filters.targetKind ?? null,
        target: filters.target ?? null,
        limit: limit + 1,
      });
      const ids = rows.map(({ id }) => id);
      return { rows, personal: await readPersonal(client, organizationId, ids) };
    });
    const items = rows.slice(0, limit).map((row) => viewOf(joined(row, personal.get(row.id) ?? [])));
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items, ...(last && { next_cursor: this.cursor({ organizationId, filters, before: last.seq }) }) };
  }

  private filtersOf(query: AuditQuery): Filters {
    const micros = (field: 'from' | 'to'): number | undefined => {
      const text = query[field];
      if (text === undefined) return undefined;
      const value = momentMicros(text, this.clock.nowMs());
      if (!Number.isSafeInteger(value) || value < 0) {
        throw invalidArgument('The time is not valid.', [{ field, reason: 'is no moment' }]);
      }
      return value;
    };
    const filters: Filters = {
      fromMicros: micros('from'),
      toMicros: micros('to'),
      actorKind: query.actor_kind,
      actor: query.actor,
      action: query.action,
      targetKind: query.target_kind,
      target: query.target_id,
    };
    return JSON.parse(JSON.stringify(filters)) as Filters;
  }

  private cursor(position: Omit<Position, 'expiresAtMs'>): string {
    const plain = JSON.stringify({ ...position, expiresAtMs: this.clock.nowMs() + CURSOR_TTL_MS } satisfies Position);
    return seal(this.config.values.secretKeys, Buffer.from(plain)).toString('base64url');
  }

  /** Any fault of a cursor is the same 400; a parameter beside it may be left out or must be the same (API-7). */
  private position(organizationId: string, cursor: string, query: AuditQuery): Position {
    const position = this.unsealed(cursor);
    const given = this.filtersOf({ ...query, from: undefined, to: undefined });
    const differs = (Object.keys(given) as (keyof Filters)[]).some((key) => given[key] !== position?.filters[key]);
    if (position === undefined || position.organizationId !== organizationId || differs) {
      throw invalidArgument('The cursor is invalid, expired or belongs to another query.', [
        { field: 'cursor', reason: 'is not usable here' },
      ]);
    }
    return position;
  }

  private unsealed(cursor: string): Position | undefined {
    try {
      const plain = unseal(this.config.values.secretKeys, Buffer.from(cursor, 'base64url')).toString('utf8');
      const position = JSON.parse(plain) as Position;
      return position.expiresAtMs > this.clock.nowMs() ? position : undefined;
    } catch {
      return undefined;
    }
  }
}

function viewOf(row: AuditRow): AuditRecordView {
  return {
    id: row.id,
    org_id: row.organization_id,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    ...(row.credential_id !== null && { credential_id: row.credential_id }),
    ...(row.credential_prefix !== null && { credential_prefix: row.credential_prefix }),
    action: row.action,
    ...(row.target_kind !== null && { target_kind: row.target_kind }),
    ...(row.target !== null && { target_id: row.target }),
    ...(row.ip !== null && { ip: row.ip }),
    ...(row.user_agent !== null && { user_agent: row.user_agent }),
    ...(row.request_id !== null && { request_id: row.request_id }),
    payload: row.payload,
    ts_micros: microsOf(row.created_at),
    seq: Number(row.seq),
    hash: row.hash.toString('hex'),
  };
}
