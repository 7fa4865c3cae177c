/** What notify stores of the evaluation of one organization, read and set back from outside. */
import { unpackedVerdicts, type RecordedVerdicts } from '@spanwise/notify/alerting/alert-evaluation/step-record';
import type { Suppression } from '@spanwise/notify/incidents/incidents/incident-rows';
import { query } from '../crash/log-view.js';
import type { Product } from '../harness/product.js';

/** What one step was evaluated to be. */
export interface EvaluatedStep {
  pass: string;
  step: number;
  verdicts: RecordedVerdicts[];
}

/** Newest evaluated step of each pass. */
export type Cursors = ReadonlyMap<string, number>;

export interface IncidentFacts {
  id: string;
  status: string;
  /** Why it is not notified now; null where nothing suppresses it. */
  held: Suppression['reason'] | null;
  is_told: boolean;
  /** Published, as the incident counts them. */
  events: number;
  /** Published, as the outbox has them. */
  triggered: number;
  resolved: number;
}

export async function cursorsOf(product: Product, organizationId: string): Promise<Cursors> {
  const rows = await query<{ pass: string; step: string }>(
    product,
    `select pass, step from notify.alert_cursors where organization_id = '${organizationId}'`,
  );
  return new Map(rows.map(({ pass, step }) => [pass, Number(step)]));
}

/** As if nothing had been evaluated since `step`, nor notified: the rules and the figures stay. */
export async function setBack(product: Product, organizationId: string, step: number): Promise<void> {
  const own = `organization_id = '${organizationId}'`;
  const tables = ['alert_evaluations', 'alert_states', 'incident_timeline', 'incidents', 'deliveries'];
  await query(
    product,
    `begin;
     lock table notify.alert_cursors in exclusive mode;
     ${tables.map((table) => `delete from notify.${table} where ${own};`).join('\n')}
     update notify.alert_cursors set step = ${step} where ${own};
     commit`,
  );
}

/** Steps of all passes from the first one up to the cursors, in their order. */
export async function evaluatedSteps(
  product: Product,
  organizationId: string,
  first: number,
  upTo: Cursors,
): Promise<EvaluatedStep[]> {
  const rows = await query<{ pass: string; step: string; verdicts: Buffer }>(
    product,
    `select pass, step, verdicts from notify.alert_evaluations
      where organization_id = '${organizationId}' and step >= ${first} order by pass, step`,
  );
  return rows
    .map(({ pass, step, verdicts }) => ({ pass, step: Number(step), verdicts: unpackedVerdicts(verdicts) }))
    .filter(({ pass, step }) => step <= (upTo.get(pass) ?? 0));
}

export const incidentFacts = (product: Product, organizationId: string): Promise<IncidentFacts[]> =>
  query<IncidentFacts>(
    product,
    `select i.id, i.status, i.details->'waits_for'->>'reason' as held, i.is_told, i.events,
            count(distinct d.event_id) filter (where d.event_type = 'alert.triggered')::int as triggered,
            count(distinct d.event_id) filter (where d.event_type = 'alert.resolved')::int as resolved
       from notify.incidents i
       left join notify.deliveries d on d.organization_id = i.organization_id and d.group_key = i.id::text
      where i.organization_id = '${organizationId}' group by i.id`,
  );
