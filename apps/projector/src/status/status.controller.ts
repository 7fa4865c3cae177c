import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { projectorStatus, type ProjectorStatus, type ShardStatus } from '@spanwise/contracts/projector';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import type { Shard } from '../shard/shard.js';
import { loadPosition } from '../shard/shard-state.js';
import { Shards } from '../shard/shards.js';
import { WriterPool } from '../writer-pool.js';
import { ledgerTotals } from './ledger-totals.js';

@Controller()
export class StatusController {
  constructor(
    private readonly writer: WriterPool,
    private readonly shards: Shards,
  ) {}

  @HandleRpc(projectorStatus)
  status(_: Empty): Promise<ProjectorStatus> {
    return translateFaults(async () => ({
      shards: await Promise.all(this.shards.all.map((shard) => this.describe(shard))),
    }));
  }

  private async describe(shard: Shard): Promise<ShardStatus> {
    const { pool } = this.writer;
    // Before the position is read: what this lag says is committed must be in the deltas up to that position's n.
    const [lagMessages, lagSeconds] = [shard.pendingMessages, shard.lagSeconds()];
    const position = await loadPosition(pool, shard.number);
    const open = await pool.query<{ open: string }>(
      "select count(*) as open from dead_letters where shard = $1 and state = 'open'",
      [shard.number],
    );
    const store = await pool.query<Record<'epoch' | 'seq' | 'n' | 'letters', string>>(
      `select epoch, seq, n, (select count(*) from dead_letters d where d.shard = o.shard and d.unstored) as letters
         from store_offsets o where shard = $1`,
      [shard.number],
    );
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
      openDeadLetters: Number(open.rows[0].open),
      stored: storedOf(store.rows[0]),
    };
  }
}

const storedOf = (row: Record<'epoch' | 'seq' | 'n' | 'letters', string> | undefined): ShardStatus['stored'] => ({
  epoch: Number(row?.epoch ?? 0),
  seq: Number(row?.seq ?? 0),
  manifests: Number(row?.n ?? 0),
  unstoredLetters: Number(row?.letters ?? 0),
});
