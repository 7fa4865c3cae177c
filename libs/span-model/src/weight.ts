/** How many spans one span stands for (APM-3): the first carrier that is valid counts, two are never multiplied. */
import { numberOf, textOf } from './attributes.js';
import { WEIGHT_ONE, type Sampling } from './red.js';
import type { SpanRecord } from './span.js';

export interface Weight {
  units: number;
  sampling: Sampling;
}

/** Attributes are user-controlled: a wrong one must not drown everything else. */
export const MAX_WEIGHT = 1_000_000;

const UNKNOWN: Weight = { units: WEIGHT_ONE, sampling: 'unknown' };
const EXACT: Weight = { units: WEIGHT_ONE, sampling: 'exact' };

export function weightOf(span: SpanRecord): Weight {
  if (span.traceState !== '') {
    const fromState = fromTraceState(span.traceState);
    if (fromState !== undefined) return fromState;
  }
  const rate = numberOf(span, 'SampleRate');
  if (rate !== undefined && Number.isInteger(rate) && rate >= 1) return adjusted(rate);
  const ratio = numberOf(span, 'X-SampleRatio');
  if (ratio !== undefined && ratio > 0 && ratio <= 1) return adjusted(1 / ratio);
  if (textOf(span, 'sampler.type') === 'probabilistic') {
    const parameter = numberOf(span, 'sampler.param');
    if (parameter !== undefined && parameter > 0 && parameter <= 1) return adjusted(1 / parameter);
  }
  return UNKNOWN;
}

function adjusted(weight: number): Weight {
  if (weight === 1) return EXACT;
  return { units: Math.round(Math.min(weight, MAX_WEIGHT) * WEIGHT_ONE), sampling: 'adjusted' };
}

/** `ot=` member of the W3C trace state: `th` (rejection threshold), else the older `p` (power of two). The first `ot` wins. */
function fromTraceState(traceState: string): Weight | undefined {
  const member = traceState.split(',').find((entry) => entry.trim().startsWith('ot='));
  if (member === undefined) return undefined;
  const values = new Map(
    member
      .trim()
      .slice(3)
      .split(';')
      .map((pair) => pair.split(':', 2) as [string, string | undefined]),
  );
  const threshold = values.get('th');
  if (threshold !== undefined && /^[0-9a-f]{1,14}$/.test(threshold)) return fromThreshold(threshold);
  const power = values.get('p');
  if (power !== undefined && /^\d{1,2}$/.test(power) && Number(power) <= 62) return adjusted(2 ** Number(power));
  return undefined;
}

const TWO_56 = 1n << 56n;

/** T = the digits padded right to 56 bits; weight = 2^56 / (2^56 - T). */
function fromThreshold(digits: string): Weight {
  const kept = TWO_56 - BigInt(`0x${digits.padEnd(14, '0')}`);
  return adjusted(Number(TWO_56) / Number(kept));
}
