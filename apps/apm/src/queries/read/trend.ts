import type { RedSummary, TrendPoint } from '@spanwise/contracts/apm';
import { RedAggregate } from '@spanwise/span-model/red';
import type { SeriesKind } from '@spanwise/span-model/series';
import { bucketStarts, isReadWhole, type BucketSpan } from '../range/query-range.js';
import type { ApmRead } from './apm-read.js';
import { blockKey, joined, splitRange, type Block } from './blocks.js';
import { summarize, withStoredTraces } from './red-summary.js';
import type { StoredSeries } from './stored-rows.js';
import { readBuckets } from './series-rows.js';

type Summaries = Map<number, RedSummary>;

/** About what the summary of a bucket with its exemplars holds in memory. */
const SUMMARY_BYTES = 1_500;

/**
 * Every bucket that is not in the future, zeros where nothing was seen (decisions 3.3). `active` is what `readRange` found
 * for the same kind, filters and range: of a short range it has read the very rows.
 */
export async function readTrend(read: ApmRead, kind: SeriesKind, active: StoredSeries[]): Promise<TrendPoint[]> {
  const { range } = read;
  const { blocks, rest } = await splitRange(read.snapshot, range, read.filters);
  const summaries =
    blocks.length === 0 && isReadWhole(range)
      ? summarized(read, mergedBuckets(active))
      : await summariesOf(read, kind, blocks, rest);
  const empty = summary(read, new RedAggregate());
  return bucketStarts(range, read.nowMicros).map((start) => ({
    bucket_at: start,
    red: withStoredTraces(summaries.get(start / range.bucketMicros) ?? empty, read.storedTraces),
  }));
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
async function summariesOf(read: ApmRead, kind: SeriesKind, blocks: Block[], rest: BucketSpan[]): Promise<Summaries> {
  const { snapshot, filters } = read;
  const keyOf = (block: Block) => blockKey(snapshot, block, `trend ${kind}`, filters);
  const summaries: Summaries = new Map();
  const missing: Block[] = [];
  for (const block of blocks) {
    const kept = snapshot.cache.find<Summaries>(keyOf(block));
    if (kept === undefined) missing.push(block);
    else for (const [bucket, red] of kept) summaries.set(bucket, red);
  }
  const fresh = summarized(read, await readBuckets(snapshot, kind, filters, joined([...missing, ...rest])));
  for (const block of missing) {
    const own = new Map([...fresh].filter(([bucket]) => bucket >= block.from && bucket < block.to));
    snapshot.cache.keep(keyOf(block), own, (own.size + 1) * SUMMARY_BYTES);
  }
  for (const [bucket, red] of fresh) summaries.set(bucket, red);
  return summaries;
}

const summarized = (read: ApmRead, buckets: Map<number, RedAggregate>): Summaries =>
  new Map([...buckets].map(([bucket, red]) => [bucket, summary(read, red)]));

const summary = ({ range }: ApmRead, red: RedAggregate): RedSummary => summarize(red, range.bucketMicros / 1_000_000);
