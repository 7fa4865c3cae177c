import type { SubsystemState } from '@spanwise/contracts/base/heartbeat';
import type { Logger } from '@spanwise/host/logger';
import type { Heartbeats } from './heartbeat.js';

/**
 * Whether this process divides the log into as many shards as the projector. It refuses to work from a first heartbeat that
 * names another number until one names the same; what it has begun with goes on while a new number is rolled out.
 */
export class ShardCheck {
  private isRefused: boolean | undefined;

  constructor(
    private readonly heartbeats: Heartbeats,
    private readonly shards: number,
    private readonly logger: Logger,
  ) {}

  state(): SubsystemState {
    const named = this.heartbeats.newest('projector')?.projection?.shards;
    if (named === this.shards) this.isRefused = false;
    else if (named !== undefined && this.isRefused === undefined) {
      this.isRefused = true;
      this.logger.fatal(
        { shards: this.shards, projector: named },
        `SPANWISE_INGEST_SHARDS is ${this.shards} here and ${named} at the projector: both must be equal`,
      );
    }
    return this.isRefused === true ? { up: false, reason: 'other number of shards' } : { up: true };
  }
}
