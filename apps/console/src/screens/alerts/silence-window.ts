/** When a silence holds, and what ends it. Pure; times are microseconds. */
import type { Schemas } from '@spanwise/api-client/client';

export type Silence = Schemas['SilenceView'];
type SilenceBody = Schemas['SilenceBody'];

/** `weekly`: in force at some hours of the week. */
export type Phase = 'off' | 'planned' | 'now' | 'weekly' | 'over';

export function phaseOf({ enabled, window }: Silence, nowMicros: number): Phase {
  if (!enabled) return 'off';
  if (window.type === 'recurring') return 'weekly';
  if (window.end <= nowMicros) return 'over';
  return window.start > nowMicros ? 'planned' : 'now';
}

const PHASES: readonly Phase[] = ['now', 'weekly', 'planned', 'over', 'off'];

/** Those that hold first, then those to come; the newest of each. */
export const ordered = (silences: readonly Silence[], nowMicros: number): Silence[] =>
  silences.toSorted(
    (one, other) =>
      PHASES.indexOf(phaseOf(one, nowMicros)) - PHASES.indexOf(phaseOf(other, nowMicros)) ||
      other.created_at - one.created_at,
  );

/** One that ends, in place of what it is: it stays in the list. Undefined for what has no more to end. */
export function ended(silence: Silence, nowMicros: number): SilenceBody | undefined {
  const { name, matchers, window, comment } = silence;
  const phase = phaseOf(silence, nowMicros);
  if (phase === 'over' || phase === 'off') return undefined;
  return { name, matchers, window, comment, enabled: false };
}

export interface Matcher {
  label: string;
  op: Schemas['LabelMatcher']['op'];
  value: string;
}

export interface SilenceForm {
  reason: string;
  matchers: Matcher[];
  /** Seconds from now; 0 where `from` and `to` count. */
  seconds: number;
  /** As `datetime-local` has them, in the zone of the page. */
  from: string;
  to: string;
}

export const EMPTY_MATCHER: Matcher = { label: 'service', op: 'eq', value: '' };

/** Of a text as `datetime-local` has it; NaN for what is none. */
export const momentOf = (text: string, isUtc: boolean): number => Date.parse(isUtc ? `${text}Z` : text) * 1_000;

/** What of the form cannot be sent. */
export type FormFault = 'silenceNoTime' | 'silenceEndsBefore';

export function bodyOf(form: SilenceForm, nowMicros: number, isUtc: boolean): SilenceBody | FormFault {
  const { reason, matchers, seconds } = form;
  const [start, end] =
    seconds > 0 ? [nowMicros, nowMicros + seconds * 1_000_000] : [momentOf(form.from, isUtc), momentOf(form.to, isUtc)];
  if (Number.isNaN(start) || Number.isNaN(end)) return 'silenceNoTime';
  if (end <= start || end <= nowMicros) return 'silenceEndsBefore';
  return {
    name: reason.trim(),
    matchers: matchers.map(({ label, op, value }) => ({ label: label.trim(), op, value })),
    window: { type: 'fixed', start, end },
  };
}

/** Days of a weekly window, Sunday's bit the lowest; as days of the first week of 2023, which began with a Sunday. */
export const daysOf = (mask: number): number[] =>
  Array.from({ length: 7 }, (_, day) => day)
    .filter((day) => (mask & (1 << day)) !== 0)
    .map((day) => Date.UTC(2023, 0, 1 + day));
