/** How far what is stored is behind, seen from outside the store writer: it cannot say that it stands still. */
import type { Pool } from 'pg';
import { startInterval } from '@spanwise/host/intervals';
import { lookAt, type Look } from './store-lag.store.js';

const LOOK_MS = 1_000;
/** A look that takes longer than this is as good as none. */
const UNSEEN_LIMIT_MS = 10_000;

/** Since when something waits, by the clock of `performance`, which is never set. */
interface Waiting {
  epoch: number;
  seq: number;
  sinceMs: number;
}

class ShardLag {
  messages = 0;
  private waiting: Waiting | undefined;
  /** When a look last found nothing waiting. */
  private clearMs: number | undefined;
  private seenMs = performance.now();

  /** What was not stored at the last look has grown older since, whether or not there was another one. */
  seconds(): number {
    const nowMs = performance.now();
    const unseenMs = nowMs - this.seenMs;
    const ageMs = this.waiting === undefined ? 0 : nowMs - this.waiting.sinceMs;
    return Math.max(ageMs, unseenMs > UNSEEN_LIMIT_MS ? unseenMs : 0) / 1_000;
  }

  take(look: Look | undefined): void {
    const nowMs = performance.now();
    this.seenMs = nowMs;
    this.messages = look?.messages ?? 0;
    if (look === undefined || !look.waits) {
      this.waiting = undefined;
      this.clearMs = nowMs;
      return;
    }
    if (this.waiting?.epoch === look.epoch && this.waiting.seq === look.seq) return;
    const ageMs = look.oldestMicros === undefined ? 0 : Date.now() - look.oldestMicros / 1_000;
    // A clock that was set makes nothing older than the last look that found all of it stored.
    const atMostMs = this.clearMs === undefined ? Infinity : nowMs - this.clearMs;
    const { epoch, seq } = look;
    this.waiting = { epoch, seq, sinceMs: nowMs - Math.min(Math.max(0, ageMs), atMostMs) };
    this.clearMs = undefined;
  }
}

export class StoreLag {
  private readonly shards: ShardLag[];
  private endLooks: (() => Promise<void>) | undefined;

  constructor(
    private readonly pool: Pool,
    shards: number,
  ) {
    this.shards = Array.from({ length: shards }, () => new ShardLag());
  }

  get messages(): number {
    return this.shards.reduce((sum, shard) => sum + shard.messages, 0);
  }

  seconds(): number {
    return Math.max(...this.shards.map((shard) => shard.seconds()));
  }

  start(): void {
    // What it cannot see, its figures say.
    this.endLooks = startInterval(LOOK_MS, () => this.look().catch(() => undefined));
  }

  async stop(): Promise<void> {
    await this.endLooks?.();
  }

  async look(): Promise<void> {
    for (const [number, shard] of this.shards.entries()) shard.take(await lookAt(this.pool, number));
  }
}
