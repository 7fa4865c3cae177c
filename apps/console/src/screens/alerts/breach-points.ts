/** Values of an incident's label set over time. Pure; times are microseconds. */
import type { Schemas } from '@spanwise/api-client/client';
import type { Window } from '../../lib/range.js';
import type { Incident } from './incident-list.js';

type Evaluation = Schemas['RuleEvaluationView'];
type Labels = Readonly<Record<string, string>>;

const MINUTE_MICROS = 60_000_000;

export interface Points {
  times: number[];
  /** Undefined where nothing is known of the minute. */
  values: (number | undefined)[];
}

/** Labels of the incident are those of its label set, with those of the rule. */
const isOf = (labels: Labels, incident: Labels): boolean =>
  Object.entries(labels).every(([label, value]) => incident[label] === value);

/**
 * By the minute, of the steps as they were evaluated, where the final pass counts, and of what the incident has kept. A point
 * stands at the end of its step.
 */
export function breachPoints(incident: Incident, evaluations: readonly Evaluation[], { from, to }: Window): Points {
  const byStep = new Map<number, number>();
  const put = (at: number, value: number | null | undefined): void => {
    if (value !== null && value !== undefined && at >= from && at <= to) byStep.set(at, value);
  };
  for (const { ts, value } of incident.triggering_query?.sample_values ?? []) put(ts, value);
  const finalLast = evaluations.toSorted((one, other) => Number(one.pass === 'final') - Number(other.pass === 'final'));
  for (const { step_end: at, instances } of finalLast)
    put(at, instances.find(({ labels }) => isOf(labels, incident.labels))?.value);
  const known = [...byStep.keys()].toSorted((one, other) => one - other);
  if (known.length === 0) return { times: [], values: [] };
  const minutes = Math.round((known.at(-1)! - known[0]!) / MINUTE_MICROS) + 1;
  const times = Array.from({ length: minutes }, (_, at) => known[0]! + at * MINUTE_MICROS);
  return { times, values: times.map((at) => byStep.get(at)) };
}

/** The band that the incident's severity is of; the first where it is of none. */
export const bandOf = (incident: Incident, bands: readonly Schemas['RuleBand'][]): Schemas['RuleBand'] | undefined =>
  bands.find(({ severity }) => severity === incident.severity) ?? bands[0];

/** A drawn range, where the incident is in it. */
export const drawnWindow = (around: Window, given: Window | undefined): Window =>
  given !== undefined && given.from < around.to && given.to > around.from ? given : around;
