/**
 * What a partition's writer holds in memory of its organizations: the truth is in PostgreSQL, and everything here can be
 * dropped and loaded again. Dropped as a whole after any failed or unknown commit.
 */
import type { PoolClient } from 'pg';
import { RedAggregate } from '@spanwise/span-model/red';
import { seriesKeyText, type SeriesKey, type SeriesKind } from '@spanwise/span-model/series';
import { HourBudgets, type BudgetLimits } from './budgets.js';
import { HeavyHitters } from './heavy-hitters.js';
import { newSeriesIds, readBucketRows, readHour, readSeriesRows, type RollupName } from './rollup-rows.store.js';

/** A row that is not in use is held as its bytes, which take about a tenth of what the aggregate takes. */
export class BucketRow {
  dirty = false;

  constructor(
    readonly seriesId: string,
    readonly kind: SeriesKind,
    private held: RedAggregate | Uint8Array,
  ) {}

  get isPacked(): boolean {
    return !(this.held instanceof RedAggregate);
  }

  get red(): RedAggregate {
    if (!(this.held instanceof RedAggregate)) this.held = RedAggregate.decode(this.held);
    return this.held;
  }

  pack(): void {
    if (this.held instanceof RedAggregate) this.held = this.held.encode();
  }
}

export interface Bucket {
  organizationId: string;
  table: RollupName;
  number: number;
  rows: Map<string, BucketRow>;
}

export interface CachedSeries {
  id: string;
  key: SeriesKey;
  firstSeenMicros: number;
  lastSeenMicros: number;
  /** False until the commit that first writes it. */
  stored: boolean;
}

export interface CacheBounds {
  /** Rows of buckets beyond this many are dropped, oldest use first; a flush keeps what it needs whatever that is. */
  rows: number;
  /** Of those, this many stay unpacked between flushes, newest use first. */
  unpackedRows: number;
}

/** About 40 and 25 MB. */
const BOUNDS: CacheBounds = { rows: 100_000, unpackedRows: 10_000 };
const MAX_SERIES_PER_ORGANIZATION = 200_000;
/** Budgets beyond so many hours of organizations, or so many names and counters, are dropped, oldest use first. */
const MAX_BUDGET_ENTRIES = 400_000;

const MAX_BUDGETS = 1_000;

const bucketKey = (organizationId: string, table: RollupName, number: number): string =>
  `${organizationId}|${table}|${number}`;

export class RollupCache {
  private readonly buckets = new Map<string, Bucket>();
  private readonly series = new Map<string, Map<string, CachedSeries>>();
  private readonly budgets = new Map<string, HourBudgets>();
  private freeIds: string[] = [];
  private unstored: CachedSeries[] = [];

  constructor(
    private readonly limits: BudgetLimits,
    private readonly bounds: CacheBounds = BOUNDS,
  ) {}

  get rowCount(): number {
    let rows = 0;
    for (const bucket of this.buckets.values()) rows += bucket.rows.size;
    return rows;
  }

  /** All rows of a bucket, read on first touch. */
  async bucket(client: PoolClient, organizationId: string, table: RollupName, number: number): Promise<Bucket> {
    const key = bucketKey(organizationId, table, number);
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      const rows = await readBucketRows(client, organizationId, table, number);
      bucket = { organizationId, table, number, rows: new Map() };
      for (const row of rows) {
        bucket.rows.set(row.series_id, new BucketRow(row.series_id, row.kind, row.red));
      }
    } else this.buckets.delete(key);
    this.buckets.set(key, bucket);
    return bucket;
  }

  /** Budgets of an hour, rebuilt from what the hour holds: a restart decides as the running process did. */
  async hourBudgets(client: PoolClient, organizationId: string, hour: number): Promise<HourBudgets> {
    const cacheKey = `${organizationId}|${hour}`;
    const cached = this.budgets.get(cacheKey);
    if (cached !== undefined) {
      this.budgets.delete(cacheKey);
      this.budgets.set(cacheKey, cached);
      return cached;
    }
    const budgets = new HourBudgets(this.limits);
    const { figures, candidates, instances } = await readHour(client, organizationId, hour);
    for (const { red, ...key } of figures) budgets.remember(key, RedAggregate.decode(red).sampled);
    for (const { kind, counters, ...service } of candidates)
      budgets.rememberCandidates(service, kind, HeavyHitters.decode(counters));
    for (const row of instances) budgets.rememberInstance(row, row.instance);
    this.budgets.set(cacheKey, budgets);
    return budgets;
  }

  /** Finds the series of `keys`, reads those that are unknown, and gives new ones an id. */
  async findSeries(client: PoolClient, organizationId: string, keys: SeriesKey[]): Promise<Map<string, CachedSeries>> {
    let known = this.series.get(organizationId);
    if (known === undefined || known.size > MAX_SERIES_PER_ORGANIZATION)
      this.series.set(organizationId, (known = new Map()));
    const unknown = new Map<string, SeriesKey>();
    for (const key of keys) {
      const text = seriesKeyText(key);
      if (!known.has(text)) unknown.set(text, key);
    }
    if (unknown.size > 0) await this.loadSeries(client, organizationId, known, [...unknown.values()]);
    for (const [text, key] of unknown) {
      if (known.has(text)) continue;
      const id = await this.nextId(client);
      const series: CachedSeries = { id, key, firstSeenMicros: Infinity, lastSeenMicros: -Infinity, stored: false };
      known.set(text, series);
      this.unstored.push(series);
    }
    return known;
  }

  /** The bucket when it is in memory. */
  cachedBucket(organizationId: string, table: RollupName, number: number): Bucket | undefined {
    return this.buckets.get(bucketKey(organizationId, table, number));
  }

  dirtyBuckets(): Bucket[] {
    return [...this.buckets.values()].filter((bucket) => [...bucket.rows.values()].some((row) => row.dirty));
  }

  /** Called after a commit that is known to have happened. */
  settle(): void {
    let rows = this.rowCount;
    let unpacked = 0;
    for (const { rows: ofBucket } of this.buckets.values()) {
      for (const row of ofBucket.values()) if (!row.isPacked) unpacked++;
    }
    for (const [key, bucket] of this.buckets) {
      for (const row of bucket.rows.values()) {
        row.dirty = false;
        if (unpacked <= this.bounds.unpackedRows || row.isPacked) continue;
        row.pack();
        unpacked--;
      }
      if (rows <= this.bounds.rows) continue;
      rows -= bucket.rows.size;
      this.buckets.delete(key);
    }
    for (const series of this.unstored) series.stored = true;
    this.unstored = [];
    this.dropOldBudgets();
  }

  private dropOldBudgets(): void {
    let entries = 0;
    for (const { size } of this.budgets.values()) entries += size;
    for (const [key, { size }] of this.budgets) {
      if (this.budgets.size <= MAX_BUDGETS && entries <= MAX_BUDGET_ENTRIES) return;
      entries -= size;
      this.budgets.delete(key);
    }
  }

  private async loadSeries(
    client: PoolClient,
    organizationId: string,
    known: Map<string, CachedSeries>,
    keys: SeriesKey[],
  ): Promise<void> {
    const rows = await readSeriesRows(client, organizationId, keys);
    for (const { series_id, first, last, ...key } of rows) {
      known.set(seriesKeyText(key), {
        id: series_id,
        key,
        firstSeenMicros: Number(first),
        lastSeenMicros: Number(last),
        stored: true,
      });
    }
  }

  private async nextId(client: PoolClient): Promise<string> {
    if (this.freeIds.length === 0) {
      const ids = await newSeriesIds(client);
      this.freeIds = ids.toReversed();
    }
    return this.freeIds.pop()!;
  }
}

/** Adds figures to the row of a series, which is made when it is missing. */
export function addTo(bucket: Bucket, series: CachedSeries, red: RedAggregate): void {
  let row = bucket.rows.get(series.id);
  if (row === undefined) {
    row = new BucketRow(series.id, series.key.kind, new RedAggregate());
    bucket.rows.set(series.id, row);
  }
  row.red.merge(red);
  row.dirty = true;
}
