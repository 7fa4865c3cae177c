import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  CreateRelationship,
  createRelationship,
  deleteRelationship,
  listRelationships,
  RelationshipId,
  type RelationshipView,
} from '@spanwise/contracts/iam-policies';
import type { Versioned } from '@spanwise/contracts/iam-roles';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { rolesByIdForUse } from '../roles/role-store.js';
import { requireGrantable } from '../users/members.js';
import { PolicyChanges } from './policy-changes.js';
import { requirePrincipal } from './principals.js';
import { micros } from './validity.js';

const MAX_RELATIONSHIPS = 1_000;

type RelationshipRow = Omit<RelationshipView, 'container_type' | 'container_id' | 'created_at_micros'> & {
  container_type: RelationshipView['resource_type'] | null;
  container_id: string | null;
  created_at: Date;
};

/** Who stands to a resource in what role, such as the owners of a dashboard or the readers of a folder. */
@Controller()
export class RelationshipsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
  ) {}

  @HandleRpc(listRelationships)
  list(_: Empty, { context }: ScopedCall): Promise<RelationshipView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<RelationshipRow>(
          'select * from relationships where organization_id = $1 order by created_at, id limit $2',
          [context.organization_id, MAX_RELATIONSHIPS],
        );
        return rows.map(viewOf);
      }),
    );
  }

  @HandleRpc(createRelationship)
  create(input: CreateRelationship, { context }: ScopedCall): Promise<Versioned<RelationshipView>> {
    if ((input.container_type === undefined) !== (input.container_id === undefined)) {
      throw invalidArgument('A container has a type and an id.', [
        { field: 'container_id', reason: 'goes with container_type' },
      ]);
    }
    const { organization_id: organizationId } = context;
    return this.changes.change(context, async (client, version) => {
      requireGrantable(context, await rolesByIdForUse(client, organizationId, [input.role_id]));
      await requirePrincipal(client, organizationId, input.subject_type, input.subject_id);
      await requireRoom(client, organizationId);
      const { rows } = await client.query<RelationshipRow>(
        `insert into relationships (id, organization_id, resource_type, resource_id, role_id, subject_type, subject_id,
                                    container_type, container_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
        [
          uuidv7(),
          organizationId,
          input.resource_type,
          input.resource_id,
          input.role_id,
          input.subject_type,
          input.subject_id,
          input.container_type ?? null,
          input.container_id ?? null,
        ],
      );
      const value = viewOf(rows[0]);
      await note(client, context, 'iam.relationship.create', value);
      return { value, version };
    });
  }

  @HandleRpc(deleteRelationship)
  delete({ id }: RelationshipId, { context }: ScopedCall): Promise<{ deleted: true; version: number }> {
    return this.changes.change(context, async (client, version) => {
      const { rows } = await client.query<RelationshipRow>(
        'delete from relationships where organization_id = $1 and id = $2 returning *',
        [context.organization_id, id],
      );
      if (rows.length === 0) throw notFound('There is no such relationship.');
      await note(client, context, 'iam.relationship.delete', viewOf(rows[0]));
      return { deleted: true as const, version };
    });
  }
}

async function requireRoom(client: PoolClient, organizationId: string): Promise<void> {
  const { rows } = await client.query<{ all: string }>(
    'select count(*) as all from relationships where organization_id = $1',
    [organizationId],
  );
  if (Number(rows[0].all) < MAX_RELATIONSHIPS) return;
  throw conflict(`An organization can have ${MAX_RELATIONSHIPS} relationships.`);
}

const note = (client: PoolClient, context: IamContext, action: string, value: RelationshipView): Promise<void> =>
  audit(client, { ...actorOf(context), action, targetKind: 'relationship', target: value.id, payload: { ...value } });

const viewOf = (row: RelationshipRow): RelationshipView => ({
  id: row.id,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  role_id: row.role_id,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  ...(row.container_type !== null && { container_type: row.container_type }),
  ...(row.container_id !== null && { container_id: row.container_id }),
  created_at_micros: micros(row.created_at),
});
