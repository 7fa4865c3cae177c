/** Internal errors by the rule, incident, policy or template that they happened to (ALERT-150). */
import type { Fault } from '@spanwise/contracts/base/fault';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { countFault, type FaultKind } from './fault-metrics.js';

export interface FaultyThing {
  kind: FaultKind;
  id: string;
  /** Pass of a rule, which has a state in each; of other things ''. */
  part?: string;
}

/** True where it is another fault than the last one of the same thing. */
export async function noteFault(
  client: PoolClient,
  organizationId: string,
  { kind, id, part = '' }: FaultyThing,
  reason: string,
): Promise<boolean> {
  countFault(kind);
  const { rows } = await client.query<{ is_new: boolean }>(
    `with before as (
       select reason from faults where organization_id = $1 and kind = $2 and id = $3 and part = $4
     ), noted as (
       insert into faults as f (organization_id, kind, id, part, reason) values ($1, $2, $3, $4, $5)
       on conflict (organization_id, kind, id, part)
       do update set reason = excluded.reason, failures = f.failures + 1, last_at = now()
     )
     select not exists (select from before where reason = $5) as is_new`,
    [organizationId, kind, id, part, reason],
  );
  return rows[0]!.is_new;
}

/** They work again, or are others now. */
export async function endFaults(
  client: PoolClient,
  organizationId: string,
  { kind, part }: Pick<FaultyThing, 'kind' | 'part'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    'delete from faults where organization_id = $1 and kind = $2 and id = any ($3) and ($4::text is null or part = $4)',
    [organizationId, kind, ids, part ?? null],
  );
}

/** The newest of each thing of the kind. */
export async function faultsOf(
  client: PoolClient,
  organizationId: string,
  kind: FaultKind,
): Promise<Map<string, Fault>> {
  const { rows } = await client.query<{ id: string; reason: string; since: Date; last_at: Date; failures: number }>(
    `select distinct on (id) id, reason, since, last_at, failures from faults
      where organization_id = $1 and kind = $2 order by id, last_at desc`,
    [organizationId, kind],
  );
  return new Map(
    rows.map(({ id, reason, since, last_at, failures }) => [
      id,
      { reason, since_micros: microsOf(since), last_micros: microsOf(last_at), failures },
    ]),
  );
}

/** What was kept of rules, incidents, policies and templates that are gone, or has not failed for a week. */
export async function removeOldFaults(client: PoolClient, organizationId: string): Promise<void> {
  await client.query(`delete from faults where organization_id = $1 and last_at < now() - interval '7 days'`, [
    organizationId,
  ]);
}

/** As they are shown. */
export async function withFaults<View extends { id: string }>(
  client: PoolClient,
  organizationId: string,
  kind: FaultKind,
  views: readonly View[],
): Promise<(View & { fault?: Fault })[]> {
  const faults = await faultsOf(client, organizationId, kind);
  return views.map((view) => {
    const fault = faults.get(view.id);
    return fault === undefined ? view : { ...view, fault };
  });
}
