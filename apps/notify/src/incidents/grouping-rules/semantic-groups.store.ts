import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { existing } from '../../db/named-things.js';
import type { SemanticGroup } from './semantic-group-rules.js';

export interface SemanticGroupRow {
  id: string;
  organization_id: string;
  definition: SemanticGroup;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, organization_id, definition, created_at, updated_at';

/** In the order in which they were made: the first that matches counts. */
export async function semanticGroupRows(client: PoolClient, organizationId: string): Promise<SemanticGroupRow[]> {
  const { rows } = await client.query<SemanticGroupRow>(
    `select ${COLUMNS} from alert_semantic_groups where organization_id = $1 order by created_at, id`,
    [organizationId],
  );
  return rows;
}

/** Throws `not_found`, as the others do. */
export async function semanticGroupRow(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<SemanticGroupRow> {
  const { rows } = await client.query<SemanticGroupRow>(
    `select ${COLUMNS} from alert_semantic_groups where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return existing(rows, 'semantic group');
}

export async function addSemanticGroup(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: SemanticGroup,
): Promise<SemanticGroupRow> {
  const { rows } = await client.query<SemanticGroupRow>(
    `insert into alert_semantic_groups (organization_id, id, name, definition, created_at)
     values ($1, $2, $3, $4, clock_timestamp()) returning ${COLUMNS}`,
    [organizationId, id, definition.name, storableJson(definition)],
  );
  return rows[0]!;
}

export async function setSemanticGroup(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: SemanticGroup,
): Promise<SemanticGroupRow> {
  const { rows } = await client.query<SemanticGroupRow>(
    `update alert_semantic_groups set name = $3, definition = $4, updated_at = now()
     where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id, definition.name, storableJson(definition)],
  );
  return existing(rows, 'semantic group');
}

/** One with a name that is there replaces that one. The names differ. Returns how many the organization has then. */
export async function putSemanticGroups(
  client: PoolClient,
  organizationId: string,
  groups: readonly (SemanticGroup & { id: string })[],
): Promise<number> {
  await client.query(
    `insert into alert_semantic_groups (organization_id, id, name, definition, created_at)
     select $1, id, name, definition::jsonb, clock_timestamp()
       from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as given (id, name, definition, place) order by place
     on conflict (organization_id, name) do update set definition = excluded.definition, updated_at = now()`,
    [
      organizationId,
      groups.map(({ id }) => id),
      groups.map(({ name }) => name),
      groups.map(({ id: _, ...definition }) => storableJson(definition)),
    ],
  );
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from alert_semantic_groups where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.count;
}

export async function removeSemanticGroup(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<SemanticGroupRow> {
  const { rows } = await client.query<SemanticGroupRow>(
    `delete from alert_semantic_groups where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id],
  );
  return existing(rows, 'semantic group');
}
