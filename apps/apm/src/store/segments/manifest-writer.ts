/** Enters manifests into the catalogue and moves the offset of their shard, in one fenced transaction (PROTO-18). */
import type { Pool } from 'pg';
import type { Counter } from 'prom-client';
import type { SegmentManifest } from '@spanwise/contracts/log/manifests';
import { inTransaction } from '@spanwise/postgres/transaction';
import { FencedError } from '@spanwise/postgres/fenced-error';
import type { DeltaOffset } from '../../rollups/rollups/delta-offsets.store.js';
import { enterManifest, loadManifestOffset, lockManifestOffset, writeManifestOffset } from './manifests.store.js';

export class ManifestWriter {
  constructor(
    private readonly pool: Pool,
    private readonly unplacedFields?: Pick<Counter, 'inc'>,
    private readonly nowMicros: () => number = () => Date.now() * 1_000,
  ) {}

  loadOffset(shard: number): Promise<DeltaOffset> {
    return loadManifestOffset(this.pool, shard);
  }

  /** Enters consecutive manifests after `from` and returns the new offset. */
  async apply(
    shard: number,
    from: DeltaOffset,
    lineage: string,
    manifests: readonly { n: number; manifest: SegmentManifest }[],
  ): Promise<DeltaOffset> {
    const { n } = manifests.at(-1)!;
    let unplaced = 0;
    await inTransaction(this.pool, {}, async (client) => {
      const row = await lockManifestOffset(client, shard);
      const holds = row === undefined ? from.n === 0 : row.lineage === from.lineage && row.n === from.n;
      if (!holds) throw new FencedError();
      for (const entry of manifests) unplaced += await enterManifest(client, shard, entry, this.nowMicros());
      await writeManifestOffset(client, shard, { lineage, n });
    });
    this.unplacedFields?.inc(unplaced);
    return { lineage, n };
  }
}
