import { copyOut, textLiteral, type CopiedRow } from '@spanwise/postgres/copy-out';
import { RedAggregate } from '@spanwise/span-model/red';
import type { SeriesKey, SeriesKind } from '@spanwise/span-model/series';
import { cheapestSpans, type BucketSpan, type QueryRange } from '../range/query-range.js';
import { blockKey, joined, splitRange, type Block } from './blocks.js';
import type { Series, SeriesChoice, SeriesRed } from './series.js';
import type { Snapshot } from './snapshot.js';
import { forEachRow, mergeRow, PACKED_ROWS, packRows, StoredSeries, type PackedRows } from './stored-rows.js';

/** Those of one kind. */
export const ofKind = <Row extends SeriesRed>(rows: Row[], kind: SeriesKind): Row[] =>
  rows.filter(({ series }) => series.kind === kind);

interface SeriesRow extends SeriesKey {
  series_id: string;
  first_seen_micros: string;
  last_seen_micros: string;
}

const FILTER_COLUMNS = ['namespace', 'service', 'environment', 'version', 'name', 'category', 'detail'] as const;

/**
 * Catalogue rows of some kinds that pass the filters, whether or not they have traffic in a range. `seenSinceMicros` spares
 * reading those that were last seen before it.
 */
export async function readSeries(
  snapshot: Snapshot,
  kinds: readonly SeriesKind[],
  filters: SeriesChoice,
  seenSinceMicros?: number,
): Promise<Map<string, Series>> {
  const parameters: unknown[] = [snapshot.organizationId, kinds];
  const conditions = FILTER_COLUMNS.filter((column) => filters[column] !== undefined).map((column) => {
    const wanted = filters[column];
    parameters.push(wanted);
    return ` and ${column} = ${typeof wanted === 'string' ? `$${parameters.length}` : `any($${parameters.length})`}`;
  });
  if (seenSinceMicros !== undefined) {
    parameters.push(seenSinceMicros);
    conditions.push(` and last_seen_micros >= $${parameters.length}`);
  }
  const { rows } = await snapshot.client.query<SeriesRow>(
    `select series_id, kind, namespace, service, environment, version, name, category, detail, first_seen_micros, last_seen_micros
       from series where organization_id = $1 and kind = any($2)${conditions.join('')}`,
    parameters,
  );
  return new Map(rows.map((row) => [row.series_id, seriesOf(row)]));
}

/** RED of every series with traffic in the range, each merged over the range. `known` spares reading the catalogue. */
export async function readRange(
  snapshot: Snapshot,
  kinds: readonly SeriesKind[],
  filters: SeriesChoice,
  range: QueryRange,
  known?: Map<string, Series>,
): Promise<StoredSeries[]> {
  const series = known ?? (await readSeries(snapshot, kinds, filters));
  if (series.size === 0) return [];
  const found = new Map<number, StoredSeries | undefined>();
  const storedOf = (id: number): StoredSeries | undefined => {
    let stored = found.get(id);
    if (stored === undefined && !found.has(id)) {
      const named = series.get(String(id));
      stored = named === undefined ? undefined : new StoredSeries(named);
      found.set(id, stored);
    }
    return stored;
  };
  const visit = (packed: PackedRows) =>
    forEachRow(packed.bytes, (id, start, end) => storedOf(id)?.add(packed, start, end));
  const { blocks, rest } =
    range.resolution === 'hour'
      ? await splitRange(snapshot, range, filters)
      : { blocks: [], rest: cheapestSpans(range) };
  for (const kind of kinds) for (const packed of await packedBlocks(snapshot, kind, filters, blocks)) visit(packed);
  await readRows(snapshot, kinds, filters, rest, (row) =>
    visit({ bucket: row.int(Column.Bucket), bytes: row.copyOf(Column.Rows) }),
  );
  return [...found.values()].filter((stored) => stored !== undefined);
}

/** The rows of each block, those of a series merged into one; kept until the block is written. */
async function packedBlocks(
  snapshot: Snapshot,
  kind: SeriesKind,
  filters: SeriesChoice,
  blocks: Block[],
): Promise<PackedRows[]> {
  const keyOf = (block: Block) => blockKey(snapshot, block, `rows ${kind}`, filters);
  const packed = new Map(blocks.map((block) => [block, snapshot.cache.find<PackedRows>(keyOf(block))]));
  const missing = blocks.filter((block) => packed.get(block) === undefined);
  const merged = new Map(missing.map((block) => [block, new Map<number, RedAggregate>()]));
  await readRows(snapshot, [kind], filters, joined(missing), (row) => {
    const bucket = row.int(Column.Bucket);
    const series = merged.get(missing.find(({ from, to }) => bucket >= from && bucket < to)!)!;
    const bytes = row.view(Column.Rows);
    forEachRow(bytes, (id, start, end) => {
      let red = series.get(id);
      if (red === undefined) series.set(id, (red = new RedAggregate()));
      mergeRow(red, bytes, start, end);
    });
  });
  for (const [block, series] of merged) {
    const rows = packRows(block.from, series);
    snapshot.cache.keep(keyOf(block), rows, rows.bytes.length + ENTRY_BYTES);
    packed.set(block, rows);
  }
  return [...packed.values()].filter((rows) => rows !== undefined);
}

/** RED of each bucket of the spans by its number, merged over the series that pass the filters; only buckets with traffic. */
export async function readBuckets(
  snapshot: Snapshot,
  kind: SeriesKind,
  filters: SeriesChoice,
  spans: readonly BucketSpan[],
): Promise<Map<number, RedAggregate>> {
  const buckets = new Map<number, RedAggregate>();
  await readRows(snapshot, [kind], filters, spans, (row) => {
    const red = new RedAggregate();
    buckets.set(row.int(Column.Bucket), red);
    const bytes = row.view(Column.Rows);
    forEachRow(bytes, (_, start, end) => mergeRow(red, bytes, start, end));
  });
  return buckets;
}

/** What a kept block needs beside its rows. */
const ENTRY_BYTES = 1_024;

/** Columns of the rows that `readRows` visits. */
const Column = { Bucket: 0, Rows: 1 } as const;

async function readRows(
  snapshot: Snapshot,
  kinds: readonly SeriesKind[],
  filters: SeriesChoice,
  spans: readonly BucketSpan[],
  visit: (row: CopiedRow) => void,
): Promise<void> {
  if (spans.length === 0) return;
  const organization = `organization_id = ${textLiteral(snapshot.organizationId)}`;
  const conditions = FILTER_COLUMNS.filter((column) => filters[column] !== undefined)
    .map((column) => ` and ${column} in (${[filters[column]!].flat().map(textLiteral).join(', ')})`)
    .join('');
  // One part for each kind: within it, rows come from the index in the order of their buckets and need no sorting.
  const parts = kinds.flatMap((kind) => {
    const ofKind = `${organization} and kind = ${Number(kind)}`;
    const ofSeries =
      conditions === '' ? '' : ` and series_id in (select series_id from series where ${ofKind}${conditions})`;
    return spans.map(
      ({ table, from, to }) =>
        `select bucket, ${PACKED_ROWS} from ${table}
          where ${ofKind} and bucket >= ${Number(from)} and bucket < ${Number(to)}${ofSeries} group by bucket`,
    );
  });
  await copyOut(snapshot.client, parts.join(' union all '), visit);
}

const seriesOf = (row: SeriesRow): Series => ({
  id: row.series_id,
  kind: row.kind,
  namespace: row.namespace,
  service: row.service,
  environment: row.environment,
  version: row.version,
  name: row.name,
  category: row.category,
  detail: row.detail,
  firstSeenMicros: Number(row.first_seen_micros),
  lastSeenMicros: Number(row.last_seen_micros),
});
