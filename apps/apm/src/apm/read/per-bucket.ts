import { RedAggregate } from '@spanwise/span-model/red';
import type { SeriesKind } from '@spanwise/span-model/series';
import { isReadWhole, type BucketSpan } from '../range/query-range.js';
import type { ApmRead } from './apm-read.js';
import { blockKey, joined, splitRange, type Block } from './blocks.js';
import { readBuckets } from './series-rows.store.js';
import type { StoredSeries } from './stored-rows.js';

/** What is made of each bucket, and kept for blocks that have come to rest. */
export interface BucketShape<T> {
  /** Part of the key under which it is kept. */
  name: string;
  of: (red: RedAggregate) => T;
  /** About what it holds in memory. */
  bytesOf: (made: T) => number;
}

/**
 * By number of the bucket, those that have something. `active` is what `readRange` found for the same kind, filters and
 * range: of a short range it has read the very rows.
 */
export async function readPerBucket<T>(
  read: ApmRead,
  kind: SeriesKind,
  shape: BucketShape<T>,
  active: StoredSeries[],
): Promise<Map<number, T>> {
  const { blocks, rest } = await splitRange(read.snapshot, read.range, read.filters);
  return blocks.length === 0 && isReadWhole(read.range)
    ? shaped(mergedBuckets(active), shape)
    : ofBlocks(read, kind, shape, blocks, rest);
}

function mergedBuckets(active: StoredSeries[]): Map<number, RedAggregate> {
  const buckets = new Map<number, RedAggregate>();
  const aggregateOf = (bucket: number): RedAggregate => {
    let red = buckets.get(bucket);
    if (red === undefined) buckets.set(bucket, (red = new RedAggregate()));
    return red;
  };
  for (const series of active) series.mergeBuckets(aggregateOf);
  return buckets;
}

/** Blocks that are kept, and everything else from its rows. */
async function ofBlocks<T>(
  { snapshot, filters }: ApmRead,
  kind: SeriesKind,
  shape: BucketShape<T>,
  blocks: Block[],
  rest: BucketSpan[],
): Promise<Map<number, T>> {
  const keyOf = (block: Block) => blockKey(snapshot, block, `${shape.name} ${kind}`, filters);
  const made = new Map<number, T>();
  const missing: Block[] = [];
  for (const block of blocks) {
    const kept = snapshot.cache.find<Map<number, T>>(keyOf(block));
    if (kept === undefined) missing.push(block);
    else for (const [bucket, one] of kept) made.set(bucket, one);
  }
  const fresh = shaped(await readBuckets(snapshot, kind, filters, joined([...missing, ...rest])), shape);
  for (const block of missing) {
    const own = new Map([...fresh].filter(([bucket]) => bucket >= block.from && bucket < block.to));
    snapshot.cache.keep(keyOf(block), own, bytesOf(own, shape));
  }
  for (const [bucket, one] of fresh) made.set(bucket, one);
  return made;
}

const shaped = <T>(buckets: Map<number, RedAggregate>, { of }: BucketShape<T>): Map<number, T> =>
  new Map([...buckets].map(([bucket, red]) => [bucket, of(red)]));

/** Of an empty block, what the place takes. */
const EMPTY_BYTES = 1_500;

const bytesOf = <T>(made: Map<number, T>, shape: BucketShape<T>): number =>
  [...made.values()].reduce((sum, one) => sum + shape.bytesOf(one), EMPTY_BYTES);
