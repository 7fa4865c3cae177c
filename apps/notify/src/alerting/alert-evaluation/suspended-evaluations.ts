/** Organizations whose rules said nothing in their newest step, because a minute that they look at was not well (ALERT-101). */
import type { PlatformReason } from '@spanwise/contracts/alerting/incidents';
import type { EvaluatedSpec } from './evaluated-spec.js';
import { reasonOfMinute } from './platform.js';

export class SuspendedEvaluations {
  /** By organization and pass, null where nothing is held: rules that settle later are held later. */
  private readonly reasons = new Map<string, Map<string, PlatformReason | null>>();

  /** All of `passes` have to have been evaluated since the start before it is known that nothing is held. */
  constructor(private readonly passes: readonly string[]) {}

  note(organizationId: string, pass: string, reason: PlatformReason | undefined): void {
    const passes = this.reasons.get(organizationId) ?? new Map<string, PlatformReason | null>();
    this.reasons.set(organizationId, passes.set(pass, reason ?? null));
  }

  /** Undefined where nothing is held, `unknown` until that can be said. */
  reasonOf(organizationId: string): PlatformReason | 'unknown' | undefined {
    const passes = this.reasons.get(organizationId);
    const reasons = this.passes.map((pass) => passes?.get(pass));
    const held = reasons.find((reason) => typeof reason === 'string');
    if (held !== undefined && held !== null) return held;
    return reasons.includes(undefined) ? 'unknown' : undefined;
  }

  /** Of others nothing is evaluated any more. */
  keepOnly(organizationIds: readonly string[]): void {
    const kept = new Set(organizationIds);
    for (const id of this.reasons.keys()) if (!kept.has(id)) this.reasons.delete(id);
  }
}

/** A bad minute is an incident for so long; rules that look back further wait for themselves. */
const RECENT_MINUTES = 5;

/** Why the step says nothing of whatever it evaluates; undefined where all of it was evaluated, or the bad minutes are older. */
export function suspensionReason(
  specs: readonly EvaluatedSpec[],
  gaps: readonly { minute: number }[],
  step: number,
): PlatformReason | undefined {
  if (!gaps.some(({ minute }) => minute >= step - RECENT_MINUTES && minute < step)) return undefined;
  for (const { instances } of specs)
    for (const { verdict } of instances) if (verdict.kind === 'platform') return reasonOfMinute(verdict.reason);
  return undefined;
}
