/** Orders to delete an organization, and what each service says of its part. They hold ids and times alone, and stay. */
import type { Pool, PoolClient } from 'pg';
import { notFound } from '@spanwise/contracts/base/errors';
import {
  DELETING_SERVICES,
  DELETION_LIMIT_MS,
  DELETION_QUIET_MS,
  MAX_DELETION_ORDERS,
  type DeletingService,
  type DeletionOrder,
  type DoneDeletion,
  type DueDeletions,
  type OrgDeletion,
} from '@spanwise/contracts/iam/organization-deletions';

const MICROS = (column: string): string => `round(extract(epoch from ${column}) * 1000000)::float8`;

/** The organization is gone from the commit on: its slug is free, and no credential finds it. */
export async function orderDeletion(client: PoolClient, id: string, requestedBy: string): Promise<void> {
  await client.query(
    `update organizations set disabled = true, deleted_at = clock_timestamp(), slug = id::text, signup_enabled = false,
            policy_version = policy_version + 1 where id = $1`,
    [id],
  );
  await client.query(
    'insert into organization_deletions (id, requested_by, requested_at) values ($1, $2, clock_timestamp())',
    [id, requestedBy],
  );
  await client.query(
    'insert into organization_deletion_parts (deletion_id, service) select $1, service from unnest($2::text[]) as service',
    [id, DELETING_SERVICES],
  );
}

export async function readDeletion(client: PoolClient, id: string): Promise<OrgDeletion> {
  const { rows } = await client.query<{ requested_by: string; requested: number; finished: number | null }>(
    `select requested_by, ${MICROS('requested_at')} as requested, ${MICROS('finished_at')} as finished
       from organization_deletions where id = $1`,
    [id],
  );
  if (rows.length === 0) throw notFound('There is no deletion of such an organization.');
  const parts = await client.query<{ service: DeletingService; rows: string; files: string; finished: number | null }>(
    `select service, rows, files, ${MICROS('finished_at')} as finished from organization_deletion_parts
      where deletion_id = $1 order by service`,
    [id],
  );
  const { requested_by: requestedBy, requested, finished } = rows[0]!;
  return {
    org_id: id,
    requested_by: requestedBy,
    requested_at_micros: requested,
    due_at_micros: requested + DELETION_LIMIT_MS * 1_000,
    ...(finished !== null && { finished_at_micros: finished }),
    services: parts.rows.map((part) => ({
      service: part.service,
      rows: Number(part.rows),
      files: Number(part.files),
      ...(part.finished !== null && { finished_at_micros: part.finished }),
    })),
  };
}

/** What a service has not confirmed, knows to be unfinished, or has not heard of, oldest first. */
export async function ordersDue(client: Pool | PoolClient, asked: DueDeletions): Promise<DeletionOrder[]> {
  const { rows } = await client.query<DeletionOrder>(
    `select d.id as organization_id, ${MICROS('d.requested_at')} as requested_at_micros,
            d.requested_at < now() - make_interval(secs => $4::float8 / 1000) as is_quiet,
            (select finished_at is not null from organization_deletion_parts p
              where p.deletion_id = d.id and p.service = 'projector') as is_projected
       from organization_deletions d
       join organization_deletion_parts own on own.deletion_id = d.id and own.service = $1
      where own.finished_at is null or d.id = any ($3::uuid[]) or ${MICROS('d.requested_at')} > $2
      order by d.requested_at, d.id limit $5`,
    [asked.service, asked.known_until_micros, asked.unfinished, DELETION_QUIET_MS, MAX_DELETION_ORDERS],
  );
  return rows;
}

/** Says that a part is done; true when it was the last one. What was said before stays. */
export async function recordDone(client: PoolClient, done: DoneDeletion): Promise<boolean> {
  await client.query('select from organization_deletions where id = $1 for update', [done.organization_id]);
  await client.query(
    `update organization_deletion_parts set rows = $3, files = $4, finished_at = coalesce(finished_at, now())
      where deletion_id = $1 and service = $2`,
    [done.organization_id, done.service, done.rows, done.files],
  );
  const { rowCount } = await client.query(
    `update organization_deletions d set finished_at = now() where id = $1 and finished_at is null
        and not exists (select from organization_deletion_parts p where p.deletion_id = d.id and p.finished_at is null)`,
    [done.organization_id],
  );
  return rowCount === 1;
}

/** Deletions under way, and the age of the oldest of them. */
export async function openDeletions(client: Pool): Promise<{ open: number; oldestSeconds: number }> {
  const { rows } = await client.query<{ open: string; oldest: number | null }>(
    `select count(*) as open, extract(epoch from now() - min(requested_at))::float8 as oldest
       from organization_deletions where finished_at is null`,
  );
  return { open: Number(rows[0]!.open), oldestSeconds: rows[0]!.oldest ?? 0 };
}

export async function addRemovedRows(client: PoolClient, id: string, rows: number): Promise<void> {
  await client.query(
    `update organization_deletion_parts set rows = rows + $2 where deletion_id = $1 and service = 'iam'`,
    [id, rows],
  );
}

export async function readRemovedRows(client: PoolClient, id: string): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select rows from organization_deletion_parts where deletion_id = $1 and service = 'iam'`,
    [id],
  );
  return Number(rows[0]!.rows);
}

/** Fails while anything refers to it, so that nothing is left behind. */
export async function removeOrganization(client: PoolClient, id: string): Promise<number> {
  const { rowCount } = await client.query('delete from organizations where id = $1', [id]);
  return rowCount ?? 0;
}
