/** What notify keeps of the judging of one organization, seen and set back from outside. */
import { gunzipSync } from 'node:zlib';
import type { HeldBack } from '@spanwise/notify/incidents/incident-rows';
import { query } from '../crash/log-view.js';
import type { Product } from '../harness/product.js';
import type { JudgedStep } from './judged-steps.js';

/** Newest judged step of each pass. */
export type Cursors = ReadonlyMap<string, number>;

export interface IncidentFacts {
  id: string;
  fingerprint: string;
  status: string;
  /** Why nobody is told of it now; null where nothing holds it back. */
  held: HeldBack['reason'] | null;
  is_told: boolean;
  /** Published, as the incident counts them. */
  events: number;
  /** Published, as the outbox holds them. */
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

/** As if nothing had been judged since `step`, nor anybody been told: the rules and the figures stay. */
export async function setBack(product: Product, organizationId: string, step: number): Promise<void> {
  const own = `organization_id = '${organizationId}'`;
  await query(
    product,
    `begin;
     lock table notify.alert_cursors in exclusive mode;
     delete from notify.alert_evaluations where ${own};
     delete from notify.alert_states where ${own};
     delete from notify.incident_timeline where ${own};
     delete from notify.incidents where ${own};
     delete from notify.deliveries where ${own};
     update notify.alert_cursors set step = ${step} where ${own};
     commit`,
  );
}

/** Steps of one pass after `from` up to `to`, in their order. */
export async function judgedSteps(
  product: Product,
  organizationId: string,
  pass: string,
  from: number,
  to: number,
): Promise<JudgedStep[]> {
  const rows = await query<{ step: string; verdicts: Buffer }>(
    product,
    `select step, verdicts from notify.alert_evaluations
      where organization_id = '${organizationId}' and pass = '${pass}' and step > ${from} and step <= ${to} order by step`,
  );
  return rows.map(({ step, verdicts }) => ({
    pass,
    step: Number(step),
    verdicts: JSON.parse(gunzipSync(verdicts).toString()) as JudgedStep['verdicts'],
  }));
}

export const incidentFacts = (product: Product, organizationId: string): Promise<IncidentFacts[]> =>
  query<IncidentFacts>(
    product,
    `select i.id, i.fingerprint, i.status, i.details->'waits_for'->>'reason' as held, i.is_told, i.events,
            count(distinct d.event_id) filter (where d.event_type = 'alert.triggered')::int as triggered,
            count(distinct d.event_id) filter (where d.event_type = 'alert.resolved')::int as resolved
       from notify.incidents i
       left join notify.deliveries d on d.organization_id = i.organization_id and d.group_key = i.id::text
      where i.organization_id = '${organizationId}' group by i.id`,
  );
