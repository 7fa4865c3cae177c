/** Rules over error groups that are new, or back after silence; pure. */
import type { NewErrorGroupCondition } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance, MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import { OVERFLOW_NAME, SeriesKind } from '@spanwise/span-model/series';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';
import type { Group } from '../apm/read/grouping.js';
import { requestsOf } from '../apm/read/red-summary.js';
import type { Series } from '../apm/read/series.js';
import { limited } from './measured-instances.js';
import { tracesOf } from './measure-red.js';
import { Selection } from './red-figures.js';
import { nameFilterOf, passes } from './selectors.js';
import type { Tables, Wanted } from './tables.js';

const MAX_TRACES = 5;

export const wantedByNewGroups = ({ filters }: NewErrorGroupCondition, window: QueryRange): Wanted[] => [
  { kind: SeriesKind.Error, range: window, filter: nameFilterOf('error_group', filters) },
];

/** A group is of its service in every environment (APM-13); filters narrow what is seen of it. */
const selectionOf = ({ filters }: NewErrorGroupCondition): Selection =>
  new Selection({ of: 'error_group', filters, group_by: ['service', 'namespace', 'error_fingerprint'] });

function occurring(condition: NewErrorGroupCondition, tables: Tables, window: QueryRange): Group[] {
  const isEnough = ({ totals }: Group) => requestsOf(totals) >= Math.max(1, condition.min_occurrences);
  return selectionOf(condition)
    .groupsOf(tables.of(SeriesKind.Error, window))
    .filter((group) => group.series[0]!.name !== OVERFLOW_NAME && isEnough(group));
}

/**
 * The time before the window in which a group that is back was silent; undefined where only new ones are looked for. Of days
 * it begins with a whole hour: minutes are not kept as long.
 */
export function quietRange({ quiet_secs: quiet }: NewErrorGroupCondition, window: QueryRange): QueryRange | undefined {
  if (quiet === 0) return undefined;
  const from = window.fromMicros - Math.ceil(quiet / 60) * MICROS.minute;
  const fromMicros = quiet >= 86_400 ? Math.ceil(from / MICROS.hour) * MICROS.hour : from;
  return { ...window, fromMicros, toMicros: window.fromMicros };
}

/** What the catalogue of series knows, of any time. */
export interface KnownGroups {
  /** Series of error groups, by their fingerprints. */
  series: ReadonlyMap<string, readonly Series[]>;
  /** First span of a service in any version and environment, by `serviceKey`; microseconds. */
  serviceSince: ReadonlyMap<string, number>;
}

const serviceKey = ({ service, namespace }: Pick<Series, 'service' | 'namespace'>): string =>
  `${service}\0${namespace}`;

export function firstSeenOfServices(services: Iterable<Series>): Map<string, number> {
  const since = new Map<string, number>();
  for (const one of services) {
    const key = serviceKey(one);
    since.set(key, Math.min(one.firstSeenMicros, since.get(key) ?? Infinity));
  }
  return since;
}

/** Fingerprints of what may be new or back: of these it has to be known when they were seen before. */
export const fingerprintsOf = (condition: NewErrorGroupCondition, tables: Tables, window: QueryRange): string[] =>
  occurring(condition, tables, window).map(({ series }) => series[0]!.name);

/**
 * `wasSeen`: whether a series has occurrences in `quietRange`. `first_seen_micros` is that of the service: every error of a new
 * service is new (ALERT-7).
 */
export function measureNewGroups(
  condition: NewErrorGroupCondition,
  tables: Tables,
  window: QueryRange,
  known: KnownGroups,
  wasSeen: (seriesId: string) => boolean,
): Pick<MeasuredSpec, 'instances' | 'refused'> {
  const selection = selectionOf(condition);
  const instances = occurring(condition, tables, window).flatMap((group): MeasuredInstance[] => {
    const { service, namespace, name } = group.series[0]!;
    // Also in other versions and transactions than those of the window.
    const all = (known.series.get(name) ?? []).filter((series) =>
      passes(series, { ...selection.filter, service, namespace }),
    );
    const isNew = all.every(({ firstSeenMicros }) => firstSeenMicros >= window.fromMicros);
    const isBack = condition.quiet_secs > 0 && !all.some(({ id }) => wasSeen(id));
    if (!isNew && !isBack) return [];
    return [
      {
        labels: selection.labelsOf(group),
        value: requestsOf(group.totals),
        samples: group.totals.sampled,
        first_seen_micros: known.serviceSince.get(serviceKey({ service, namespace })),
        trace_ids: tracesOf(group.red.exemplars.list, MAX_TRACES),
      },
    ];
  });
  return limited(instances);
}
