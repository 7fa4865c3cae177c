import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  createUserEndpoint,
  CreateUserEndpointOf,
  deleteUserEndpoint,
  EndpointOfUser,
  listUserEndpoints,
  OfUser,
  readUserEndpoint,
  updateUserEndpoint,
  UpdateUserEndpointOf,
  type UserEndpointView,
} from '@spanwise/contracts/notify/recipients';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { connectorRow } from '../../channels/connectors/connectors.store.js';
import { ConnectorSender } from '../../channels/connectors/connector-sender.js';
import {
  isForeignKeyViolation,
  isUniqueViolation,
  lockOrganization,
  OrganizationTransactions,
} from '../../db/organization-transactions.js';
import { isSafeText } from '../../channels/providers/members.js';
import { PROVIDERS } from '../../channels/providers/registry.js';
import { mayManageMembers, requireUserAccess } from './endpoint-access.js';
import { endpointView } from './endpoint-rows.js';
import { addEndpoint, endpointRow, endpointRows, removeEndpoint, setEndpoint } from './user-endpoints.store.js';

const MAX_PER_USER = 100;
const MAX_METADATA_BYTES = 4_096;

/** Identities at which users are reached (DELIVERY-18). */
@Controller()
export class UserEndpoints {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
  ) {}

  @HandleRpc(listUserEndpoints)
  async list({ user_id: userId }: OfUser, context: IamContext): Promise<UserEndpointView[]> {
    requireUserAccess(context, userId, 'read');
    const { organization_id } = context;
    return this.transactions.in(organization_id, async (client) =>
      (await endpointRows(client, organization_id, userId)).map(endpointView),
    );
  }

  @HandleRpc(readUserEndpoint)
  async read({ user_id: userId, id }: EndpointOfUser, context: IamContext): Promise<UserEndpointView> {
    requireUserAccess(context, userId, 'read');
    const { organization_id } = context;
    return this.transactions.in(organization_id, async (client) =>
      endpointView(await endpointRow(client, organization_id, userId, id)),
    );
  }

  @HandleRpc(createUserEndpoint)
  async create({ user_id: userId, body: input }: CreateUserEndpointOf, context: IamContext): Promise<UserEndpointView> {
    requireUserAccess(context, userId, 'manage');
    const { organization_id: organizationId } = context;
    requireVerifier(context, input.verified);
    return onceEach(() =>
      this.transactions.in(organizationId, async (client) => {
        await lockOrganization(client, organizationId);
        if ((await endpointRows(client, organizationId, userId)).length >= MAX_PER_USER) {
          throw conflict(`A user can have ${MAX_PER_USER} endpoints.`);
        }
        const identity = await this.checkedIdentity(
          client,
          organizationId,
          input.connector_id,
          input.external_identity,
        );
        const id = uuidv7();
        await addEndpoint(client, {
          id,
          organization_id: organizationId,
          user_id: userId,
          connector_id: input.connector_id,
          external_identity: identity,
          display_name: checkedDisplayName(input.display_name),
          metadata: checkedMetadata(input.metadata),
          verified: input.verified ?? false,
          enabled: input.enabled ?? true,
        });
        await recordChange(client, context, changeOf('user_endpoint.create', id, userId));
        return endpointView(await endpointRow(client, organizationId, userId, id));
      }),
    );
  }

  @HandleRpc(updateUserEndpoint)
  async update(
    { user_id: userId, id, body: input }: UpdateUserEndpointOf,
    context: IamContext,
  ): Promise<UserEndpointView> {
    requireUserAccess(context, userId, 'manage');
    const { organization_id: organizationId } = context;
    return onceEach(() =>
      this.transactions.in(organizationId, async (client) => {
        const row = await endpointRow(client, organizationId, userId, id, 'for update of e');
        const connectorId = input.connector_id ?? row.connector_id;
        const identity = await this.checkedIdentity(
          client,
          organizationId,
          connectorId,
          input.external_identity ?? row.external_identity,
        );
        const same = connectorId === row.connector_id && identity === row.external_identity;
        const kept = same && row.verified;
        if (!kept) requireVerifier(context, input.verified);
        const changed = {
          id,
          organization_id: organizationId,
          connector_id: connectorId,
          external_identity: identity,
          display_name: input.display_name === undefined ? row.display_name : checkedDisplayName(input.display_name),
          metadata: input.metadata == null ? row.metadata : checkedMetadata(input.metadata),
          verified: input.verified ?? kept,
          enabled: input.enabled ?? row.enabled,
        };
        await setEndpoint(client, changed, same);
        await recordChange(client, context, changeOf('user_endpoint.update', id, userId));
        return endpointView(await endpointRow(client, organizationId, userId, id));
      }),
    );
  }

  @HandleRpc(deleteUserEndpoint)
  async delete({ user_id: userId, id }: EndpointOfUser, context: IamContext): Promise<{ deleted: true }> {
    requireUserAccess(context, userId, 'manage');
    const { organization_id } = context;
    try {
      await this.transactions.in(organization_id, async (client) => {
        if (!(await removeEndpoint(client, organization_id, userId, id))) throw notFound('There is no such endpoint.');
        await recordChange(client, context, changeOf('user_endpoint.delete', id, userId));
      });
      return { deleted: true };
    } catch (error) {
      if (isForeignKeyViolation(error)) throw conflict('The endpoint is used by a preference: change that first.');
      throw error;
    }
  }

  /** The identity as it is stored; throws `invalid_argument` when the connector cannot reach a person by it. */
  private async checkedIdentity(
    client: PoolClient,
    organizationId: string,
    connectorId: string,
    text: string,
  ): Promise<string> {
    const connector = await connectorRow(client, organizationId, connectorId).catch(() => undefined);
    if (connector === undefined) throw refused('connector_id', 'names no connector of the organization');
    if (!PROVIDERS[connector.connector_type].capabilities.direct_user) {
      throw refused('connector_id', 'names a connector that cannot reach single users');
    }
    const identity = text.trim();
    const fault = this.sender.targetFault(connector, { type: 'direct_user', value: identity });
    if (fault !== undefined) throw refused('external_identity', fault);
    return identity;
  }
}

const changeOf = (action: string, id: string, userId: string): Change => ({
  action,
  target_kind: 'user_endpoint',
  target_id: id,
  payload: { user_id: userId },
});

function requireVerifier(context: IamContext, verified: boolean | undefined): void {
  if (verified === true && !mayManageMembers(context)) throw forbidden('The permission org.members.manage is missing.');
}

function checkedDisplayName(name: string | null | undefined): string | null {
  const trimmed = name?.trim() ?? '';
  if (!isSafeText(trimmed)) throw refused('display_name', 'must not have control characters');
  return trimmed === '' ? null : trimmed;
}

function checkedMetadata(given: Record<string, unknown> | undefined): Record<string, unknown> {
  const metadata = given ?? {};
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    throw refused('metadata', `must have at most ${MAX_METADATA_BYTES} bytes`);
  return metadata;
}

const refused = (field: string, reason: string) => invalidArgument(`The ${field} ${reason}.`, [{ field, reason }]);

async function onceEach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('The user has an endpoint with this identity already.');
    throw error;
  }
}
