/**
 * Which organizations are deleted, as a service with rows of organizations keeps it, and the work of its part. The table says
 * what was done to this very database: one that was restored from an older backup does it again.
 */
import type { Pool, PoolClient } from 'pg';
import {
  MAX_DELETION_ORDERS,
  type DeletingService,
  type DeletionOrder,
  type DoneDeletion,
  type DueDeletions,
} from '@spanwise/contracts/iam/organization-deletions';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import type { Host } from '@spanwise/host/service';
import { forwardMigration } from './forward-migration.js';
import type { NoteRows } from './organization-rows.js';

export const deletedOrganizationsMigration = (name: string, writerRole?: string) =>
  forwardMigration(
    name,
    `
      -- Ids of organizations, nothing of what was in them.
      create table deleted_organizations (
        id uuid primary key,
        requested_at_micros bigint not null,
        rows bigint not null default 0,
        files bigint not null default 0,
        finished_at timestamptz,
        swept_at timestamptz
      );
      ${writerRole === undefined ? '' : `grant select on deleted_organizations to ${writerRole};`}`,
  );

/** What a removal reports, however often it is killed. */
export interface RemovalNotes {
  rows: NoteRows;
  /** Before the file goes: one may be counted twice, and none is lost. */
  file: () => Promise<unknown>;
}

/** Noted already. */
export interface RemovedData {
  rows: number;
  files: number;
  /** Nothing is left, and nothing is on its way here. */
  isEmpty: boolean;
}

/**
 * Removes what there is, for a bounded time, and notes it on the way. It is called again until nothing is left, also after
 * it was killed.
 */
export type RemoveData = (order: DeletionOrder, note: RemovalNotes) => Promise<RemovedData>;

/** iam's side of it, over the bus. */
export interface DeletionOrders {
  due: (asked: DueDeletions) => Promise<DeletionOrder[]>;
  confirm: (done: DoneDeletion) => Promise<unknown>;
}

const POLL_MS = 2_000;
/** A removal ends by itself after 20 s. */
const TURNS = { loop: 'deletions', fault: 'deletions: organization failed', budgetMs: 30_000 };
/** A process that stood still may write something late: for a day it is looked for. */
const SWEEP = `finished_at > now() - interval '1 day' and swept_at < now() - interval '1 hour'`;

interface Row {
  id: string;
  requested_at_micros: string;
  rows: string;
  files: string;
  finished: boolean;
}

/** Works off the orders that a service gets from iam, one after the other. */
export class OrganizationDeletions {
  private stopped = false;
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly service: DeletingService,
    private readonly pool: Pool,
    private readonly orders: DeletionOrders,
    private readonly remove: RemoveData,
    private readonly host: Pick<Host, 'logger' | 'shutdown'> & Partial<Pick<Host, 'registry'>>,
  ) {
    this.turns = new OrganizationTurns(TURNS, host);
  }

  start(): void {
    this.turns.start(POLL_MS, 'deletions of organizations', () => this.round());
    this.host.shutdown.onStop('workers', 'orders of deletions', async () => void (this.stopped = true));
  }

  /** One look at what is due. */
  async round(): Promise<void> {
    const each = (orders: readonly DeletionOrder[], work: (order: DeletionOrder) => Promise<void>) => {
      const byId = new Map(orders.map((order) => [order.organization_id, order]));
      return this.turns.round([...byId.keys()], async (id) => {
        if (!this.stopped) await work(byId.get(id)!);
      });
    };
    await each(await this.learn(), (order) => this.workOff(order));
    await each(await this.late(), (order) => this.sweep(order));
  }

  private async learn(): Promise<DeletionOrder[]> {
    const { rows: unfinished } = await this.pool.query<{ id: string }>(
      'select id from deleted_organizations where finished_at is null order by requested_at_micros limit $1',
      [MAX_DELETION_ORDERS],
    );
    const { rows } = await this.pool.query<{ micros: string | null }>(
      'select max(requested_at_micros) as micros from deleted_organizations',
    );
    const due = await this.orders.due({
      service: this.service,
      known_until_micros: Number(rows[0]!.micros ?? 0),
      unfinished: unfinished.map(({ id }) => id),
    });
    for (const { organization_id: id, requested_at_micros: micros } of due)
      await this.pool.query(
        'insert into deleted_organizations (id, requested_at_micros) values ($1, $2) on conflict do nothing',
        [id, micros],
      );
    return due;
  }

  private async workOff(order: DeletionOrder): Promise<void> {
    const { organization_id: id } = order;
    const known = await this.read(id);
    if (!known.finished) {
      const { isEmpty } = await this.remove(order, this.notesOf(id));
      const isFinished = isEmpty && order.is_quiet;
      await this.pool.query(
        'update deleted_organizations set swept_at = now(), finished_at = case when $2 then now() end where id = $1',
        [id, isFinished],
      );
      if (!isFinished) return;
      this.host.logger.info({ organization_id: id }, 'deletions: organization removed');
    }
    const { rows, files } = await this.read(id);
    await this.orders.confirm({ organization_id: id, service: this.service, rows: Number(rows), files: Number(files) });
  }

  private async late(): Promise<DeletionOrder[]> {
    const { rows } = await this.pool.query<Row>(
      `select id, requested_at_micros from deleted_organizations where ${SWEEP} order by swept_at limit $1`,
      [MAX_DELETION_ORDERS],
    );
    return rows.map((row) => ({
      organization_id: row.id,
      requested_at_micros: Number(row.requested_at_micros),
      is_quiet: true,
      is_projected: true,
    }));
  }

  private async sweep(order: DeletionOrder): Promise<void> {
    const { rows, files } = await this.remove(order, this.notesOf(order.organization_id));
    if (rows + files > 0)
      this.host.logger.warn({ organization_id: order.organization_id, rows, files }, 'deletions: removed late writes');
    await this.pool.query('update deleted_organizations set swept_at = now() where id = $1', [order.organization_id]);
  }

  private notesOf(id: string): RemovalNotes {
    return {
      rows: (client, rows) =>
        client.query('update deleted_organizations set rows = rows + $2 where id = $1', [id, rows]),
      file: () => this.pool.query('update deleted_organizations set files = files + 1 where id = $1', [id]),
    };
  }

  private async read(id: string): Promise<Row> {
    const { rows } = await this.pool.query<Row>(
      'select id, requested_at_micros, rows, files, finished_at is not null as finished from deleted_organizations where id = $1',
      [id],
    );
    return rows[0]!;
  }
}

/** Ids of all that were ever deleted; few enough to be held. */
export async function deletedOrganizations(client: Pool | PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from deleted_organizations');
  return new Set(rows.map(({ id }) => id));
}
