/** What a silence may say, and what it silences until when (ALERT-50, ALERT-52, ALERT-53): pure. */
import type {
  LabelMatcher,
  SilenceBody,
  SilencePreviewBody,
  SilenceWindow,
  SilenceWindowInput,
} from '@spanwise/contracts/alerting/silences';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { checkedName } from '../../channels/providers/checked-name.js';
import { isNever, spansOf } from '../../platform/wall-time/weekly-hours.js';
import { isTimeZone } from '../../platform/wall-time/zone-offsets.js';
import { matchAll, matcherFault, type Labels } from './label-matchers.js';

/** A silence as it is kept. */
export interface Silence {
  name: string;
  enabled: boolean;
  matchers: LabelMatcher[];
  window: SilenceWindow;
  comment: string;
}

/** Of all hours, which never ends. */
const ALWAYS: SilenceWindow = { type: 'recurring', timezone: 'UTC', weekday_mask: 127, hour_start: 0, hour_end: 24 };

/** As a silence of the past: a fixed window says nothing of it, hours of the week do. Throws `invalid_argument`. */
export function previewedSilence({ matchers, window }: SilencePreviewBody): Silence {
  requireMatchers(matchers);
  const checked = window === undefined ? ALWAYS : windowOf(window);
  const past = checked.type === 'fixed' ? ALWAYS : checked;
  return { name: '', enabled: true, matchers, window: past, comment: '' };
}

function requireMatchers(matchers: readonly LabelMatcher[]): void {
  for (const [at, matcher] of matchers.entries()) {
    const fault = matcherFault(matcher);
    if (fault !== undefined) throw refused(`matchers.${at}.value`, fault);
  }
}

/** Throws `invalid_argument` naming the member. */
export function silenceOf(body: SilenceBody): Silence {
  requireMatchers(body.matchers);
  return {
    name: checkedName(body.name),
    enabled: body.enabled ?? true,
    matchers: body.matchers.map(({ label, op, value }) => ({ label, op, value })),
    window: windowOf(body.window),
    comment: body.comment?.trim() ?? '',
  };
}

const MEMBERS = {
  fixed: ['start', 'end'],
  recurring: ['timezone', 'weekday_mask', 'hour_start', 'hour_end'],
} as const;

function windowOf(input: SilenceWindowInput): SilenceWindow {
  const known: readonly string[] = MEMBERS[input.type];
  const foreign = Object.entries(input).find(([name, value]) => {
    return name !== 'type' && value !== undefined && !known.includes(name);
  })?.[0];
  if (foreign !== undefined) throw refused(`window.${foreign}`, `is no member of a ${input.type} window`);
  // The members of the type are there: the contract says so.
  const window = { ...input } as SilenceWindow;
  if (window.type === 'fixed') {
    if (window.end <= window.start) throw refused('window.end', 'must be after window.start');
    return window;
  }
  if (!isTimeZone(window.timezone)) throw refused('window.timezone', 'is no time zone of the IANA database');
  if (isNever(window)) throw refused('window.hour_end', 'leaves no hour after window.hour_start');
  return window;
}

/** Throws `invalid_argument` for a window that has ended already. */
export function requireToCome({ window }: Silence, nowMicros: number): void {
  if (window.type === 'fixed' && window.end <= nowMicros) throw refused('window.end', 'must be in the future');
}

/** When a fixed window ends; null for one that comes again. */
export const endOf = ({ window }: Silence): number | null => (window.type === 'fixed' ? window.end : null);

export interface Silenced<M> {
  silence: M;
  /** When its window ends, in microseconds; null for never. */
  until: number | null;
}

/** The silence that is about the labels at the moment; of several the one that ends last. */
export function silencedBy<M extends Silence>(
  silences: readonly M[],
  labels: Labels,
  atMicros: number,
): Silenced<M> | undefined {
  let found: Silenced<M> | undefined;
  for (const silence of silences) {
    if (!silence.enabled || !matchAll(silence.matchers, labels)) continue;
    const until = activeUntil(silence.window, atMicros);
    if (until === undefined) continue;
    if (found === undefined || (until ?? Infinity) > (found.until ?? Infinity)) found = { silence, until };
  }
  return found;
}

/** Undefined outside of the window. */
function activeUntil(window: SilenceWindow, atMicros: number): number | null | undefined {
  if (window.type === 'fixed') {
    return window.start <= atMicros && atMicros < window.end ? window.end : undefined;
  }
  const atMs = atMicros / 1_000;
  const span = spansOf(window, window.timezone, atMs, atMs + 1).find(
    ({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs,
  );
  if (span === undefined) return undefined;
  return Number.isFinite(span.toMs) ? span.toMs * 1_000 : null;
}

const refused = (field: string, reason: string) =>
  invalidArgument(`The silence is invalid: ${field} ${reason}.`, [{ field, reason }]);
