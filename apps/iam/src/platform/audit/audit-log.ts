import { Injectable } from '@nestjs/common';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { AuditPage, AuditQuery, AuditRecordView } from '@spanwise/contracts/iam/audit';
import { microsOf } from '@spanwise/contracts/base/micros';
import { refuseOtherThanCursor, SignedCursors } from '@spanwise/host/signed-cursor';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { Scopes } from '../../db/scopes.js';
import { readPersonal, readRecords, type AuditRow } from './audit.store.js';
import { momentMicros } from './moment.js';
import { joined } from './personal-members.js';

const DEFAULT_LIMIT = 50;

/** What a cursor holds: the filters are frozen in it, relative times included. */
interface Position {
  filters: Filters;
  before: number;
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

/** Names of the filters in the API. */
const MEMBERS: Record<keyof Filters, string> = {
  fromMicros: 'from',
  toMicros: 'to',
  actorKind: 'actor_kind',
  actor: 'actor',
  action: 'action',
  targetKind: 'target_kind',
  target: 'target_id',
};

/** Reads an organization's log, newest first, page by page. */
@Injectable()
export class AuditLog {
  private readonly cursors: SignedCursors<Position>;

  constructor(
    private readonly scopes: Scopes,
    config: IamConfig,
    private readonly clock: Clock,
  ) {
    this.cursors = new SignedCursors(config.values.secretKeys, 'audit', () => clock.nowMs());
  }

  async read(organizationId: string, query: AuditQuery): Promise<AuditPage> {
    const { filters, before } =
      query.cursor === undefined
        ? { filters: this.filtersOf(query), before: null }
        : this.opened(organizationId, query.cursor, query);
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
    return { items, ...(last && { next_cursor: this.cursors.seal(organizationId, { filters, before: last.seq }) }) };
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

  /** A parameter beside a cursor may be omitted or has to be the same (API-7). */
  private opened(organizationId: string, cursor: string, query: AuditQuery): Position {
    const position = this.cursors.open(cursor, organizationId);
    const given = this.filtersOf({ ...query, from: undefined, to: undefined });
    for (const [name, value] of Object.entries(given)) {
      if (value !== position.filters[name as keyof Filters]) refuseOtherThanCursor(MEMBERS[name as keyof Filters]);
    }
    return position;
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
