import { Injectable } from '@nestjs/common';
import { invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { NotificationCategory } from '@spanwise/contracts/notify-recipients';
import type { DefaultRoute, DefaultRoutesView, SetDefaultRoutes } from '@spanwise/contracts/notify-routing';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../audit/audit-outbox.js';
import { connectorRow } from '../connectors/connector-rows.js';
import { ConnectorSender } from '../connectors/connector-sender.js';
import { writeReferences } from '../connectors/references.js';
import { micros, OrganizationTransactions } from '../db/organization-transactions.js';

interface DefaultRoutesRow {
  id: string;
  organization_id: string;
  team_id: string | null;
  category: NotificationCategory;
  routes: DefaultRoute[];
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

const OF_OWNER = 'organization_id = $1 and team_id is not distinct from $2::uuid';

/** Where a notification goes when its recipients cannot be reached (peer facts 4.7); of a team or the organization. */
@Injectable()
export class DefaultRoutes {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
  ) {}

  list(organizationId: string, teamId: string | undefined): Promise<DefaultRoutesView[]> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<DefaultRoutesRow>(
        `select * from default_routes where ${OF_OWNER} order by category`,
        [organizationId, teamId ?? null],
      );
      return rows.map(viewOf);
    });
  }

  read(organizationId: string, teamId: string | undefined, category: NotificationCategory): Promise<DefaultRoutesView> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<DefaultRoutesRow>(
        `select * from default_routes where ${OF_OWNER} and category = $3`,
        [organizationId, teamId ?? null, category],
      );
      if (rows.length === 0) throw notFound('There is no default route of this category.');
      return viewOf(rows[0]);
    });
  }

  set(
    context: IamContext,
    teamId: string | undefined,
    category: NotificationCategory,
    input: SetDefaultRoutes,
  ): Promise<DefaultRoutesView> {
    const { organization_id: organizationId } = context;
    const routes = inOrder(input.routes);
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<DefaultRoutesRow>(
        `insert into default_routes (id, organization_id, team_id, category, routes, enabled) values ($1, $2, $3, $4, $5, $6)
         on conflict (organization_id, team_id, category)
         do update set routes = excluded.routes, enabled = excluded.enabled, updated_at = now() returning *`,
        [uuidv7(), organizationId, teamId ?? null, category, JSON.stringify(routes), input.enabled ?? true],
      );
      const connectorIds = routes.map((route) => route.connector_id);
      await writeReferences(client, organizationId, 'default_route', rows[0].id, connectorIds);
      for (const [at, route] of routes.entries()) await this.checkTarget(client, organizationId, route, at);
      const { id, enabled } = rows[0];
      await recordChange(
        client,
        context,
        changeOf('default_route.set', id, teamId, category, { enabled, connector_ids: connectorIds }),
      );
      return viewOf(rows[0]);
    });
  }

  delete(context: IamContext, teamId: string | undefined, category: NotificationCategory): Promise<void> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `delete from default_routes where ${OF_OWNER} and category = $3 returning id`,
        [organizationId, teamId ?? null, category],
      );
      if (rows.length === 0) throw notFound('There is no default route of this category.');
      await writeReferences(client, organizationId, 'default_route', rows[0].id, []);
      await recordChange(client, context, changeOf('default_route.delete', rows[0].id, teamId, category));
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
  created_at: micros(row.created_at),
  updated_at: micros(row.updated_at),
});
