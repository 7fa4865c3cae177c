import type { ProjectionHeartbeat } from '@spanwise/contracts/base/heartbeat';
import type { Shard } from './shard.js';

/** The shards that this process projects. */
export class Shards {
  outboxRows = 0;
  ledgerImbalance = 0;
  openDeadLetters = 0;

  constructor(readonly all: Shard[]) {}

  heartbeat(): ProjectionHeartbeat {
    return {
      replaying: this.all.some((shard) => shard.replaying),
      lagMessages: this.all.reduce((sum, shard) => sum + shard.pendingMessages, 0),
      lagSeconds: Math.max(0, ...this.all.map((shard) => shard.lagSeconds())),
      logFullness: Math.max(0, ...this.all.map((shard) => shard.logFullness)),
      outboxRows: this.outboxRows,
      ledgerImbalance: this.ledgerImbalance,
      shards: this.all.length,
    };
  }
}
