/** Measures all rules of a step but statements: first what they read is read, each thing once, then nothing waits any more. */
import type { AbsenceCondition } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredSpec, MeasureSpec } from '@spanwise/contracts/alerting/measure';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { SeriesKind } from '@spanwise/span-model/series';
import { cheapestSpans, MICROS, type QueryRange } from '../apm/range/query-range.js';
import { readSeries } from '../apm/read/series-rows.store.js';
import type { Series } from '../apm/read/series.js';
import type { Snapshot } from '../apm/read/snapshot.js';
import { readSeen, readSeenMinutes } from './alerts.store.js';
import { compareDeployments, measureDeployments } from './deploy-regressions.js';
import {
  EXPECTED_OF_MINUTES,
  kindOfAbsence,
  measureAbsence,
  wantedByAbsence,
  type SeenMinutes,
} from './measure-absence.js';
import { measureAnomaly, wantedByAnomaly } from './measure-anomaly.js';
import { measureSlo, wantedBySlo } from './measure-slo.js';
import { measureRatio, measureRed, wantedByRatio, wantedByRed, type Measuring } from './measure-red.js';
import {
  fingerprintsOf,
  firstSeenOfServices,
  measureNewGroups,
  quietRange,
  wantedByNewGroups,
  type KnownGroups,
} from './new-error-groups.js';
import { Tables, type Wanted } from './tables.js';
import { windowOf, type Kept } from './windows.js';

export async function measureInSnapshot(
  snapshot: Snapshot,
  step: number,
  specs: readonly MeasureSpec[],
  kept: Kept & { projectionStartedMicros: number },
): Promise<Map<string, MeasuredSpec>> {
  const measuringOf = ({ window_minutes: minutes }: MeasureSpec): Measuring => {
    const window = windowOf(step, minutes);
    const coveredFrom = Math.max(window.fromMicros, kept.projectionStartedMicros);
    return { window, coveredSeconds: Math.max(0, window.toMicros - coveredFrom) / 1_000_000, kept };
  };
  const tables = await Tables.read(
    snapshot,
    specs.flatMap((spec) => wantedBy(spec, step, measuringOf(spec))),
  );
  const seenMinutes = await seenMinutesOf(snapshot, step, specs);
  const groups = await errorGroupsOf(snapshot, step, specs, tables);
  const isOfDeployments = specs.some(({ condition }) => condition.type === 'deploy_regression');
  const deployments = isOfDeployments ? await compareDeployments(snapshot, step) : [];
  const measure = (spec: MeasureSpec): Omit<MeasuredSpec, 'id'> => {
    const { condition } = spec;
    const measuring = measuringOf(spec);
    const { window } = measuring;
    switch (condition.type) {
      case 'red':
        return measureRed(condition, tables, measuring);
      case 'ratio':
        return measureRatio(condition, tables, measuring);
      case 'new_error_group':
        return measureNewGroups(condition, tables, window, groups, groups.seenIn(quietRange(condition, window)));
      case 'absence':
        return measureAbsence(condition, tables, window, seenMinutes.get(absenceKey(condition, window))!);
      case 'slo':
        return measureSlo(condition, tables, step);
      case 'anomaly':
        return measureAnomaly(condition, tables, measuring, spec.excluded_minutes);
      case 'deploy_regression':
        return measureDeployments(condition, deployments);
      case 'metric':
      case 'sql':
        throw new Error('Statements do not read this snapshot.');
    }
  };
  return new Map(specs.map((spec) => [spec.id, { id: spec.id, ...soundly(() => measure(spec)) }]));
}

/** A figure that fails is an error of its rule; others are measured all the same (ALERT-150). */
function soundly(measure: () => Omit<MeasuredSpec, 'id'>): Omit<MeasuredSpec, 'id'> {
  try {
    return measure();
  } catch (error) {
    const said = error instanceof Error ? error.message : 'unknown';
    return { instances: [], error: `The figure could not be computed: ${cutText(said, 256)}` };
  }
}

function wantedBy(spec: MeasureSpec, step: number, measuring: Measuring): Wanted[] {
  const { condition } = spec;
  switch (condition.type) {
    case 'red':
      return wantedByRed(condition, measuring);
    case 'ratio':
      return wantedByRatio(condition, measuring);
    case 'new_error_group':
      return wantedByNewGroups(condition, measuring.window);
    case 'absence':
      return wantedByAbsence(condition, measuring.window);
    case 'slo':
      return wantedBySlo(condition, step);
    case 'anomaly':
      return wantedByAnomaly(condition, measuring, spec.excluded_minutes);
    case 'deploy_regression':
    case 'metric':
    case 'sql':
      return [];
  }
}

const absenceKey = (condition: AbsenceCondition, { fromMicros }: QueryRange): string =>
  `${kindOfAbsence(condition)} ${fromMicros}`;

async function seenMinutesOf(
  snapshot: Snapshot,
  step: number,
  specs: readonly MeasureSpec[],
): Promise<Map<string, SeenMinutes>> {
  const seen = new Map<string, SeenMinutes>();
  for (const { condition, window_minutes: minutes } of specs) {
    if (condition.type !== 'absence') continue;
    const window = windowOf(step, minutes);
    const key = absenceKey(condition, window);
    const end = window.fromMicros / MICROS.minute;
    if (!seen.has(key))
      seen.set(key, await readSeenMinutes(snapshot, kindOfAbsence(condition), end - EXPECTED_OF_MINUTES, end));
  }
  return seen;
}

interface ErrorGroups extends KnownGroups {
  seenIn: (range: QueryRange | undefined) => (seriesId: string) => boolean;
}

/**
 * All series of the groups that occur in the windows, which of them have occurrences while a group should be silent, and when
 * their services were first seen.
 */
async function errorGroupsOf(
  snapshot: Snapshot,
  step: number,
  specs: readonly MeasureSpec[],
  tables: Tables,
): Promise<ErrorGroups> {
  const fingerprints = new Set<string>();
  const ranges = new Map<string, QueryRange>();
  for (const { condition, window_minutes: minutes } of specs) {
    if (condition.type !== 'new_error_group') continue;
    const window = windowOf(step, minutes);
    for (const fingerprint of fingerprintsOf(condition, tables, window)) fingerprints.add(fingerprint);
    const quiet = quietRange(condition, window);
    if (quiet !== undefined) ranges.set(rangeKey(quiet), quiet);
  }
  if (fingerprints.size === 0) return { series: new Map(), serviceSince: new Map(), seenIn: () => () => false };
  const series = await readSeries(snapshot, [SeriesKind.Error], { name: [...fingerprints] });
  const seen = new Map<string, Set<string>>();
  for (const [key, range] of ranges)
    seen.set(key, await readSeen(snapshot, SeriesKind.Error, cheapestSpans(range), [...series.keys()]));
  const ofGroups = new Map<string, Series[]>();
  for (const one of series.values()) ofGroups.set(one.name, [...(ofGroups.get(one.name) ?? []), one]);
  const names = new Set([...series.values()].map(({ service }) => service));
  const services = await readSeries(snapshot, [SeriesKind.Service], { service: [...names] });
  return {
    series: ofGroups,
    serviceSince: firstSeenOfServices(services.values()),
    seenIn: (range) => (id) => range !== undefined && seen.get(rangeKey(range))!.has(id),
  };
}

const rangeKey = ({ fromMicros, toMicros }: QueryRange): string => `${fromMicros} ${toMicros}`;
