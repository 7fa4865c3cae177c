import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, notFound, unauthorized } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  authenticatePush,
  CreatePushConnector,
  createPushConnector,
  DEFAULT_STREAM,
  deletePushConnector,
  isPushToken,
  listPushConnectors,
  PushConnectorId,
  PushToken,
  rotatePushConnector,
  UpdatePushConnectorById,
  updatePushConnector,
  type CreatedPushConnector,
  type PushConnectorView,
  type PushGrant,
  type PushKind,
} from '@spanwise/contracts/iam-push-connectors';
import { contextQuotas, type SetQuotas } from '@spanwise/contracts/quotas';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { BILLING_COLUMNS, billingFacts, type BillingRow } from '../billing/billing-facts.js';
import { billingOf } from '../billing/subscription-life.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { hashOfSecret, makeSecret } from '../mail/secrets.js';

/** The list is a bare array (decisions 1.8). */
const MAX_CONNECTORS = 1_000;

interface ConnectorRow {
  id: string;
  organization_id: string;
  name: string;
  kind: PushKind;
  target_stream: string;
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, organization_id, name, kind, target_stream, enabled, created_at, updated_at';

@Controller()
export class PushConnectorsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listPushConnectors)
  list(_: Empty, { context }: ScopedCall): Promise<PushConnectorView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<ConnectorRow>(
          `select ${COLUMNS} from push_connectors where organization_id = $1 order by lower(name), id limit $2`,
          [context.organization_id, MAX_CONNECTORS],
        );
        return rows.map(viewOf);
      }),
    );
  }

  @HandleRpc(createPushConnector)
  create(input: CreatePushConnector, { context }: ScopedCall): Promise<CreatedPushConnector> {
    const { token, hash } = makeToken();
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows: counted } = await client.query<{ all: string }>(
          'select count(*) as all from push_connectors where organization_id = $1',
          [context.organization_id],
        );
        if (Number(counted[0].all) >= MAX_CONNECTORS) throw conflict(`There can be ${MAX_CONNECTORS} connectors.`);
        const { rows } = await client.query<ConnectorRow>(
          `insert into push_connectors (id, organization_id, name, kind, target_stream, token_hash)
           values ($1, $2, $3, $4, $5, $6) on conflict (organization_id, name) do nothing returning ${COLUMNS}`,
          [
            uuidv7(),
            context.organization_id,
            input.name.trim(),
            input.kind,
            input.target_stream ?? DEFAULT_STREAM[input.kind],
            hash,
          ],
        );
        if (rows.length === 0) throw conflict('There is a connector with this name.');
        await note(client, context, 'create', rows[0].id, { ...input });
        return { connector: viewOf(rows[0]), push_token: token };
      }),
    );
  }

  @HandleRpc(updatePushConnector)
  update({ id, ...change }: UpdatePushConnectorById, { context }: ScopedCall): Promise<PushConnectorView> {
    return this.change(context, id, async (client) => {
      const { rowCount } = await client.query(
        'select from push_connectors where organization_id = $1 and name = $2 and id <> $3',
        [context.organization_id, change.name?.trim() ?? null, id],
      );
      if (rowCount !== 0) throw conflict('There is a connector with this name.');
      const { rows } = await client.query<ConnectorRow>(
        `update push_connectors set name = coalesce($3, name), enabled = coalesce($4, enabled),
                target_stream = coalesce($5, target_stream), updated_at = now()
          where id = $1 and organization_id = $2 returning ${COLUMNS}`,
        [
          id,
          context.organization_id,
          change.name?.trim() ?? null,
          change.enabled ?? null,
          change.target_stream ?? null,
        ],
      );
      if (rows.length === 0) throw absent();
      await note(client, context, 'update', id, { ...change });
      return viewOf(rows[0]);
    });
  }

  @HandleRpc(rotatePushConnector)
  rotate({ id }: PushConnectorId, { context }: ScopedCall): Promise<CreatedPushConnector> {
    const { token, hash } = makeToken();
    return this.change(context, id, async (client) => {
      const { rows } = await client.query<ConnectorRow>(
        `update push_connectors set token_hash = $3, updated_at = now()
          where id = $1 and organization_id = $2 returning ${COLUMNS}`,
        [id, context.organization_id, hash],
      );
      if (rows.length === 0) throw absent();
      await note(client, context, 'rotate', id, {});
      return { connector: viewOf(rows[0]), push_token: token };
    });
  }

  @HandleRpc(deletePushConnector)
  remove({ id }: PushConnectorId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.change(context, id, async (client) => {
      const { rowCount } = await client.query('delete from push_connectors where id = $1 and organization_id = $2', [
        id,
        context.organization_id,
      ]);
      if (rowCount === 0) throw absent();
      await note(client, context, 'delete', id, {});
      return { deleted: true as const };
    });
  }

  @HandleRpc(authenticatePush)
  authenticate({ token }: PushToken): Promise<PushGrant> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        if (!isPushToken(token)) throw unauthorized();
        const hash = hashOfSecret(token);
        await client.query("select set_config('spanwise.push_hash', $1, true)", [hash]);
        const { rows } = await client.query<ConnectorRow>(
          `select ${COLUMNS} from push_connectors where token_hash = $1 and enabled`,
          [hash],
        );
        if (rows.length === 0) throw unauthorized();
        const [connector] = rows;
        await nameOrganization(client, connector.organization_id);
        const { rows: organizations } = await client.query<BillingRow & { disabled: boolean; quotas: SetQuotas }>(
          `select o.created_at, o.system, o.disabled, o.quotas, ${BILLING_COLUMNS} from organizations o where o.id = $1`,
          [connector.organization_id],
        );
        if (organizations[0].disabled) throw unauthorized();
        const quotas = contextQuotas(organizations[0].quotas);
        return {
          connector_id: connector.id,
          organization_id: connector.organization_id,
          kind: connector.kind,
          target_stream: connector.target_stream,
          ...(quotas !== undefined && { quotas }),
          ...billingOf(billingFacts(organizations[0])),
        };
      }),
    );
  }

  /** A word goes out after the commit, so that no gateway takes what does not hold any more. */
  private async change<T>(context: IamContext, id: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const done = await translateFaults(() => this.scopes.inOrganization(context.organization_id, work));
    this.invalidations.publish({ credential_id: id });
    return done;
  }
}

const absent = () => notFound('There is no such connector.');

function makeToken(): { token: string; hash: string } {
  const token = `swc_${makeSecret().secret}`;
  return { token, hash: hashOfSecret(token) };
}

const note = (
  client: PoolClient,
  context: IamContext,
  action: string,
  target: string,
  payload: Record<string, unknown>,
): Promise<void> =>
  audit(client, {
    ...actorOf(context),
    action: `push_connector.${action}`,
    targetKind: 'push_connector',
    target,
    payload,
  });

const viewOf = (row: ConnectorRow): PushConnectorView => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  target_stream: row.target_stream,
  enabled: row.enabled,
  created_at_micros: row.created_at.getTime() * 1_000,
  updated_at_micros: row.updated_at.getTime() * 1_000,
});
