/** What a live evaluator found and notified, as notify stores it. */
import { SEVERITIES } from '@spanwise/contracts/alerting/alert-conditions';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { unpackedVerdicts } from '@spanwise/notify/alerting/alert-evaluation/step-record';
import { fingerprintOf } from '@spanwise/notify/incidents/incidents/incident-rules';
import { IncidentEvidence } from '@spanwise/notify/incidents/incidents/incident-evidence';
import type { IncidentRow } from '@spanwise/notify/incidents/incidents/incident-rows';
import { Incidents } from '@spanwise/notify/incidents/incidents/incidents';
import { activeOfServices } from '@spanwise/notify/incidents/incidents/incidents.store';
import type { EvaluatedStep } from './alert-tables.js';
import { PASS, SETTLE_MICROS, type LiveEvaluator } from './live-evaluator.js';

/** An incident was notified. */
export interface Notified {
  kind: 'triggered' | 'resolved';
  /** In which it was notified; its minute is the one before. */
  step: number;
  incidentId: string;
  rule: string;
  /** Empty for one of no service. */
  service: string;
  startedAtMicros: number;
}

/** In their order. */
export async function notified(live: LiveEvaluator): Promise<Notified[]> {
  const { rows } = await live.read<Omit<Notified, 'step' | 'startedAtMicros'> & { at: string; started: string }>(
    `select split_part(e.event_type, '.', 2) as kind, i.id as "incidentId", i.details->>'rule_name' as rule,
            coalesce(i.details->'labels'->>'service', '') as service,
            extract(epoch from e.occurred_at) * 1000000 as at, extract(epoch from i.started_at) * 1000000 as started
       from events e join incidents i on i.id::text = split_part(e.event_id, ':', 2)
      where e.event_type in ('alert.triggered', 'alert.resolved') order by e.occurred_at, e.event_id`,
  );
  return rows.map(({ at, started, ...row }) => ({
    ...row,
    step: Math.floor((Number(at) - SETTLE_MICROS) / STEP_MICROS),
    startedAtMicros: Number(started),
  }));
}

export const pagesOf = async (live: LiveEvaluator): Promise<Notified[]> =>
  (await notified(live)).filter(({ kind }) => kind === 'triggered');

/** Incidents that ended and were reopened as the same fault: the steps of the end. */
export async function endsBeforeAnother(live: LiveEvaluator): Promise<number[]> {
  const { rows } = await live.read<{ at: string }>(
    `select extract(epoch from at) * 1000000 as at from (
       select at, kind, lead(kind) over (partition by incident_id order by id) as next
         from incident_timeline where kind in ('opened', 'reopened', 'resolved')) as moves
      where kind = 'resolved' and next = 'reopened'`,
  );
  return rows.map(({ at }) => Math.floor((Number(at) - SETTLE_MICROS) / STEP_MICROS));
}

export async function verdicts(live: LiveEvaluator, pass = PASS): Promise<EvaluatedStep[]> {
  const { rows } = await live.read<{ step: string; verdicts: Buffer }>(
    'select step, verdicts from alert_evaluations where pass = $1 order by step',
    pass,
  );
  return rows.map((row) => ({ pass, step: Number(row.step), verdicts: unpackedVerdicts(row.verdicts) }));
}

/** Label sets that breached in one of the steps, by the fingerprints of their incidents. */
async function breachedIn(live: LiveEvaluator, fromStep: number, toStep: number): Promise<Set<string>> {
  const steps = (await verdicts(live)).filter(({ step }) => step >= fromStep && step <= toStep);
  return new Set(
    steps.flatMap(({ verdicts: rules }) =>
      rules.flatMap(({ rule_id: id, instances }) =>
        instances.filter(({ verdict }) => verdict === 'breach').map(({ labels }) => fingerprintOf(id, labels)),
      ),
    ),
  );
}

/**
 * Services that active incidents name as their causes now, of those that breached in one of the steps: `rca` of each where
 * something is known, else the service that it is about, in the order in which the product weighs incidents (ALERT-120).
 * Each service once.
 */
export async function namedCauses(live: LiveEvaluator, fromStep: number, toStep: number): Promise<string[]> {
  const active = await live.transactions.in(live.organizationId, (client) =>
    activeOfServices(client, live.organizationId),
  );
  const breached = await breachedIn(live, fromStep, toStep);
  const rows = active.filter(({ fingerprint }) => breached.has(fingerprint));
  const incidents = reading(live);
  const named: string[] = [];
  for (const { id, details } of rows.toSorted(byWeight)) {
    const cause = await live.atItsTime(() =>
      incidents.rca({ id }, { organization_id: live.organizationId } as IamContext).catch((error: unknown) => {
        if (error instanceof ServiceError && error.kind === 'not_found') return undefined;
        throw error;
      }),
    );
    named.push(cause?.root_service ?? details.labels.service!);
  }
  return [...new Set(named)];
}

const byWeight = (one: IncidentRow, other: IncidentRow): number =>
  SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity) ||
  one.started_at.getTime() - other.started_at.getTime() ||
  (one.id < other.id ? -1 : 1);

/** Nothing is changed by it, so that it needs no sender of notifications. */
function reading({ transactions, bus }: LiveEvaluator): Incidents {
  const unused = {} as never;
  return new Incidents(transactions, unused, unused, unused, new IncidentEvidence(bus), unused);
}
