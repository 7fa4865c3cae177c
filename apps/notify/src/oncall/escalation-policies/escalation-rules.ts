/** What an escalation policy may say (ALERT-80): pure. */
import type {
  EscalationBody,
  EscalationTarget,
  EscalationTargetInput,
} from '@spanwise/contracts/alerting/escalation-policies';
import type { EscalationView } from '@spanwise/contracts/alerting/escalation-policies';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { checkedName } from '../../channels/providers/checked-name.js';

/** A policy as it is kept. */
export type Escalation = Pick<EscalationView, 'name' | 'steps' | 'repeat' | 'max_loops'>;

/** Throws `invalid_argument` naming the member. */
export function escalationOf(body: EscalationBody): Escalation {
  const steps = body.steps.map(({ targets, ack_timeout_secs, min_severity }, at) => ({
    targets: targetsOf(targets, `steps.${at}.targets`),
    ack_timeout_secs,
    min_severity: min_severity ?? null,
  }));
  const isRepeated = body.repeat && body.max_loops > 1;
  if (isRepeated && steps.every(({ ack_timeout_secs: timeout }) => timeout === 0)) {
    throw refused('repeat', 'needs a step whose ack_timeout_secs is more than 0');
  }
  return { name: checkedName(body.name), steps, repeat: body.repeat, max_loops: body.max_loops };
}

function targetsOf(sent: readonly EscalationTargetInput[], at: string): EscalationTarget[] {
  const seen = new Set<string>();
  return sent.map((input, index) => {
    const target = targetOf(input, `${at}.${index}`);
    if (seen.has(targetKey(target))) throw refused(`${at}.${index}`, 'is a target of the step already');
    seen.add(targetKey(target));
    return target;
  });
}

function targetOf({ kind, ...ids }: EscalationTargetInput, at: string): EscalationTarget {
  const foreign = Object.entries(ids).find(([name, value]) => value != null && name !== `${kind}_id`)?.[0];
  if (foreign !== undefined) throw refused(`${at}.${foreign}`, `is no member of a target of kind ${kind}`);
  // The id of the kind is there: the contract says so.
  return { kind, [`${kind}_id`]: ids[`${kind}_id`] } as EscalationTarget;
}

export const targetId = (target: EscalationTarget): string =>
  target.kind === 'user' ? target.user_id : target.kind === 'schedule' ? target.schedule_id : target.team_id;

/** What a page says of whom it is for. */
export const targetKey = (target: EscalationTarget): string => `${target.kind}:${targetId(target)}`;

/** Every target with the place at which it is named. */
export const namedIn = ({ steps }: Pick<Escalation, 'steps'>): { at: string; target: EscalationTarget }[] =>
  steps.flatMap(({ targets }, step) =>
    targets.map((target, index) => ({ at: `steps.${step}.targets.${index}.${target.kind}_id`, target })),
  );

/** Throws `invalid_argument` for a target that is in none of the sets. */
export function requireTargets(escalation: Escalation, isThere: (target: EscalationTarget) => boolean): void {
  const missing = namedIn(escalation).find(({ target }) => !isThere(target));
  if (missing !== undefined) throw refused(missing.at, MISSING[missing.target.kind]);
}

const MISSING = {
  user: 'names no active member of the organization',
  schedule: 'names no schedule of the organization',
  team: 'names no team of the organization',
} as const;

const refused = (field: string, reason: string) =>
  invalidArgument(`The escalation policy is invalid: ${field} ${reason}.`, [{ field, reason }]);
