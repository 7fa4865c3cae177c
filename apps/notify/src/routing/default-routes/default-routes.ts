import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { NotificationCategory } from '@spanwise/contracts/notify/recipients';
import {
  DefaultsOf,
  DefaultsOfCategory,
  deleteDefaults,
  listDefaults,
  readDefaults,
  setDefaults,
  SetDefaultsOf,
  type DefaultRoute,
  type DefaultRoutesView,
} from '@spanwise/contracts/notify/routing';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { connectorRow } from '../../channels/connectors/connectors.store.js';
import { ConnectorSender } from '../../channels/connectors/connector-sender.js';
import { writeReferences } from '../../channels/connectors/references.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import {
  defaultRoutesRow,
  defaultRoutesRows,
  removeDefaultRoutes,
  setDefaultRoutes,
  type DefaultRoutesRow,
} from './default-routes.store.js';

/** Where a notification goes when its recipients cannot be reached (DELIVERY-23); of a team or the organization. */
@Controller()
export class DefaultRoutes {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
  ) {}

  @HandleRpc(listDefaults)
  list({ team_id: teamId }: DefaultsOf, { organization_id: organizationId }: IamContext): Promise<DefaultRoutesView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await defaultRoutesRows(client, organizationId, teamId)).map(viewOf),
    );
  }

  @HandleRpc(readDefaults)
  read(
    { team_id: teamId, category }: DefaultsOfCategory,
    { organization_id: organizationId }: IamContext,
  ): Promise<DefaultRoutesView> {
    return this.transactions.in(organizationId, async (client) => {
      const row = await defaultRoutesRow(client, organizationId, teamId, category);
      if (row === undefined) throw notFound('There is no default route of this category.');
      return viewOf(row);
    });
  }

  @HandleRpc(setDefaults)
  set({ team_id: teamId, category, body: input }: SetDefaultsOf, context: IamContext): Promise<DefaultRoutesView> {
    const { organization_id: organizationId } = context;
    const routes = inOrder(input.routes);
    return this.transactions.in(organizationId, async (client) => {
      const row = await setDefaultRoutes(client, {
        organization_id: organizationId,
        team_id: teamId ?? null,
        category,
        routes,
        enabled: input.enabled ?? true,
      });
      const connectorIds = routes.map((route) => route.connector_id);
      await writeReferences(client, organizationId, 'default_route', row.id, connectorIds);
      for (const [at, route] of routes.entries()) await this.checkTarget(client, organizationId, route, at);
      const { id, enabled } = row;
      await recordChange(
        client,
        context,
        changeOf('default_route.set', id, teamId, category, { enabled, connector_ids: connectorIds }),
      );
      return viewOf(row);
    });
  }

  @HandleRpc(deleteDefaults)
  delete({ team_id: teamId, category }: DefaultsOfCategory, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const id = await removeDefaultRoutes(client, organizationId, teamId, category);
      if (id === undefined) throw notFound('There is no default route of this category.');
      await writeReferences(client, organizationId, 'default_route', id, []);
      await recordChange(client, context, changeOf('default_route.delete', id, teamId, category));
      return { deleted: true as const };
    });
  }

  private async checkTarget(client: PoolClient, organizationId: string, route: DefaultRoute, at: number) {
    const connector = await connectorRow(client, organizationId, route.connector_id);
    const reason = this.sender.targetFault(connector, { type: route.target_type, value: route.target });
    if (reason !== undefined) {
      throw invalidArgument(`The route does not suit its connector: ${reason}.`, [
        { field: `routes.${at}.target`, reason },
      ]);
    }
  }
}

/** Who is reached stays out of it, as everywhere in the log. */
const changeOf = (
  action: string,
  id: string,
  teamId: string | undefined,
  category: NotificationCategory,
  more: { enabled?: boolean; connector_ids?: string[] } = {},
): Change => ({
  action,
  target_kind: 'default_route',
  target_id: id,
  payload: {
    category,
    ...(teamId !== undefined && { team_id: teamId }),
    ...more,
  },
});

/** Sorted by their order, which has to be 1, 2, 3 …; no route twice. */
function inOrder(routes: DefaultRoute[]): DefaultRoute[] {
  const sorted = routes
    .map(({ connector_id, target_type, target, order }) => ({
      connector_id,
      target_type,
      target: target.trim(),
      order,
    }))
    .sort((a, b) => a.order - b.order);
  if (sorted.some(({ order }, at) => order !== at + 1)) {
    throw invalidArgument('The order of the routes must be 1, 2, 3 and so on.', [
      { field: 'routes', reason: 'order must count from 1 without a gap' },
    ]);
  }
  const keys = new Set(sorted.map((route) => JSON.stringify([route.connector_id, route.target_type, route.target])));
  if (keys.size !== sorted.length) {
    throw invalidArgument('A route is given twice.', [{ field: 'routes', reason: 'must not repeat a route' }]);
  }
  return sorted;
}

const viewOf = (row: DefaultRoutesRow): DefaultRoutesView => ({
  id: row.id,
  organization_id: row.organization_id,
  ...(row.team_id !== null && { team_id: row.team_id }),
  category: row.category,
  routes: row.routes,
  enabled: row.enabled,
  created_at: microsOf(row.created_at),
  updated_at: microsOf(row.updated_at),
});
