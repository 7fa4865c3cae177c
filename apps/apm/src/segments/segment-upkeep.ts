import { describeError, type Logger } from '@spanwise/host/logger';
import { startRounds } from '@spanwise/host/rounds';
import type { Host } from '@spanwise/host/service';
import type { Compaction } from './compaction.js';
import type { Removal } from './removal.js';

const INTERVAL_MS = 20_000;
const ROUNDS_BETWEEN_SWEEPS = 90;
export const DEFAULT_RETENTION_DAYS = 30;

/** What the files need beside being read: merged, expired, removed. One round at a time. */
export class SegmentUpkeep {
  private rounds = 0;

  constructor(
    readonly compaction: Compaction,
    readonly removal: Removal,
    private readonly logger: Logger,
    private readonly nowMicros: () => number = () => Date.now() * 1_000,
  ) {}

  start(host: Host): void {
    host.shutdown.onStop(
      'workers',
      'segments',
      startRounds(INTERVAL_MS, () => this.round()),
    );
  }

  private async round(): Promise<void> {
    const sweeping = this.rounds++ % ROUNDS_BETWEEN_SWEEPS === 0;
    const works: [string, () => Promise<unknown>][] = [
      ['retention of segments', () => this.removal.expire(this.nowMicros(), DEFAULT_RETENTION_DAYS)],
      ['compaction', () => this.compaction.run(this.nowMicros())],
      ['removal of files', () => this.removal.removeDue(this.nowMicros())],
      ['sweep of files', async () => (sweeping ? this.removal.sweepOrphans() : 0)],
    ];
    for (const [name, work] of works) {
      // What failed is done in the next round: nothing but disk space waits for it.
      await work().catch((error: unknown) => this.logger.warn(describeError(error), `${name} failed`));
    }
  }
}
