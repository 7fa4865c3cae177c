/** Rows that the rules of a step need: every kind of series and range is read once, however many rules ask for it. */
import { OVERFLOW_NAME, type SeriesKind } from '@spanwise/span-model/series';
import { HOUR_MICROS } from '@spanwise/span-model/time-units';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';
import { silentSeries } from '../apm/read/grouping.js';
import { readRange, readSeries } from '../apm/read/series-rows.store.js';
import type { Series, SeriesChoice, SeriesRed } from '../apm/read/series.js';
import type { Snapshot } from '../apm/read/snapshot.js';
import { readSeen } from './alerts.store.js';
import { isOverflow, type NameFilter, type NamePart } from './selectors.js';

/** A series without anything for longer than this before the window is not expected to be there. */
export const KNOWN_MICROS = HOUR_MICROS;

export interface Wanted {
  kind: SeriesKind;
  range: QueryRange;
  filter: NameFilter;
  /** Series that are known and have nothing in the range, too. */
  silent?: true;
}

export interface Rows {
  all: SeriesRed[];
  byService: Map<string, SeriesRed[]>;
  /** Series of `__other__` that have something in the range. */
  overflow: Series[];
  /** Ids of silent series of which it is unknown whether they are counted in one of these. */
  uncertain: Set<string>;
}

export class Tables {
  private readonly rows = new Map<string, Rows>();

  static async read(snapshot: Snapshot, wanted: readonly Wanted[]): Promise<Tables> {
    const tables = new Tables();
    for (const kind of new Set(wanted.map((one) => one.kind))) {
      const ofKind = wanted.filter((one) => one.kind === kind);
      const choice = choiceOf(ofKind.map(({ filter }) => filter));
      const oldest = Math.min(...ofKind.map(({ range }) => range.fromMicros));
      const catalogue = await readSeries(snapshot, [kind], choice, oldest - KNOWN_MICROS);
      const ranges = new Map(ofKind.map((one) => [keyOf(one), one.range]));
      const withSilent = new Set(ofKind.filter(({ silent }) => silent).map(keyOf));
      for (const [key, range] of ranges) {
        const read = { kind, range, choice, catalogue, withSilent: withSilent.has(key) };
        tables.rows.set(key, await readRows(snapshot, read));
      }
    }
    return tables;
  }

  /** Of what was wanted, with whatever others have wanted of that kind and range. */
  of(kind: SeriesKind, range: QueryRange): Rows {
    return this.rows.get(keyOf({ kind, range }))!;
  }
}

const keyOf = ({ kind, range }: Pick<Wanted, 'kind' | 'range'>): string =>
  [kind, range.resolution, range.fromMicros, range.toMicros].join(' ');

const PARTS: readonly NamePart[] = ['service', 'namespace', 'environment', 'version', 'name', 'detail'];

/** What all filters together leave of the series, with those that may hold what exceeds a budget. */
export function choiceOf(filters: readonly NameFilter[]): SeriesChoice {
  const restricted = PARTS.filter((part) => filters.every((filter) => filter[part] !== undefined));
  // Series of folded services have no version, those of folded error groups no transaction.
  const ofOverflow = (part: NamePart) =>
    part === 'version' || part === 'detail' ? [OVERFLOW_NAME, ''] : [OVERFLOW_NAME];
  return Object.fromEntries(
    restricted.map((part) => [part, [...new Set([...filters.map((filter) => filter[part]!), ...ofOverflow(part)])]]),
  );
}

interface RowsRead {
  kind: SeriesKind;
  range: QueryRange;
  choice: SeriesChoice;
  catalogue: Map<string, Series>;
  withSilent: boolean;
}

async function readRows(snapshot: Snapshot, read: RowsRead): Promise<Rows> {
  const { kind, range, choice, catalogue } = read;
  const found = await readRange(snapshot, [kind], choice, range, catalogue);
  const active = found.filter(({ totals }) => totals.sampled > 0);
  const silent = read.withSilent
    ? await knownSilent(snapshot, read, new Set(active.map(({ series }) => series.id)))
    : [];
  const overflow = active.map(({ series }) => series).filter(isOverflow);
  const all: SeriesRed[] = [...active, ...silent.map(silentSeries)];
  return {
    all,
    byService: byService(all),
    overflow,
    uncertain: await uncertainOf(snapshot, read, silent, overflow),
  };
}

function byService(rows: readonly SeriesRed[]): Map<string, SeriesRed[]> {
  const services = new Map<string, SeriesRed[]>();
  for (const row of rows) {
    const ofService = services.get(row.series.service);
    if (ofService === undefined) services.set(row.series.service, [row]);
    else ofService.push(row);
  }
  return services;
}

/** Series of before the range's end that were seen in it or in the hour before, and have nothing in it. */
async function knownSilent(snapshot: Snapshot, read: RowsRead, active: ReadonlySet<string>): Promise<Series[]> {
  const { kind, range, catalogue } = read;
  const since = range.fromMicros - KNOWN_MICROS;
  const silent = [...catalogue.values()].filter(
    ({ id, firstSeenMicros, lastSeenMicros }) =>
      firstSeenMicros < range.toMicros && lastSeenMicros >= since && !active.has(id),
  );
  // Of one that recovered after the range, the catalogue does not say when it was seen before.
  const cameAgain = silent.filter(({ lastSeenMicros }) => lastSeenMicros >= range.toMicros).map(({ id }) => id);
  const minutes = {
    table: 'rollup_minutes',
    from: Math.floor(since / MICROS.minute),
    to: range.fromMicros / MICROS.minute,
  } as const;
  const seen = await readSeen(snapshot, kind, [minutes], cameAgain);
  return silent.filter(({ id, lastSeenMicros }) => lastSeenMicros < range.toMicros || seen.has(id));
}

/** A series that has a row in the newest hour has a place in it: its silence is one. */
async function uncertainOf(
  snapshot: Snapshot,
  { kind, range }: RowsRead,
  silent: readonly Series[],
  overflow: readonly Series[],
): Promise<Set<string>> {
  const placeOf = ({ service, namespace, environment }: Series) => [service, namespace, environment].join('\0');
  const places = new Set(overflow.map(placeOf));
  const everywhere = overflow.some(({ service }) => service === OVERFLOW_NAME);
  const suspects = silent.filter((series) => everywhere || places.has(placeOf(series))).map(({ id }) => id);
  const hour = Math.ceil(range.toMicros / MICROS.hour) - 1;
  const placed = await readSeen(snapshot, kind, [{ table: 'rollup_hours', from: hour, to: hour + 1 }], suspects);
  return new Set(suspects.filter((id) => !placed.has(id)));
}
