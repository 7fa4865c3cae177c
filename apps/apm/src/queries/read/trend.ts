import type { TrendPoint } from '@spanwise/contracts/apm';
import { RedAggregate } from '@spanwise/span-model/red';
import { bucketStarts } from '../range/query-range.js';
import type { ApmRead } from './apm-read.js';
import type { StoredSeries } from './stored-rows.js';
import { readBuckets, type Kind } from './series-rows.js';
import { redSummary } from './summaries.js';

/**
 * Every bucket that is not in the future, zeros where nothing was seen (decisions 3.3); `active` as `readBuckets` takes it.
 */
export async function readTrend(read: ApmRead, kind: Kind, active: StoredSeries[]): Promise<TrendPoint[]> {
  const buckets = await readBuckets(read.snapshot, kind, read.filters, read.range, active);
  const empty = new RedAggregate();
  const coveredSeconds = read.range.bucketMicros / 1_000_000;
  return bucketStarts(read.range, read.nowMicros).map((start) => ({
    bucket_at: start,
    red: redSummary(buckets.get(start / read.range.bucketMicros) ?? empty, { coveredSeconds }),
  }));
}
