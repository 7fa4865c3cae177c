import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import {
  ById,
  createPolicy,
  deletePolicy,
  listPolicies,
  listResolverTypes,
  PolicyBody,
  readPolicy,
  RESOLVER_TYPES,
  SetPolicyOf,
  updatePolicy,
  type PolicyView,
  type ResolverType,
} from '@spanwise/contracts/notify/routing';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { connectorTypesOf } from '../../channels/connectors/connectors.store.js';
import { writeReferences } from '../../channels/connectors/references.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { isForeignKeyViolation, OrganizationTransactions } from '../../db/organization-transactions.js';
import { endFaults, withFaults } from '../../platform/faults/faults.store.js';
import { PROVIDERS } from '../../channels/providers/registry.js';
import { addPolicy, policyRow, policyRows, removePolicy, setPolicy, type PolicyRow } from './policies.store.js';
import { connectorIdsOf, policyOf, type Policy } from './policy-rules.js';

const MAX_POLICIES = 1_000;

/** Which events are sent to which recipients and how (DELIVERY-20). */
@Controller()
export class Policies {
  constructor(private readonly transactions: OrganizationTransactions) {}

  @HandleRpc(listResolverTypes)
  async resolverTypes(_: Empty): Promise<ResolverType[]> {
    return [...RESOLVER_TYPES];
  }

  @HandleRpc(listPolicies)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<PolicyView[]> {
    return this.transactions.in(organizationId, async (client) =>
      shown(client, organizationId, await policyRows(client, organizationId, MAX_POLICIES)),
    );
  }

  @HandleRpc(readPolicy)
  read({ id }: ById, { organization_id: organizationId }: IamContext): Promise<PolicyView> {
    return this.transactions.in(
      organizationId,
      async (client) => (await shown(client, organizationId, [await policyRow(client, organizationId, id)]))[0]!,
    );
  }

  @HandleRpc(createPolicy)
  create(body: PolicyBody, context: IamContext): Promise<PolicyView> {
    const { organization_id: organizationId } = context;
    return translated(() =>
      this.transactions.in(organizationId, async (client) => {
        await requireRoom(client, organizationId, 'policies', MAX_POLICIES);
        return this.write(client, context, 'policy.create', body, (policy) =>
          addPolicy(client, organizationId, uuidv7(), policy),
        );
      }),
    );
  }

  /** Replaces the whole policy. */
  @HandleRpc(updatePolicy)
  update({ id, body }: SetPolicyOf, context: IamContext): Promise<PolicyView> {
    const { organization_id: organizationId } = context;
    return translated(() =>
      this.transactions.in(organizationId, (client) =>
        this.write(client, context, 'policy.update', body, async (policy) => {
          await endFaults(client, organizationId, { kind: 'policy' }, [id]);
          return setPolicy(client, organizationId, id, policy);
        }),
      ),
    );
  }

  @HandleRpc(deletePolicy)
  delete({ id }: ById, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const { definition } = await removePolicy(client, organizationId, id);
      await writeReferences(client, organizationId, 'policy', id, []);
      await recordChange(client, context, changeOf('policy.delete', id, definition));
      return { deleted: true as const };
    });
  }

  private async write(
    client: PoolClient,
    context: IamContext,
    action: string,
    body: PolicyBody,
    stored: (policy: Policy) => Promise<PolicyRow>,
  ): Promise<PolicyView> {
    const { organization_id: organizationId } = context;
    const policy = policyOf(body);
    const row = await stored(policy);
    const connectorIds = connectorIdsOf(policy);
    await writeReferences(client, organizationId, 'policy', row.id, connectorIds);
    await requireDirectUser(client, organizationId, connectorIds);
    await recordChange(client, context, changeOf(action, row.id, policy));
    return viewOf(row);
  }
}

const changeOf = (action: string, id: string, { name, event_type, category, enabled, priority }: Policy): Change => ({
  action,
  target_kind: 'policy',
  target_id: id,
  payload: { name, event_type, category, enabled, priority },
});

async function requireDirectUser(client: PoolClient, organizationId: string, ids: string[]): Promise<void> {
  const types = await connectorTypesOf(client, organizationId, ids);
  if (types.some((type) => !PROVIDERS[type].capabilities.direct_user)) {
    throw invalidArgument('A connector of the policy cannot reach single users.', [
      { field: 'delivery_config.connector_ids', reason: 'must reach single users' },
    ]);
  }
}

const shown = (client: PoolClient, organizationId: string, rows: readonly PolicyRow[]): Promise<PolicyView[]> =>
  withFaults(client, organizationId, 'policy', rows.map(viewOf));

const viewOf = (row: PolicyRow): PolicyView => ({
  id: row.id,
  organization_id: row.organization_id,
  ...row.definition,
  created_at: microsOf(row.created_at),
  updated_at: microsOf(row.updated_at),
});

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await uniquelyNamed('policy', work);
  } catch (error) {
    if (isForeignKeyViolation(error)) {
      throw invalidArgument('There is no such template.', [{ field: 'template_id', reason: 'is not known' }]);
    }
    throw error;
  }
}
