/** Which incidents are listed, and in which order. Pure; times are microseconds. */
import type { Schemas } from '@spanwise/api-client/client';
import type { Window } from '../../lib/range.js';
import { cursor, oneOf, text } from '../../lib/search.js';

export type Incident = Schemas['Incident'];

export const STATUSES = ['active', 'open', 'acknowledged', 'resolved', 'all'] as const;
/** The most severe first. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const satisfies readonly Schemas['Severity'][];

export interface IncidentState {
  status: (typeof STATUSES)[number];
  severity: '' | Schemas['Severity'];
  service: string;
  environment: string;
  /** Place of the page's first incident in the list. */
  cursor: string;
}

export const INCIDENT_FIELDS = {
  status: oneOf(STATUSES),
  severity: oneOf(['', ...SEVERITIES] as const),
  service: text(),
  environment: text(),
  cursor: cursor(),
};

const PAGE = 50;
const MIN_WINDOW_SECS = 3_600;
const MAX_WINDOW_SECS = 31_536_000;
const STATUS_ORDER = ['open', 'acknowledged', 'resolved'];

/** What the API is asked for: those that are over only on request, as far back as the range goes. */
export function incidentsAsked(status: IncidentState['status'], { from }: Window, nowMs: number) {
  if (status !== 'all' && status !== 'resolved') return { scope: 'active' as const };
  const seconds = Math.ceil(nowMs / 1_000 - from / 1e6);
  return { scope: 'all' as const, window_secs: Math.min(MAX_WINDOW_SECS, Math.max(MIN_WINDOW_SECS, seconds)) };
}

const isOf = ({ status }: Incident, wanted: IncidentState['status']): boolean =>
  wanted === 'all' || (wanted === 'active' ? status !== 'resolved' : status === wanted);

/** What is active is shown whenever it began. */
const isIn = (incident: Incident, window: Window): boolean =>
  incident.status !== 'resolved' || (incident.created_at >= window.from && incident.created_at <= window.to);

/** Open ones first, then acknowledged ones; of each the most severe, then the newest. */
export const listed = (incidents: readonly Incident[], state: IncidentState, window: Window): Incident[] =>
  incidents
    .filter((one) => isOf(one, state.status) && isIn(one, window))
    .filter((one) => state.severity === '' || one.severity === state.severity)
    .filter((one) => state.service === '' || one.affected_services.includes(state.service))
    .filter((one) => state.environment === '' || one.labels.environment === state.environment)
    .toSorted(
      (one, other) =>
        STATUS_ORDER.indexOf(one.status) - STATUS_ORDER.indexOf(other.status) ||
        SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
        other.created_at - one.created_at,
    );

/** The API answers all at once; a page of it has as many rows as those of other lists. */
export function pageOf<Row>(rows: readonly Row[], cursor: string) {
  const given = Number(cursor);
  const first = Number.isInteger(given) && given > 0 ? Math.min(given, Math.max(0, rows.length - 1)) : 0;
  return {
    items: rows.slice(first, first + PAGE),
    previous_cursor: first === 0 ? null : String(Math.max(0, first - PAGE)),
    next_cursor: first + PAGE < rows.length ? String(first + PAGE) : null,
  };
}

/** Half an hour around what happened: the range of what an incident leads to. */
const AROUND_MICROS = 1_800_000_000;

export function windowAround({ started_at: from, resolved_at: to }: Incident, nowMs: number): Window {
  const now = Math.floor(nowMs / 1_000) * 1_000_000;
  return { from: from - AROUND_MICROS, to: Math.min(now, (to ?? now) + AROUND_MICROS) };
}
