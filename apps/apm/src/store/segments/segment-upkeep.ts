import { describeError, type Logger } from '@spanwise/host/logger';
import { startInterval } from '@spanwise/host/intervals';
import type { Host } from '@spanwise/host/service';
import type { Compaction } from './compaction.js';
import type { Removal } from './removal.js';
import type { StoreGuard } from './store-guard.js';

const INTERVAL_MS = 20_000;
const ROUNDS_BETWEEN_SWEEPS = 90;
export const DEFAULT_RETENTION_DAYS = 30;

/** What the files need beside being read: merged, expired, removed. One round at a time. */
export class SegmentUpkeep {
  private rounds = 0;
  private isSweepDue = true;

  constructor(
    readonly compaction: Compaction,
    readonly removal: Removal,
    private readonly guard: Pick<StoreGuard, 'look'>,
    private readonly logger: Logger,
    private readonly nowMicros: () => number = () => Date.now() * 1_000,
  ) {}

  start(host: Host): void {
    host.shutdown.onStop(
      'workers',
      'segments',
      startInterval(INTERVAL_MS, () => this.round()),
    );
  }

  /** What may not be done now is done in a later round, once the store is found to be ours (PROTO-42). */
  async round(): Promise<void> {
    this.isSweepDue ||= this.rounds++ % ROUNDS_BETWEEN_SWEEPS === 0;
    const standing = await this.attempt('look at the object store', () => this.guard.look());
    await this.attempt('retention of segments', () => this.removal.expire(this.nowMicros(), DEFAULT_RETENTION_DAYS));
    if (standing === 'foreign' || standing === undefined) return;
    await this.attempt('compaction', () => this.compaction.run(this.nowMicros()));
    if (standing !== 'own') return;
    await this.attempt('removal of files', () => this.removal.removeDue(this.nowMicros()));
    if (!this.isSweepDue) return;
    const swept = await this.attempt('sweep of files', () => this.removal.sweepOrphans());
    this.isSweepDue = swept === undefined;
  }

  /** What failed is done in the next round: nothing but disk space waits for it. */
  private attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    return work().catch((error: unknown) => {
      this.logger.warn(describeError(error), `segments: ${name} failed`);
      return undefined;
    });
  }
}
