/** Which step of an escalation policy comes next (ALERT-82): pure. */
import { SEVERITIES, type Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { Escalation } from './escalation-rules.js';

/** Both count from 0. */
export interface Place {
  loop: number;
  step: number;
}

type Steps = Pick<Escalation, 'steps' | 'repeat' | 'max_loops'>;

/** Undefined where no step is for anything of this severity: then no page is sent. */
export const firstPlace = (policy: Steps, severity: Severity): Place | undefined =>
  stepFrom(policy, { loop: 0, step: 0 }, severity);

/**
 * What follows a step whose time is up; undefined where the steps are used up. `isAnybodyReached`: a loop that reached
 * no user is not repeated.
 */
export function nextPlace(
  policy: Steps,
  { loop, step }: Place,
  severity: Severity,
  isAnybodyReached: boolean,
): Place | undefined {
  const later = stepFrom(policy, { loop, step: step + 1 }, severity);
  if (later !== undefined) return later;
  if (!policy.repeat || !isAnybodyReached || loop + 1 >= policy.max_loops) return undefined;
  return stepFrom(policy, { loop: loop + 1, step: 0 }, severity);
}

function stepFrom({ steps }: Steps, { loop, step: from }: Place, severity: Severity): Place | undefined {
  const step = steps.findIndex(({ min_severity: least }, at) => at >= from && isAtLeast(severity, least));
  return step < 0 ? undefined : { loop, step };
}

const isAtLeast = (severity: Severity, least: Severity | null): boolean =>
  least === null || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
