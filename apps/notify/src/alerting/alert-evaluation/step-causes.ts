/** Which incidents of a step follow from others (ALERT-120): whom apm is asked about before it, and what it says in it. */
import {
  alertCauses,
  MAX_CAUSE_MINUTES,
  MAX_CAUSE_SERVICES,
  type LabelledService,
} from '@spanwise/contracts/alerting/evidence';
import { STEP_MICROS, type Measured } from '@spanwise/contracts/alerting/measure';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { Bus } from '@spanwise/bus/bus';
import type { PoolClient } from 'pg';
import { fingerprintOf, isWorse, notifiedSeverity } from '../../incidents/incidents/incident-rules.js';
import type { IncidentRow } from '../../incidents/incidents/incident-rows.js';
import { activeOfServices } from '../../incidents/incidents/incidents.store.js';
import {
  awaitedOf,
  causesOf,
  serviceKey,
  serviceOf,
  type Cause,
  type CauseEvidence,
  type Subject,
} from '../../incidents/incidents/inhibition.js';
import type { EvaluatedSpec } from './evaluated-spec.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { verdictOf, type Verdict } from './verdict.js';

interface Breach {
  fingerprint: string;
  service: LabelledService;
  /** Absent: it is not certain that the threshold is breached. */
  severity?: Subject['severity'];
  windowMinutes: number;
}

/** What of a step has to be asked; undefined where nothing of it could follow from anything, so that it costs nothing. */
export function causesToAsk(
  rules: readonly EvaluatedRule[],
  { specs }: Pick<Measured, 'specs'>,
  active: readonly IncidentRow[],
): { services: LabelledService[]; window_minutes: number } | undefined {
  const known = new Map(active.map((row) => [row.fingerprint, row]));
  const breaches = breachesOf(rules, specs);
  const isOpen = ({ fingerprint, severity }: Breach) => {
    const row = known.get(fingerprint);
    return severity !== undefined && (row === undefined || row.waits || isWorse(severity, row.severity));
  };
  if (!breaches.some(isOpen)) return undefined;
  const services = new Map<string, LabelledService>();
  // What fires already comes first: it is what others follow from.
  for (const { details } of active) noteService(services, serviceOf(details.labels));
  for (const { service } of breaches) noteService(services, service);
  if (services.size < 2) return undefined;
  const longest = Math.max(...breaches.map(({ windowMinutes }) => windowMinutes));
  return {
    services: [...services.values()].slice(0, MAX_CAUSE_SERVICES),
    window_minutes: Math.min(longest, MAX_CAUSE_MINUTES),
  };
}

function noteService(services: Map<string, LabelledService>, service: LabelledService | undefined): void {
  if (service !== undefined) services.set(serviceKey(service), service);
}

/** Label sets of services that breach in the step, or may, whether or not they fire. */
export function breachesOf(rules: readonly EvaluatedRule[], specs: Measured['specs']): Breach[] {
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  return specs.flatMap(({ id, instances }) => {
    const rule = ruleOf.get(id);
    if (rule === undefined) return [];
    return instances.flatMap((instance): Breach[] => {
      const service = serviceOf(instance.labels);
      const verdict = service === undefined ? undefined : verdictOf(rule, instance);
      if (verdict?.kind !== 'breach' && verdict?.kind !== 'band') return [];
      const fingerprint = fingerprintOf(id, instance.labels);
      const certain = verdict.kind === 'breach' && { severity: verdict.severity };
      return [{ fingerprint, service: service!, windowMinutes: rule.window_minutes, ...certain }];
    });
  });
}

/** Throws where apm does not answer. */
export async function askForCauses(
  bus: Pick<Bus, 'rpc'>,
  organizationId: string,
  step: number,
  asked: { services: LabelledService[]; window_minutes: number },
): Promise<CauseEvidence> {
  const answer = await bus.rpc.call(alertCauses, { organization_id: organizationId, step, ...asked });
  return { ...answer, services: asked.services };
}

/** By the fingerprints of incidents, those of the step too. */
interface StepCauses {
  causes: Map<string, Cause>;
  /** Services of causes that may fire in the next step (ALERT-172). */
  awaited: Map<string, string>;
}

/** In the transaction of the step, before notifications are sent. */
export async function causesInStep(
  client: PoolClient,
  organizationId: string,
  evidence: CauseEvidence,
  specs: readonly EvaluatedSpec[],
): Promise<StepCauses> {
  const subjects = new Map<string, Subject>();
  const fired = new Set<string>();
  for (const row of await activeOfServices(client, organizationId)) {
    subjects.set(row.fingerprint, {
      id: row.fingerprint,
      service: serviceOf(row.details.labels)!,
      severity: row.severity,
      since: microsOf(row.started_at),
      isNotified: row.is_told,
      notified: notifiedSeverity(row),
    });
  }
  for (const { rule, instances } of specs) {
    for (const { labels, transitions } of instances) {
      const id = fingerprintOf(rule.id, { ...labels });
      const service = serviceOf({ ...labels });
      if (service === undefined) continue;
      const known = subjects.get(id);
      for (const transition of transitions) {
        if (transition.kind === 'resolved') subjects.delete(id);
        if ('severity' in transition && transition.kind !== 'fired' && known !== undefined) {
          subjects.set(id, { ...known, severity: transition.severity });
        }
        if (transition.kind !== 'fired') continue;
        const { severity, breachedSince } = transition;
        const isNotified = known?.isNotified ?? false;
        subjects.set(id, { id, service, severity, since: breachedSince * STEP_MICROS, isNotified });
        if (!isNotified) fired.add(id);
      }
    }
  }
  const all = [...subjects.values()];
  const firedNow = all.filter(({ id }) => fired.has(id));
  const candidates = candidatesIn(specs).filter(({ id }) => !subjects.has(id));
  return { causes: causesOf(all, evidence), awaited: awaitedOf(firedNow, all, candidates, evidence) };
}

/** Label sets beyond their thresholds that do not fire: too few windows in a row, or too few requests to be certain. */
const candidatesIn = (specs: readonly EvaluatedSpec[]): Subject[] =>
  specs.flatMap(({ rule, instances }) =>
    instances.flatMap(({ labels, verdict, after }): Subject[] => {
      const service = serviceOf({ ...labels });
      const isBeyond = verdict.kind === 'breach' || verdict.kind === 'band';
      if (service === undefined || !isBeyond || after?.state === 'firing' || after?.state === 'recovering') return [];
      // What it is worth is not known yet: it may be the cause of anything.
      return [
        { id: fingerprintOf(rule.id, { ...labels }), service, severity: 'critical', since: 0, isNotified: false },
      ];
    }),
  );

/** Of what fires without any of these nothing can be said in the step: there was no request, or the platform was not well. */
const SAYING: readonly string[] = ['breach', 'band'] satisfies Verdict['kind'][];

/** Fingerprints of what fires in the step, and was seen to. */
export const firingIn = (specs: readonly EvaluatedSpec[]): Set<string> =>
  new Set(
    specs.flatMap(({ rule, instances }) =>
      instances
        .filter(({ after, verdict }) => after?.state === 'firing' && SAYING.includes(verdict.kind))
        .filter(({ labels }) => serviceOf({ ...labels }) !== undefined)
        .map(({ labels }) => fingerprintOf(rule.id, { ...labels })),
    ),
  );
