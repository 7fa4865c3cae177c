import { Controller, Inject } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/errors';
import type { StreamReference } from '@spanwise/contracts/query';
import type { Empty } from '@spanwise/contracts/rpc';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  readSavedView,
  updateSavedView,
  type SavedView,
  type SavedViewBody,
  type SavedViewId,
  type UpdateSavedView,
} from '@spanwise/contracts/saved-views';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';

/** The list is a bare array (decisions 1.8). */
const MAX_VIEWS = 1_000;

interface SavedViewRow {
  id: string;
  name: string;
  statement: string;
  time_range_secs: number;
  stream: StreamReference | null;
  tags: string[];
  pinned: boolean;
  created_by: string;
  created_at_micros: string;
  updated_at_micros: string;
}

@Controller()
export class SavedViewsController {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  @HandleRpc(listSavedViews)
  list(_: Empty, call: ScopedCall): Promise<SavedView[]> {
    return this.views(call, async (client) => {
      const { rows } = await client.query<SavedViewRow>(
        'select * from saved_views order by pinned desc, name, id limit $1',
        [MAX_VIEWS],
      );
      return rows.map(viewOf);
    });
  }

  @HandleRpc(readSavedView)
  read({ id }: SavedViewId, call: ScopedCall): Promise<SavedView> {
    return this.views(call, async (client) =>
      only(await client.query<SavedViewRow>('select * from saved_views where id = $1', [id])),
    );
  }

  @HandleRpc(createSavedView)
  create(input: SavedViewBody, call: ScopedCall): Promise<SavedView> {
    return this.views(call, async (client) => {
      const { rows } = await client.query<{ views: number }>('select count(*)::int as views from saved_views');
      if (rows[0].views >= MAX_VIEWS) throw conflict(`An organization keeps at most ${MAX_VIEWS} saved searches.`);
      const { organization_id: organizationId, subject } = call.context;
      return only(
        await client.query<SavedViewRow>(
          `insert into saved_views (name, statement, time_range_secs, stream, tags, pinned, updated_at_micros,
                                    organization_id, id, created_by, created_at_micros)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7) returning *`,
          [...valuesOf(input), organizationId, uuidv7(), subject],
        ),
      );
    });
  }

  @HandleRpc(updateSavedView)
  update({ id, ...input }: UpdateSavedView, call: ScopedCall): Promise<SavedView> {
    return this.views(call, async (client) =>
      only(
        await client.query<SavedViewRow>(
          `update saved_views set name = $1, statement = $2, time_range_secs = $3, stream = $4, tags = $5, pinned = $6,
             updated_at_micros = $7 where id = $8 returning *`,
          [...valuesOf(input), id],
        ),
      ),
    );
  }

  @HandleRpc(deleteSavedView)
  remove({ id }: SavedViewId, call: ScopedCall): Promise<{ deleted: true }> {
    return this.views(call, async (client) => {
      only(await client.query<SavedViewRow>('delete from saved_views where id = $1 returning *', [id]));
      return { deleted: true as const };
    });
  }

  private views<T>({ context }: ScopedCall, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return translateFaults(() => inTransaction(poolOf(this.source), { organizationId: context.organization_id }, work));
  }
}

/** The first seven values of a statement that writes one. */
const valuesOf = ({ name, statement, time_range_secs, stream, tags, pinned }: SavedViewBody): unknown[] => [
  name,
  statement,
  time_range_secs,
  stream === undefined ? null : JSON.stringify(stream),
  tags ?? [],
  pinned ?? false,
  Date.now() * 1_000,
];

function only({ rows }: { rows: SavedViewRow[] }): SavedView {
  if (rows.length === 0) throw notFound('There is no such saved search.');
  return viewOf(rows[0]);
}

const viewOf = (row: SavedViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  language: 'sql',
  statement: row.statement,
  time_range_secs: row.time_range_secs,
  ...(row.stream !== null && { stream: row.stream }),
  tags: row.tags,
  pinned: row.pinned,
  created_by: row.created_by,
  created_at_micros: Number(row.created_at_micros),
  updated_at_micros: Number(row.updated_at_micros),
});
