import type { RpcClient } from '@spanwise/bus/rpc-client';
import {
  fetchManifests,
  type FetchManifests,
  type ManifestsHead,
  type SegmentManifest,
} from '@spanwise/contracts/log/manifests';

export type FetchManifestBytes = (asked: FetchManifests) => Promise<{ head: ManifestsHead; payload: Buffer }>;

export const manifestsOverBus =
  (rpc: RpcClient): FetchManifestBytes =>
  (asked) =>
    rpc.callBytes(fetchManifests, asked);

/** What the projector answers to a fetch. */
export interface FetchedManifests {
  lineage: string;
  lowestN: number;
  lastN: number;
  owner: ManifestsHead['owner'];
  manifests: { n: number; manifest: SegmentManifest }[];
}

export async function manifestsAfter(
  fetch: FetchManifestBytes,
  shard: number,
  offset: { lineage: string | undefined; n: number },
): Promise<FetchedManifests> {
  const { head, payload } = await fetch({
    shard,
    after: offset.n,
    ...(offset.lineage !== undefined && { lineage: offset.lineage }),
  });
  let at = 0;
  const manifests = head.rows.map(({ n, bytes }) => {
    const text = payload.subarray(at, (at += bytes)).toString();
    return { n, manifest: JSON.parse(text) as SegmentManifest };
  });
  const { lineage, lowestN, lastN, owner } = head;
  return { lineage, lowestN, lastN, owner, manifests };
}
