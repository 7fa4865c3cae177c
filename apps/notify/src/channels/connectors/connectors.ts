import { isDeepStrictEqual } from 'node:util';
import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import {
  ConnectorId,
  connectorTypeOf,
  CreateConnector,
  createConnector,
  deleteConnector,
  listConnectors,
  listConnectorTypes,
  readConnector,
  SealedBody,
  SealedBodyOf,
  sealingKey,
  UpdateConnector,
  updateConnector,
  type ConnectorTypeView,
  type ConnectorView,
  type SealingKey,
} from '@spanwise/contracts/notify/notify';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { closeCircuit, forgetCircuit } from '../circuit-breakers/circuits.store.js';
import { NotifyConfig } from '../../config.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { bringForward } from '../outbox/outbox.store.js';
import { Dialer } from '../egress/dialer.js';
import { checkedName } from '../providers/checked-name.js';
import { connectorTypes, PROVIDERS } from '../providers/registry.js';
import { SealedBodies } from '../../platform/sealed-bodies.js';
import { configToStore, destinationOf, type Config } from './connector-config.js';
import { refuseWhileReferenced } from './references.js';
import { changeOf, connectorView, type ConnectorRow } from './connector-rows.js';
import { ConnectorSecrets } from './connector-secrets.js';
import { addConnector, changeConnector, connectorRow, connectorRows, removeConnector } from './connectors.store.js';

/** Connectors of an organization (DELIVERY-2). */
@Controller()
export class Connectors {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly secrets: ConnectorSecrets,
    private readonly dialer: Dialer,
    private readonly config: NotifyConfig,
    private readonly bodies: SealedBodies,
  ) {}

  @HandleRpc(sealingKey)
  async key(_: Empty): Promise<SealingKey> {
    return { public_key: this.bodies.publicKey };
  }

  @HandleRpc(listConnectorTypes)
  async types(_: Empty): Promise<ConnectorTypeView[]> {
    return connectorTypes();
  }

  @HandleRpc(listConnectors)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<ConnectorView[]> {
    return this.transactions.in(organizationId, async (client) => {
      const rows = await connectorRows(client, organizationId, this.config.values.maxConnectors);
      return rows.map((row) => connectorView(row, this.secrets));
    });
  }

  @HandleRpc(readConnector)
  read({ id }: ConnectorId, { organization_id: organizationId }: IamContext): Promise<ConnectorView> {
    return this.transactions.in(organizationId, async (client) =>
      connectorView(await connectorRow(client, organizationId, id), this.secrets),
    );
  }

  @HandleRpc(createConnector)
  async create({ sealed: body }: SealedBody, context: IamContext): Promise<ConnectorView> {
    const input = this.bodies.open(CreateConnector, body);
    const { organization_id: organizationId } = context;
    const name = checkedName(input.name);
    const type = connectorTypeOf(input.connector_type);
    const { members } = PROVIDERS[type];
    const id = uuidv7();
    const config = configToStore(members, input.config, {}, this.dialer.rules);
    const sealed = this.secrets.seal(organizationId, id, config);
    return uniquelyNamed('connector', () =>
      this.transactions.in(organizationId, async (client) => {
        await requireRoom(client, organizationId, 'connectors', this.config.values.maxConnectors);
        const row = await addConnector(client, {
          id,
          organization_id: organizationId,
          name,
          connector_type: type,
          named_as: input.connector_type,
          config_sealed: sealed,
          enabled: input.enabled ?? true,
        });
        await recordChange(client, context, changeOf('connector.create', row));
        return connectorView(row, this.secrets);
      }),
    );
  }

  /** What is omitted stays; the fields of the last test stay too. */
  @HandleRpc(updateConnector)
  async update({ id, sealed }: SealedBodyOf, context: IamContext): Promise<ConnectorView> {
    const input = this.bodies.open(UpdateConnector, sealed);
    const { organization_id: organizationId } = context;
    const name = input.name === undefined ? undefined : checkedName(input.name);
    return uniquelyNamed('connector', () =>
      this.transactions.in(organizationId, async (client) => {
        const row = await connectorRow(client, organizationId, id, 'for update');
        const { connector_type: named_as } = input;
        if (named_as !== undefined && connectorTypeOf(named_as) !== row.connector_type) {
          throw invalidArgument('The type of a connector cannot change.', [
            { field: 'connector_type', reason: `must be ${row.connector_type}` },
          ]);
        }
        const before = this.leadsTo(row);
        const config_sealed = this.sealedUpdate(row, input.config);
        const changed = await changeConnector(client, row, { name, named_as, config_sealed, enabled: input.enabled });
        // What was wrong may be mended: what waits for it goes at once.
        await closeCircuit(client, { organization_id: organizationId, connector_id: id });
        await bringForward(client, organizationId);
        const destination = this.leadsTo(changed);
        const moved = !isDeepStrictEqual(destination, before) && { destination, previous_destination: before };
        const change = { config_changed: input.config !== undefined, ...moved };
        await recordChange(client, context, changeOf('connector.update', changed, change));
        return connectorView(changed, this.secrets);
      }),
    );
  }

  @HandleRpc(deleteConnector)
  delete({ id }: ConnectorId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const row = await connectorRow(client, organizationId, id, 'for update');
      await refuseWhileReferenced(client, organizationId, id);
      await forgetCircuit(client, organizationId, id);
      await removeConnector(client, organizationId, id);
      await recordChange(client, context, changeOf('connector.delete', row));
      return { deleted: true as const };
    });
  }

  private sealedUpdate(row: ConnectorRow, sent: Record<string, unknown> | undefined): Buffer {
    if (sent === undefined) return row.config_sealed;
    const config = configToStore(PROVIDERS[row.connector_type].members, sent, this.stored(row), this.dialer.rules);
    return this.secrets.seal(row.organization_id, row.id, config);
  }

  private leadsTo(row: ConnectorRow): Record<string, string> {
    return destinationOf(PROVIDERS[row.connector_type].members, this.stored(row));
  }

  /** Where secrets cannot be opened a whole configuration replaces them. */
  private stored(row: ConnectorRow): Config {
    return this.secrets.openOrNothing(row.organization_id, row.id, row.config_sealed);
  }
}
