import type { PoolClient } from 'pg';
import type { StreamActivity, StreamsWindow } from '@spanwise/contracts/telemetry/streams';
import { readBuckets, readStreams, type StreamsWanted } from './stream-rows.store.js';
import { activityOf, type BucketRow, type Window } from './stream-view.js';

const DEFAULT_WINDOW_SECS = 86_400;
const DEFAULT_BUCKETS = 24;

export const windowOf = (asked: StreamsWindow & { now_micros?: number }): Window => ({
  nowMicros: asked.now_micros ?? Date.now() * 1_000,
  windowSecs: asked.window_secs ?? DEFAULT_WINDOW_SECS,
  bucketCount: asked.bucket_count ?? DEFAULT_BUCKETS,
});

/** Of all streams by name, or of those that are wanted. */
export async function readActivity(
  client: PoolClient,
  window: Window,
  wanted: StreamsWanted = {},
): Promise<StreamActivity[]> {
  const { nowMicros, windowSecs, bucketCount } = window;
  const rows = await readStreams(client, wanted);
  const ids = rows.map(({ id }) => id);
  const buckets = await readBuckets(client, ids, nowMicros - windowSecs * 1_000_000, nowMicros, bucketCount);
  const counted = new Map<string, BucketRow[]>(ids.map((id) => [id, []]));
  for (const bucket of buckets) counted.get(bucket.stream_id)!.push(bucket);
  return rows.map((row) => activityOf(row, counted.get(row.id)!, window));
}
