import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument } from '@spanwise/contracts/errors';
import type { ConnectorView, CreateConnector, UpdateConnector } from '@spanwise/contracts/notify';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { recordChange, type Change } from '../audit/audit-outbox.js';
import { closeCircuit, forgetCircuit } from '../circuits/circuits.js';
import { NotifyConfig } from '../config.js';
import { isUniqueViolation, lockOrganization, OrganizationTransactions } from '../db/organization-transactions.js';
import { bringForward } from '../deliveries/outbox.js';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { Dialer } from '../egress/dialer.js';
import { checkedName } from '../providers/checked-name.js';
import { PROVIDERS } from '../providers/registry.js';
import { configToStore, type Config } from './connector-config.js';
import { refuseWhileReferenced } from './references.js';
import { connectorRow, connectorView, type ConnectorRow } from './connector-rows.js';
import { ConnectorSecrets } from './connector-secrets.js';

/** Connectors of an organization (specification 2.6, 3, 4.6). */
@Injectable()
export class Connectors {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly secrets: ConnectorSecrets,
    private readonly dialer: Dialer,
    private readonly config: NotifyConfig,
  ) {}

  list(organizationId: string): Promise<ConnectorView[]> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<ConnectorRow>(
        'select * from connectors where organization_id = $1 order by created_at, id limit $2',
        [organizationId, this.config.values.maxConnectors],
      );
      return rows.map((row) => connectorView(row, this.secrets));
    });
  }

  read(organizationId: string, id: string): Promise<ConnectorView> {
    return this.transactions.in(organizationId, async (client) =>
      connectorView(await connectorRow(client, organizationId, id), this.secrets),
    );
  }

  create(context: IamContext, input: CreateConnector): Promise<ConnectorView> {
    const { organization_id: organizationId } = context;
    const name = checkedName(input.name);
    const { members } = PROVIDERS[input.connector_type];
    const id = uuidv7();
    const config = configToStore(members, input.config, {}, this.dialer.rules);
    const sealed = this.secrets.seal(organizationId, id, config);
    return uniquelyNamed(() =>
      this.transactions.in(organizationId, async (client) => {
        await lockOrganization(client, organizationId);
        const { rows: counts } = await client.query<{ all: string }>(
          'select count(*) as all from connectors where organization_id = $1',
          [organizationId],
        );
        const { maxConnectors } = this.config.values;
        if (Number(counts[0].all) >= maxConnectors) {
          throw conflict(`An organization can have ${maxConnectors} connectors.`);
        }
        const { rows } = await client.query<ConnectorRow>(
          `insert into connectors (id, organization_id, name, connector_type, config_sealed, enabled)
           values ($1, $2, $3, $4, $5, $6) returning *`,
          [id, organizationId, name, input.connector_type, sealed, input.enabled ?? true],
        );
        await recordChange(client, context, changeOf('connector.create', rows[0]));
        return connectorView(rows[0], this.secrets);
      }),
    );
  }

  /** What is omitted stays; the fields of the last test stay too. */
  update(context: IamContext, id: string, input: UpdateConnector): Promise<ConnectorView> {
    const { organization_id: organizationId } = context;
    const name = input.name === undefined ? undefined : checkedName(input.name);
    return uniquelyNamed(() =>
      this.transactions.in(organizationId, async (client) => {
        const row = await connectorRow(client, organizationId, id, 'for update');
        if (input.connector_type !== undefined && input.connector_type !== row.connector_type) {
          throw invalidArgument('The type of a connector cannot change.', [
            { field: 'connector_type', reason: `must be ${row.connector_type}` },
          ]);
        }
        const { rows } = await client.query<ConnectorRow>(
          `update connectors set name = coalesce($3, name), config_sealed = $4, enabled = coalesce($5, enabled),
             version = version + 1, updated_at = now()
           where id = $1 and organization_id = $2 returning *`,
          [id, organizationId, name ?? null, this.sealedUpdate(row, input.config), input.enabled ?? null],
        );
        // What was wrong may be mended: what waits for it goes at once.
        await closeCircuit(client, { organization_id: organizationId, connector_id: id });
        await bringForward(client, organizationId);
        await recordChange(
          client,
          context,
          changeOf('connector.update', rows[0], { config_changed: input.config !== undefined }),
        );
        return connectorView(rows[0], this.secrets);
      }),
    );
  }

  delete(context: IamContext, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const row = await connectorRow(client, organizationId, id, 'for update');
      await refuseWhileReferenced(client, organizationId, id);
      await forgetCircuit(client, organizationId, id);
      await client.query('delete from connectors where id = $1 and organization_id = $2', [id, organizationId]);
      await recordChange(client, context, changeOf('connector.delete', row));
    });
  }

  private sealedUpdate(row: ConnectorRow, sent: Record<string, unknown> | undefined): Buffer {
    if (sent === undefined) return row.config_sealed;
    const config = configToStore(PROVIDERS[row.connector_type].members, sent, this.stored(row), this.dialer.rules);
    return this.secrets.seal(row.organization_id, row.id, config);
  }

  /** Secrets that cannot be opened are as if there were none: a whole configuration replaces them. */
  private stored(row: ConnectorRow): Config {
    try {
      return this.secrets.open(row.organization_id, row.id, row.config_sealed);
    } catch (error) {
      if (error instanceof DeliveryFault) return {};
      throw error;
    }
  }
}

const changeOf = (action: string, row: ConnectorRow, more: Record<string, unknown> = {}): Change => ({
  action,
  target_kind: 'connector',
  target_id: row.id,
  payload: { name: row.name, connector_type: row.connector_type, enabled: row.enabled, ...more },
});

async function uniquelyNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('There is a connector with this name already.');
    throw error;
  }
}
