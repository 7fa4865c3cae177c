/** Which incidents of a step follow from others (ALERT-120): whom apm is asked about before it, and what it says in it. */
import {
  alertCauses,
  MAX_CAUSE_MINUTES,
  MAX_CAUSE_SERVICES,
  type LabelledService,
} from '@spanwise/contracts/alert-evidence';
import { STEP_MICROS, type Measured } from '@spanwise/contracts/alert-measure';
import { microsOf } from '@spanwise/contracts/micros';
import type { Bus } from '@spanwise/bus/bus';
import type { PoolClient } from 'pg';
import { fingerprintOf, isWorse, notifiedSeverity } from '../incidents/incident-rules.js';
import type { IncidentRow } from '../incidents/incident-rows.js';
import { activeOfServices } from '../incidents/incidents.store.js';
import {
  causesOf,
  serviceKey,
  serviceOf,
  type Cause,
  type CauseEvidence,
  type Subject,
} from '../incidents/inhibition.js';
import type { JudgedSpec } from './judged-spec.js';
import type { JudgedRule } from './judged-rule.js';
import { verdictOf, type Verdict } from './verdict.js';

interface Breach {
  fingerprint: string;
  service: LabelledService;
  severity: Subject['severity'];
  windowMinutes: number;
}

/** What of a step has to be asked; undefined where nothing of it could follow from anything, so that it costs nothing. */
export function causesToAsk(
  rules: readonly JudgedRule[],
  { specs }: Pick<Measured, 'specs'>,
  active: readonly IncidentRow[],
): { services: LabelledService[]; window_minutes: number } | undefined {
  const known = new Map(active.map((row) => [row.fingerprint, row]));
  const breaches = breachesOf(rules, specs);
  const isOpen = ({ fingerprint, severity }: Breach) => {
    const row = known.get(fingerprint);
    return row === undefined || row.waits || isWorse(severity, row.severity);
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

/** Label sets of services that breach in the step, whether or not they fire. */
export function breachesOf(rules: readonly JudgedRule[], specs: Measured['specs']): Breach[] {
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  return specs.flatMap(({ id, instances }) => {
    const rule = ruleOf.get(id);
    if (rule === undefined) return [];
    return instances.flatMap((instance): Breach[] => {
      const service = serviceOf(instance.labels);
      const verdict = service === undefined ? undefined : verdictOf(rule, instance);
      if (verdict?.kind !== 'breach') return [];
      const fingerprint = fingerprintOf(id, instance.labels);
      return [{ fingerprint, service: service!, severity: verdict.severity, windowMinutes: rule.window_minutes }];
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

/** In the transaction of the step, before anybody is told: by the fingerprints of incidents, those of this step too. */
export async function causesInStep(
  client: PoolClient,
  organizationId: string,
  evidence: CauseEvidence,
  specs: readonly JudgedSpec[],
): Promise<Map<string, Cause>> {
  const subjects = new Map<string, Subject>();
  for (const row of await activeOfServices(client, organizationId)) {
    subjects.set(row.fingerprint, {
      id: row.fingerprint,
      service: serviceOf(row.details.labels)!,
      severity: row.severity,
      since: microsOf(row.started_at),
      isTold: row.is_told,
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
        const isTold = known?.isTold ?? false;
        subjects.set(id, { id, service, severity, since: breachedSince * STEP_MICROS, isTold });
      }
    }
  }
  return causesOf([...subjects.values()], evidence);
}

/** Of what fires without any of these nothing can be said in the step: there was no request, or the platform was not well. */
const SAYING: readonly string[] = ['breach', 'band'] satisfies Verdict['kind'][];

/** Fingerprints of what fires in the step, and was seen to. */
export const firingIn = (specs: readonly JudgedSpec[]): Set<string> =>
  new Set(
    specs.flatMap(({ rule, instances }) =>
      instances
        .filter(({ after, verdict }) => after?.state === 'firing' && SAYING.includes(verdict.kind))
        .filter(({ labels }) => serviceOf({ ...labels }) !== undefined)
        .map(({ labels }) => fingerprintOf(rule.id, { ...labels })),
    ),
  );
