import type { RpcClient } from '@spanwise/bus/rpc-client';
import { fetchDeltas, type DeltasHead, type FetchDeltas } from '@spanwise/contracts/log/projector';
import type { DeltaOffset } from '../rollups/delta-offsets.store.js';
import type { RawDelta } from '../rollups/partition-writer.js';

/** What the projector answers to a fetch. */
export interface FetchedDeltas {
  lineage: string;
  lowestN: number;
  lastN: number;
  deltas: RawDelta[];
}

export type Fetch = (asked: FetchDeltas) => Promise<{ head: DeltasHead; payload: Buffer }>;

export const fetchOverBus =
  (rpc: RpcClient): Fetch =>
  (asked) =>
    rpc.callBytes(fetchDeltas, asked);

/** Fetches the deltas after an offset; a row that exceeds one reply is put together from several. */
export async function fetchAfter(
  fetch: Fetch,
  shard: number,
  partition: number,
  offset: DeltaOffset,
): Promise<FetchedDeltas> {
  const asked = { shard, partition, after: offset.n, ...(offset.lineage !== undefined && { lineage: offset.lineage }) };
  const { head, payload } = await fetch({ ...asked, fromByte: 0 });
  const deltas: RawDelta[] = [];
  let at = 0;
  for (const row of head.rows) {
    let bytes = payload.subarray(at, at + row.bytes);
    at += row.bytes;
    while (bytes.length < row.totalBytes) {
      const more = await fetch({ ...asked, after: row.n - 1, fromByte: bytes.length });
      const [continued] = more.head.rows;
      if (continued?.n !== row.n || more.head.lineage !== head.lineage)
        throw new Error('a delta changed while it was fetched');
      bytes = Buffer.concat([bytes, more.payload.subarray(0, continued.bytes)]);
    }
    deltas.push({ n: row.n, streamTimeMicros: row.streamTimeMicros, bytes });
  }
  return { lineage: head.lineage, lowestN: head.lowestN, lastN: head.lastN, deltas };
}
