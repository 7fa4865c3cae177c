import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  CreateRelationship,
  createRelationship,
  deleteRelationship,
  listRelationships,
  RelationshipId,
  type RelationshipView,
} from '@spanwise/contracts/iam/policies';
import type { Versioned } from '@spanwise/contracts/iam/roles';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { rolesById, rolesByIdForUse } from '../roles/roles.store.js';
import { requireGrantable } from '../roles/ownership.js';
import { PolicyChanges } from '../roles/policy-changes.js';
import { requirePrincipal } from './principals.js';
import { relationshipView } from './relationship-view.js';
import {
  countRelationships,
  insertRelationship,
  readRelationships,
  removeRelationship,
} from './relationships.store.js';

const MAX_RELATIONSHIPS = 1_000;

/** Who has which role on a resource, such as the owners of a dashboard or the readers of a folder. */
@Controller()
export class Relationships {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
  ) {}

  @HandleRpc(listRelationships)
  list(_: Empty, context: IamContext): Promise<RelationshipView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const rows = await readRelationships(client, context.organization_id, MAX_RELATIONSHIPS);
      return rows.map(relationshipView);
    });
  }

  @HandleRpc(createRelationship)
  create(input: CreateRelationship, context: IamContext): Promise<Versioned<RelationshipView>> {
    if ((input.container_type === undefined) !== (input.container_id === undefined)) {
      throw invalidArgument('A container has a type and an id.', [
        { field: 'container_id', reason: 'goes with container_type' },
      ]);
    }
    const { organization_id: organizationId } = context;
    return this.changes.change(context, async (client, version) => {
      await requireGrantable(client, context, await rolesByIdForUse(client, organizationId, [input.role_id]));
      await requirePrincipal(client, organizationId, input.subject_type, input.subject_id);
      await requireRoom(client, organizationId);
      const row = await insertRelationship(client, {
        organizationId,
        resourceType: input.resource_type,
        resourceId: input.resource_id,
        roleId: input.role_id,
        subjectType: input.subject_type,
        subjectId: input.subject_id,
        containerType: input.container_type ?? null,
        containerId: input.container_id ?? null,
      });
      const value = relationshipView(row);
      await note(client, context, 'iam.relationship.create', value);
      return { value, version };
    });
  }

  @HandleRpc(deleteRelationship)
  delete({ id }: RelationshipId, context: IamContext): Promise<{ deleted: true; version: number }> {
    return this.changes.change(context, async (client, version) => {
      const row = await removeRelationship(client, context.organization_id, id);
      if (row === undefined) throw notFound('There is no such relationship.');
      await requireGrantable(client, context, await rolesById(client, context.organization_id, row.role_id));
      await note(client, context, 'iam.relationship.delete', relationshipView(row));
      return { deleted: true as const, version };
    });
  }
}

async function requireRoom(client: PoolClient, organizationId: string): Promise<void> {
  const count = await countRelationships(client, organizationId);
  if (count < MAX_RELATIONSHIPS) return;
  throw conflict(`An organization can have ${MAX_RELATIONSHIPS} relationships.`);
}

const note = (client: PoolClient, context: IamContext, action: string, value: RelationshipView): Promise<void> =>
  audit(client, { ...actorOf(context), action, targetKind: 'relationship', target: value.id, payload: { ...value } });
