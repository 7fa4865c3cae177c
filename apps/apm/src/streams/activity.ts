import type { PoolClient } from 'pg';
import type { StreamActivity, StreamsRuntimeQuery } from '@spanwise/contracts/streams';
import { readBuckets, readStreams } from './stream-rows.store.js';
import { activityOf, type Window } from './stream-view.js';

const DEFAULT_WINDOW_SECS = 86_400;
const DEFAULT_BUCKETS = 24;

export const windowOf = (asked: StreamsRuntimeQuery): Window => ({
  nowMicros: Date.now() * 1_000,
  windowSecs: asked.window_secs ?? DEFAULT_WINDOW_SECS,
  bucketCount: asked.bucket_count ?? DEFAULT_BUCKETS,
});

/** Of the first 200 streams by name, or of those that the caller holds. */
export async function readActivity(client: PoolClient, window: Window, heldIds?: string[]): Promise<StreamActivity[]> {
  const { nowMicros, windowSecs, bucketCount } = window;
  const rows = await readStreams(client, heldIds === undefined ? {} : { held_ids: heldIds });
  const ids = rows.map(({ id }) => id);
  const buckets = await readBuckets(client, ids, nowMicros - windowSecs * 1_000_000, nowMicros, bucketCount);
  return rows.map((row) => {
    const counted = buckets.filter(({ stream_id }) => stream_id === row.id);
    return activityOf(row, counted, window);
  });
}
