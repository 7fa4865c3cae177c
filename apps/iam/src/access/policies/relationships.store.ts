import type { PoolClient } from 'pg';
import type { RelationshipView } from '@spanwise/contracts/iam/policies';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

export type RelationshipRow = Omit<RelationshipView, 'container_type' | 'container_id' | 'created_at_micros'> & {
  container_type: RelationshipView['resource_type'] | null;
  container_id: string | null;
  created_at: Date;
};

export async function readRelationships(
  client: PoolClient,
  organizationId: string,
  limit: number,
): Promise<RelationshipRow[]> {
  const { rows } = await client.query<RelationshipRow>(
    'select * from relationships where organization_id = $1 order by created_at, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

export async function insertRelationship(
  client: PoolClient,
  made: {
    organizationId: string;
    resourceType: RelationshipView['resource_type'];
    resourceId: string;
    roleId: string;
    subjectType: RelationshipView['subject_type'];
    subjectId: string;
    containerType: RelationshipView['resource_type'] | null;
    containerId: string | null;
  },
): Promise<RelationshipRow> {
  const { rows } = await client.query<RelationshipRow>(
    `insert into relationships (id, organization_id, resource_type, resource_id, role_id, subject_type, subject_id,
                                container_type, container_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
    [
      uuidv7(),
      made.organizationId,
      made.resourceType,
      made.resourceId,
      made.roleId,
      made.subjectType,
      made.subjectId,
      made.containerType,
      made.containerId,
    ],
  );
  return rows[0]!;
}

export async function removeRelationship(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<RelationshipRow | undefined> {
  const { rows } = await client.query<RelationshipRow>(
    'delete from relationships where organization_id = $1 and id = $2 returning *',
    [organizationId, id],
  );
  return rows[0];
}

export async function countRelationships(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ all: string }>(
    'select count(*) as all from relationships where organization_id = $1',
    [organizationId],
  );
  return Number(rows[0]!.all);
}
