import { Injectable } from '@nestjs/common';
import { invalidArgument } from '@spanwise/contracts/errors';
import type { PolicyBody, PolicyView } from '@spanwise/contracts/notify-routing';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../audit/audit-outbox.js';
import { writeReferences } from '../connectors/references.js';
import { existing, requireRoom, uniquelyNamed } from '../db/named-things.js';
import { isForeignKeyViolation, micros, OrganizationTransactions } from '../db/organization-transactions.js';
import { PROVIDERS } from '../providers/registry.js';
import type { ConnectorRow } from '../connectors/connector-rows.js';
import { connectorIdsOf, policyOf, type Policy } from './policy-rules.js';

const MAX_POLICIES = 1_000;

interface PolicyRow {
  id: string;
  organization_id: string;
  definition: Policy;
  created_at: Date;
  updated_at: Date;
}

/** Which events are told to whom and how (peer facts 4.6). */
@Injectable()
export class Policies {
  constructor(private readonly transactions: OrganizationTransactions) {}

  list(organizationId: string): Promise<PolicyView[]> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<PolicyRow>(
        'select * from policies where organization_id = $1 order by priority, created_at, id limit $2',
        [organizationId, MAX_POLICIES],
      );
      return rows.map(viewOf);
    });
  }

  read(organizationId: string, id: string): Promise<PolicyView> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<PolicyRow>('select * from policies where organization_id = $1 and id = $2', [
        organizationId,
        id,
      ]);
      return viewOf(existing(rows, 'policy'));
    });
  }

  create(context: IamContext, body: PolicyBody): Promise<PolicyView> {
    const { organization_id: organizationId } = context;
    return translated(() =>
      this.transactions.in(organizationId, async (client) => {
        await requireRoom(client, organizationId, 'policies', MAX_POLICIES);
        return this.write(client, context, 'policy.create', body, (values) =>
          client.query<PolicyRow>(
            `insert into policies (id, organization_id, name, event_type, category, definition, template_id, enabled, priority)
             values ($2, $1, $3, $4, $5, $6, $7, $8, $9) returning *`,
            [organizationId, uuidv7(), ...values],
          ),
        );
      }),
    );
  }

  /** Replaces the whole policy. */
  update(context: IamContext, id: string, body: PolicyBody): Promise<PolicyView> {
    const { organization_id: organizationId } = context;
    return translated(() =>
      this.transactions.in(organizationId, (client) =>
        this.write(client, context, 'policy.update', body, (values) =>
          client.query<PolicyRow>(
            `update policies set name = $3, event_type = $4, category = $5, definition = $6, template_id = $7, enabled = $8,
               priority = $9, updated_at = now() where organization_id = $1 and id = $2 returning *`,
            [organizationId, id, ...values],
          ),
        ),
      ),
    );
  }

  delete(context: IamContext, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<PolicyRow>(
        'delete from policies where organization_id = $1 and id = $2 returning *',
        [organizationId, id],
      );
      const { definition } = existing(rows, 'policy');
      await writeReferences(client, organizationId, 'policy', id, []);
      await recordChange(client, context, changeOf('policy.delete', id, definition));
    });
  }

  private async write(
    client: PoolClient,
    context: IamContext,
    action: string,
    body: PolicyBody,
    statement: (values: unknown[]) => Promise<{ rows: PolicyRow[] }>,
  ): Promise<PolicyView> {
    const { organization_id: organizationId } = context;
    const policy = policyOf(body);
    const { name, event_type, category, template_id, enabled, priority } = policy;
    const { rows } = await statement([
      name,
      event_type,
      category,
      JSON.stringify(policy),
      template_id ?? null,
      enabled,
      priority,
    ]);
    const row = existing(rows, 'policy');
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
  const { rows } = await client.query<Pick<ConnectorRow, 'connector_type'>>(
    'select connector_type from connectors where organization_id = $1 and id = any($2)',
    [organizationId, ids],
  );
  if (rows.some(({ connector_type: type }) => !PROVIDERS[type].capabilities.direct_user)) {
    throw invalidArgument('A connector of the policy cannot reach single users.', [
      { field: 'delivery_config.connector_ids', reason: 'must reach single users' },
    ]);
  }
}

const viewOf = (row: PolicyRow): PolicyView => ({
  id: row.id,
  organization_id: row.organization_id,
  ...row.definition,
  created_at: micros(row.created_at),
  updated_at: micros(row.updated_at),
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
