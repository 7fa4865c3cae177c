/** What is read of one version, and how the rows of two versions meet. */
import { RedAggregate } from '@spanwise/span-model/red';
import { OVERFLOW_NAME, SeriesKind } from '@spanwise/span-model/series';
import { errorIdentity, errorRows, type ErrorRow } from '../errors/error-rows.store.js';
import type { ApmRead } from '../read/apm-read.js';
import { groupSeries, mergeAll, type Group } from '../read/grouping.js';
import { ofKind, readRange } from '../read/series-rows.store.js';
import type { Series, SeriesRed } from '../read/series.js';
import type { Stratum } from './traffic-mix.js';
import type { Exposure } from './verdict.js';

export interface VersionRows {
  total: RedAggregate;
  transactions: Map<string, Group>;
  dependencies: Map<string, Group>;
  errors: ErrorRow[];
  /** The error groups by the transactions that they occurred in. */
  occurrences: SeriesRed[];
}

/** Merged over environments: a version that is first run in another environment is compared all the same. */
const stratumIdentity = ({ namespace, service, name, category }: Series): string[] => [
  namespace,
  service,
  name,
  category,
];

const dependencyIdentity = (series: Series): string[] => [...stratumIdentity(series), series.detail];

const KINDS = [SeriesKind.Service, SeriesKind.Transaction, SeriesKind.Dependency, SeriesKind.Error] as const;

/** `read` is narrowed to the version. */
export async function readVersion(read: Pick<ApmRead, 'snapshot' | 'filters' | 'range'>): Promise<VersionRows> {
  const found = await readRange(read.snapshot, KINDS, read.filters, read.range);
  const services = ofKind(found, SeriesKind.Service);
  const occurrences = ofKind(found, SeriesKind.Error);
  return {
    total: mergeAll(services.map(({ red }) => red)),
    transactions: groupsOf(ofKind(found, SeriesKind.Transaction), stratumIdentity),
    dependencies: dependencyGroups(ofKind(found, SeriesKind.Dependency)),
    errors: errorRows(occurrences, services),
    occurrences,
  };
}

const groupsOf = (rows: SeriesRed[], identityOf: (series: Series) => string[]): Map<string, Group> =>
  new Map(groupSeries(rows, identityOf).map((group) => [keyOf(group.identity), group]));

/** Dependencies by their key, as those of the transactions merged over environments. */
export const dependencyGroups = (rows: SeriesRed[]): Map<string, Group> => groupsOf(rows, dependencyIdentity);

const serviceOf = (key: string): string => keyOf(key.split('\0').slice(0, 2));

export const keyOf = (identity: string[]): string => identity.join('\0');

/** Rows of both sides by their key. What was folded together has a mix of its own and is left out. */
export function strataOf(baseline: Map<string, Group>, candidate: Map<string, Group>): Map<string, Stratum> {
  const empty = new RedAggregate();
  const keys = new Set([...baseline.keys(), ...candidate.keys()]);
  const named = [...keys].filter((key) => !key.split('\0').includes(OVERFLOW_NAME));
  return new Map(
    named.map((key) => [
      key,
      {
        service: serviceOf(key),
        baseline: baseline.get(key)?.red ?? empty,
        candidate: candidate.get(key)?.red ?? empty,
      },
    ]),
  );
}

/** Error groups by their key, each in the transactions that it occurred in; transactions of one name are one. */
export function exposuresOf(
  baseline: VersionRows,
  candidate: VersionRows,
  strata: Map<string, Stratum>,
): Map<string, Exposure[]> {
  const places = placesOf(strata);
  const groups = new Map<string, Map<string, Exposure>>();
  for (const [side, rows] of [['baseline', baseline] as const, ['candidate', candidate] as const]) {
    for (const { series, totals } of rows.occurrences) {
      const place = keyOf([series.namespace, series.service, series.detail]);
      const requests = places.get(place);
      if (series.name === OVERFLOW_NAME || requests === undefined) continue;
      const key = keyOf(errorIdentity(series));
      const exposures = groups.get(key) ?? new Map<string, Exposure>();
      groups.set(key, exposures);
      const exposure = exposures.get(place) ?? { occurrences: { baseline: 0, candidate: 0 }, requests };
      exposures.set(place, exposure);
      exposure.occurrences[side] += totals.weight;
    }
  }
  return new Map([...groups].map(([key, exposures]) => [key, [...exposures.values()]]));
}

/** An occurrence knows the name of its transaction and not its kind. */
function placesOf(strata: Map<string, Stratum>): Map<string, Stratum> {
  const places = new Map<string, Stratum>();
  for (const [key, stratum] of strata) {
    const [namespace, service, name] = key.split('\0');
    const place = keyOf([namespace!, service!, name!]);
    const known = places.get(place);
    const merged = known && {
      service: known.service,
      baseline: mergeAll([known.baseline, stratum.baseline]),
      candidate: mergeAll([known.candidate, stratum.candidate]),
    };
    places.set(place, merged ?? stratum);
  }
  return places;
}
