import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  readSavedView,
  updateSavedView,
  type SavedView,
  type SavedViewBody,
  type SavedViewId,
  type SavedViewsAsked,
  type UpdateSavedView,
} from '@spanwise/contracts/telemetry/saved-views';
import { Database } from '@spanwise/postgres/database';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import {
  countViews,
  findView,
  insertView,
  readViews,
  removeView,
  replaceView,
  type SavedViewRow,
} from './saved-views.store.js';

/** The list is a bare array (API-6). */
const MAX_VIEWS = 1_000;

/** The saved searches of an organization. */
@Controller()
export class SavedViews {
  constructor(private readonly database: Database) {}

  @HandleRpc(listSavedViews)
  list({ held_ids: heldIds }: SavedViewsAsked, context: IamContext): Promise<SavedView[]> {
    return this.views(context, async (client) => (await readViews(client, heldIds ?? null, MAX_VIEWS)).map(viewOf));
  }

  @HandleRpc(readSavedView)
  read({ id }: SavedViewId, context: IamContext): Promise<SavedView> {
    return this.views(context, async (client) => only(await findView(client, id)));
  }

  @HandleRpc(createSavedView)
  create(input: SavedViewBody, context: IamContext): Promise<SavedView> {
    return this.views(context, async (client) => {
      if ((await countViews(client)) >= MAX_VIEWS)
        throw conflict(`An organization keeps at most ${MAX_VIEWS} saved searches.`);
      const { organization_id: organizationId, subject } = context;
      return changed(client, context, 'saved_view.create', await insertView(client, organizationId, subject, input));
    });
  }

  @HandleRpc(updateSavedView)
  update({ id, ...input }: UpdateSavedView, context: IamContext): Promise<SavedView> {
    return this.views(context, async (client) =>
      changed(client, context, 'saved_view.update', await replaceView(client, id, input)),
    );
  }

  @HandleRpc(deleteSavedView)
  remove({ id }: SavedViewId, context: IamContext): Promise<{ deleted: true }> {
    return this.views(context, async (client) => {
      await changed(client, context, 'saved_view.delete', await removeView(client, id));
      return { deleted: true as const };
    });
  }

  private views<T>(context: IamContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.database.transaction({ organizationId: context.organization_id }, work);
  }
}

/** Last in its transaction. */
async function changed(
  client: PoolClient,
  context: IamContext,
  action: string,
  row: SavedViewRow | undefined,
): Promise<SavedView> {
  const view = only(row);
  const payload = { name: view.name };
  await recordChange(client, context, { action, target_kind: 'saved_view', target_id: view.id, payload });
  return view;
}

function only(row: SavedViewRow | undefined): SavedView {
  if (row === undefined) throw notFound('There is no such saved search.');
  return viewOf(row);
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
