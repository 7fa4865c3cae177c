/**
 * Consistent probability sampling (the `ot` member of the W3C trace state): the threshold travels with the trace, so that
 * a consumer that counts its spans knows how many each of them stands for.
 */
import { randomBytes } from 'node:crypto';

/** Digits of the threshold that are given; a ratio is met to one in 2^20. */
const THRESHOLD_DIGITS = 5;
const STEPS = 16 ** THRESHOLD_DIGITS;
/** The last 56 bits of a trace id count as its randomness; those are 14 hexadecimal digits. */
const RANDOM_DIGITS = 14;

/** The trace state of everything that is traced whatever its luck. */
export const ALWAYS = 'ot=th:0';

export interface SampledTrace {
  traceId: string;
  /** The trace id was made by another system: who could choose it could choose to be sampled. */
  foreignTraceId: boolean;
}

/** Samples traces at one ratio (0 to 1): gives the trace state of one that is sampled, undefined for the others. */
export function samplerOf(ratio: number, random = randomDigits): (trace: SampledTrace) => string | undefined {
  const kept = Math.min(STEPS, Math.round(ratio * STEPS));
  if (kept <= 0) return () => undefined;
  if (kept === STEPS) return () => ALWAYS;
  const threshold = STEPS - kept;
  const digits = threshold.toString(16).padStart(THRESHOLD_DIGITS, '0').replace(/0+$/, '');
  return ({ traceId, foreignTraceId }) => {
    const randomness = foreignTraceId ? random() : traceId.slice(-RANDOM_DIGITS);
    if (Number.parseInt(randomness.slice(0, THRESHOLD_DIGITS), 16) < threshold) return undefined;
    return foreignTraceId ? `ot=th:${digits};rv:${randomness}` : `ot=th:${digits}`;
  };
}

/** The trace state for another trace that is sampled by the luck of this one. */
export function inheritedTraceState(traceState: string, traceId: string): string {
  if (traceState === ALWAYS || traceState.includes('rv:')) return traceState;
  return `${traceState};rv:${traceId.slice(-RANDOM_DIGITS)}`;
}

const randomDigits = (): string => randomBytes(RANDOM_DIGITS / 2).toString('hex');
