import type { RedSummary, TrendPoint } from '@spanwise/contracts/apm/apm';
import { RedAggregate } from '@spanwise/span-model/red';
import type { SeriesKind } from '@spanwise/span-model/series';
import { bucketStarts } from '../range/query-range.js';
import type { ApmRead } from './apm-read.js';
import { readPerBucket, type BucketShape } from './per-bucket.js';
import { summarize, withStoredTraces } from './red-summary.js';
import type { StoredSeries } from './stored-rows.js';

/** About what the summary of a bucket with its exemplars holds in memory. */
const SUMMARY_BYTES = 1_500;

/**
 * Every bucket that is not in the future, zeros where nothing was seen (APM-21). `active` is what `readRange` found
 * for the same kind, filters and range.
 */
export async function readTrend(read: ApmRead, kind: SeriesKind, active: StoredSeries[]): Promise<TrendPoint[]> {
  const { range } = read;
  const shape: BucketShape<RedSummary> = {
    name: 'trend',
    of: (red) => summarize(red, range.bucketMicros / 1_000_000),
    bytesOf: () => SUMMARY_BYTES,
  };
  const summaries = await readPerBucket(read, kind, shape, active);
  const empty = shape.of(new RedAggregate());
  return bucketStarts(range, read.nowMicros).map((start) => ({
    bucket_at: start,
    red: withStoredTraces(summaries.get(start / range.bucketMicros) ?? empty, read.storedTraces),
  }));
}
