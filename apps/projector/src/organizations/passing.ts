/** Whether what was on its way through the projector at some moment has left it. */
import type { JetStreamManager } from 'nats';
import type { Pool } from 'pg';
import { INGEST_STREAM } from '@spanwise/contracts/log/log-message';
import { isUnconfirmed, newestNumbers, type Numbers } from './passing.store.js';

/** End of a shard's log: the stream, by its creation, and its last sequence. */
interface LogEnd {
  shard: number;
  created: string;
  seq: number;
}

/**
 * Begins with the messages that the log holds. They are out of it once they are counted and stored; what was made of them is
 * in deltas and manifests up to certain numbers, which are gone once apm has confirmed them.
 */
export class Passing {
  private numbers: Numbers[] | undefined;

  private constructor(
    private readonly pool: Pool,
    private readonly jsm: JetStreamManager,
    private readonly ends: readonly LogEnd[],
  ) {}

  static async begin(pool: Pool, manager: JetStreamManager, shards: readonly number[]): Promise<Passing> {
    const ends: LogEnd[] = [];
    for (const shard of shards) {
      const { created, state } = await manager.streams.info(INGEST_STREAM(shard));
      ends.push({ shard, created, seq: state.last_seq });
    }
    return new Passing(pool, manager, ends);
  }

  async isOver(): Promise<boolean> {
    if (this.numbers === undefined) {
      if (!(await this.isOutOfLog())) return false;
      this.numbers = await newestNumbers(this.pool);
    }
    return this.isConfirmed(this.numbers);
  }

  private async isOutOfLog(): Promise<boolean> {
    for (const { shard, created, seq } of this.ends) {
      const info = await this.jsm.streams.info(INGEST_STREAM(shard));
      // Another stream under the name: the messages went with the former one.
      if (info.created === created && info.state.first_seq <= seq) return false;
    }
    return true;
  }

  private async isConfirmed(numbers: readonly Numbers[]): Promise<boolean> {
    for (const ofShard of numbers) if (await isUnconfirmed(this.pool, ofShard)) return false;
    return true;
  }
}
