/**
 * Pages: a row for each target of a step, from the moment at which it is known when the step becomes due. A transaction that changes
 * those of an incident holds its lock.
 */
import type { PoolClient } from 'pg';
import { lockOrganization } from '../../db/organization-transactions.js';
import type { Place } from '../../oncall/escalation-policies/step-machine.js';

/** Stands for the default routes of the organization, once the steps are used up. */
export const DEFAULT_ROUTES = 'default_routes';

/** One step of one notification of an incident. */
export interface PagedStep extends Place {
  incident_id: string;
  opening: number;
  policy_id: string;
}

export interface PageRow extends PagedStep {
  target: string;
  due_at: Date;
  state: 'due' | 'paged' | 'nobody' | 'stopped';
  user_ids: string[];
}

/** Nothing for what is there already: a step is never due twice. */
export async function addPages(
  client: PoolClient,
  organizationId: string,
  { incident_id, opening, loop, step, policy_id }: PagedStep,
  targets: readonly string[],
  dueAt: Date,
): Promise<void> {
  await client.query(
    `insert into pages (organization_id, incident_id, opening, loop, step, target, policy_id, due_at, state)
     select $1, $2, $3, $4, $5, target, $6, $7, 'due' from unnest($8::text[]) as t (target) on conflict do nothing`,
    [organizationId, incident_id, opening, loop, step, policy_id, dueAt, targets],
  );
}

export interface DueStep extends PagedStep {
  targets: string[];
}

/** The longest due first. */
export async function dueSteps(
  client: PoolClient,
  organizationId: string,
  at: Date,
  limit: number,
): Promise<DueStep[]> {
  const { rows } = await client.query<DueStep>(
    `select incident_id, opening, loop, step, policy_id, array_agg(target) as targets from pages
     where organization_id = $1 and state = 'due' and due_at <= $2
     group by incident_id, opening, loop, step, policy_id order by min(due_at), incident_id limit $3`,
    [organizationId, at, limit],
  );
  return rows;
}

/** Those that still are due, with the incident's lock held. */
export async function duePages(
  client: PoolClient,
  organizationId: string,
  { incident_id, opening, loop, step }: PagedStep,
  at: Date,
): Promise<PageRow[]> {
  const { rows } = await client.query<PageRow>(
    `select incident_id, opening, loop, step, target, policy_id, due_at, state, user_ids from pages
     where organization_id = $1 and incident_id = $2 and opening = $3 and loop = $4 and step = $5
       and state = 'due' and due_at <= $6 order by target`,
    [organizationId, incident_id, opening, loop, step, at],
  );
  return rows;
}

export async function settlePage(
  client: PoolClient,
  organizationId: string,
  page: PageRow,
  { userIds, deliveries, at }: { userIds: readonly string[]; deliveries: number; at: Date },
): Promise<void> {
  const isPaged = deliveries > 0 && (userIds.length > 0 || page.target === DEFAULT_ROUTES);
  await client.query(
    `update pages set state = $7, user_ids = $8, deliveries = $9, settled_at = $10
     where organization_id = $1 and incident_id = $2 and opening = $3 and loop = $4 and step = $5 and target = $6`,
    [
      organizationId,
      page.incident_id,
      page.opening,
      page.loop,
      page.step,
      page.target,
      isPaged ? 'paged' : 'nobody',
      userIds,
      deliveries,
      at,
    ],
  );
}

export async function isAnybodyReached(
  client: PoolClient,
  organizationId: string,
  { incident_id, opening, loop }: PagedStep,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pages where organization_id = $1 and incident_id = $2 and opening = $3 and loop = $4 and deliveries > 0 limit 1`,
    [organizationId, incident_id, opening, loop],
  );
  return rowCount !== 0;
}

/** Of an incident that is silenced at the moment. */
export async function putOffPages(
  client: PoolClient,
  organizationId: string,
  incidentId: string,
  until: Date,
): Promise<void> {
  await client.query(
    `update pages set due_at = $3 where organization_id = $1 and incident_id = $2 and state = 'due' and due_at < $3`,
    [organizationId, incidentId, until],
  );
}

/** No further step becomes due. */
export async function stopPages(client: PoolClient, organizationId: string, incidentId: string): Promise<void> {
  await client.query(
    `update pages set state = 'stopped', settled_at = now()
     where organization_id = $1 and incident_id = $2 and state = 'due'`,
    [organizationId, incidentId],
  );
}

/** When a page, or an incident that waits for others of its group, is due next: for the worker to find; it locks the organization: call it last. */
export async function noteNextPage(client: PoolClient, organizationId: string): Promise<void> {
  await lockOrganization(client, organizationId);
  // A statement of its own: it sees what the previous holder of the lock has committed.
  await client.query(
    `update organizations set next_page_at = (
       select least((select min(due_at) from pages where organization_id = $1 and state = 'due'),
                    (select min(tell_at) from incidents where organization_id = $1 and tell_at is not null)))
     where id = $1`,
    [organizationId],
  );
}
