import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { projectorStatus, type ProjectorStatus, type ShardStatus } from '@spanwise/contracts/log/projector';
import { translateFaults } from '@spanwise/postgres/availability';
import type { Shard } from '../shard/shard.js';
import { loadPosition } from '../shard/shard-state.store.js';
import { Shards } from '../shard/shards.js';
import { WriterPool } from '../writer-pool.js';
import { ledgerTotals } from './ledger-totals.store.js';
import { countOpenLetters, findStoreOffset, type StoreOffsetRow } from './status.store.js';

/** What each shard has committed, stored and dead-lettered. */
@Controller()
export class ShardStatuses {
  constructor(
    private readonly writer: WriterPool,
    private readonly shards: Shards,
  ) {}

  @HandleRpc(projectorStatus)
  read(): Promise<ProjectorStatus> {
    return translateFaults(async () => ({
      shards: await Promise.all(this.shards.all.map((shard) => this.describe(shard))),
    }));
  }

  private async describe(shard: Shard): Promise<ShardStatus> {
    const { pool } = this.writer;
    // Before the position is read: what this lag says is committed must be in the deltas up to that position's n.
    const [lagMessages, lagSeconds] = [shard.pendingMessages, shard.lagSeconds()];
    const position = await loadPosition(pool, shard.number);
    const openDeadLetters = await countOpenLetters(pool, shard.number);
    const store = await findStoreOffset(pool, shard.number);
    const { spans, records } = await ledgerTotals(pool, shard.number);
    return {
      shard: shard.number,
      lineage: position.lineage,
      epoch: position.epoch,
      committedSeq: position.seq,
      n: position.n,
      replaying: shard.replaying,
      lagMessages,
      lagSeconds,
      streamTimeMicros: position.watermark.micros,
      dedupeKeys: shard.keyCount,
      lastFlushAtMicros: shard.lastFlushAtMicros,
      ...spans,
      records: {
        received: records.received,
        counted: records.counted,
        duplicate: records.duplicate,
        dead: records.dead,
      },
      openDeadLetters,
      stored: storedOf(store),
    };
  }
}

const storedOf = (row: StoreOffsetRow | undefined): ShardStatus['stored'] => ({
  epoch: Number(row?.epoch ?? 0),
  seq: Number(row?.seq ?? 0),
  manifests: Number(row?.n ?? 0),
  unstoredLetters: Number(row?.letters ?? 0),
});
