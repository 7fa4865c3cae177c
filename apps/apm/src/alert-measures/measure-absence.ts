/** Rules over series that were seen and send nothing; pure. */
import type { AbsenceCondition } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance, MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import { SeriesKind } from '@spanwise/span-model/series';
import type { QueryRange } from '../apm/range/query-range.js';
import { requestsOf } from '../apm/read/red-summary.js';
import { limited } from './measured-instances.js';
import { firstSeenOf, Selection } from './red-figures.js';
import { KIND_OF, mayHold, nameFilterOf } from './selectors.js';
import type { Tables, Wanted } from './tables.js';

/** What decides which series are expected. */
export const EXPECTED_OF_MINUTES = 60;

/** Of each series, the minutes before the window in which it had something, as bits. */
export type SeenMinutes = ReadonlyMap<string, bigint>;

/** A service is there when it sends a span of any kind, be it a request or not. */
export const kindOfAbsence = ({ of }: AbsenceCondition): SeriesKind =>
  of === 'service' ? SeriesKind.Spans : KIND_OF[of];

export const wantedByAbsence = (condition: AbsenceCondition, window: QueryRange): Wanted[] => [
  { kind: kindOfAbsence(condition), range: window, filter: filterOf(condition), silent: true },
];

/** Spans with a clock of their own are in the series of all spans too. */
const filterOf = ({ of, filters }: AbsenceCondition) => ({
  ...nameFilterOf(of, filters),
  ...(of === 'service' && { detail: '' }),
});

export function measureAbsence(
  condition: AbsenceCondition,
  tables: Tables,
  window: QueryRange,
  seen: SeenMinutes,
): Omit<MeasuredSpec, 'id'> {
  const selection = new Selection(condition);
  Object.assign(selection.filter, filterOf(condition));
  const rows = tables.of(kindOfAbsence(condition), window);
  const instances = selection
    .groupsOf(rows)
    .filter(({ series }) => minutesIn(series.map(({ id }) => seen.get(id) ?? 0n)) >= condition.expected_minutes)
    .map((group): MeasuredInstance => ({
      labels: selection.labelsOf(group),
      value: condition.of === 'service' ? group.totals.sampled : requestsOf(group.totals),
      samples: group.totals.sampled,
      first_seen_micros: firstSeenOf(group),
    }));
  const folded = rows.overflow.some((series) => mayHold(series, selection.filter, selection.labels));
  return { ...limited(instances), ...(folded && { folded: true as const }) };
}

/** Minutes in any of the sets. */
function minutesIn(sets: readonly bigint[]): number {
  let minutes = 0;
  for (let left = sets.reduce((all, one) => all | one, 0n); left > 0n; left &= left - 1n) minutes++;
  return minutes;
}
