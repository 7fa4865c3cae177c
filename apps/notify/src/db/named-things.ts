/** What things of an organization have in common: a number of them, and mostly a name that is unique. */
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { PoolClient } from 'pg';
import { isUniqueViolation, lockOrganization } from './organization-transactions.js';

type Table = keyof typeof THINGS;

/** By their tables, as people call them. */
const THINGS = {
  connectors: 'connectors',
  templates: 'templates',
  policies: 'policies',
  schedules: 'schedules',
  alert_mutes: 'silences',
  alert_rules: 'alert rules',
  alert_escalations: 'escalation policies',
  alert_semantic_groups: 'semantic groups',
} as const;

/** Throws `conflict` when the organization has as many as it may have; others that make one wait for this transaction. */
export async function requireRoom(
  client: PoolClient,
  organizationId: string,
  table: Table,
  most: number,
): Promise<void> {
  await lockOrganization(client, organizationId);
  const { rows } = await client.query<{ full: boolean }>(
    `select count(*) >= $2 as full from ${table} where organization_id = $1`,
    [organizationId, most],
  );
  if (rows[0]!.full) throw conflict(`An organization can have ${most} ${THINGS[table]}.`);
}

/** The one row; throws `not_found` when there is none. */
export function existing<Row>(rows: Row[], thing: string): Row {
  if (rows.length === 0) throw notFound(`There is no such ${thing}.`);
  return rows[0]!;
}

/** Throws `conflict` where the name is taken. */
export async function uniquelyNamed<T>(thing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(`There is a ${thing} with this name already.`);
    throw error;
  }
}
