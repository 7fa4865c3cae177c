/** Whether the object store is the one that this catalogue names, so that something may be put or deleted (PROTO-42). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ManifestsHead } from '@spanwise/contracts/log/manifests';
import type { StoreMarks, StoreOwner } from '@spanwise/object-store/store-marks';
import { appliedOffsets } from './removals.store.js';

/**
 * `foreign`: of another installation. `held`: an operator has to look. `waiting`: the projector was not heard yet, its session
 * appeared again, or the store was written from beyond the catalogue; that ends by itself, or in a hold. Only of `own` may
 * anything be deleted.
 */
export type Standing = 'own' | 'waiting' | 'held' | 'foreign';

export interface GuardLimits {
  /** A look is good for so long. */
  freshMs: number;
  /** A session that appeared again is believed after this: the owner of a store that a copy has claimed looks more often. */
  settleMs: number;
  /** Manifests on their way get here meanwhile. */
  followMs: number;
}

const LIMITS: GuardLimits = { freshMs: 5_000, settleMs: 15_000, followMs: 3_000 };
const POLL_MS = 100;

export class StoreGuard {
  private lookedMs = -Infinity;
  private looking: Promise<Standing> | undefined;
  private seen: { session: string; sinceMs: number } | undefined;
  /** Of the last look that did not fail. */
  standing: Standing = 'waiting';

  constructor(
    private readonly pool: Pool,
    private readonly marks: StoreMarks,
    /** What the projector said last. */
    private readonly heard: () => ManifestsHead['owner'],
    private readonly shards: number,
    private readonly limits = LIMITS,
  ) {}

  async look(): Promise<Standing> {
    if (performance.now() - this.lookedMs < this.limits.freshMs) return this.standing;
    this.looking ??= this.evaluate().finally(() => (this.looking = undefined));
    this.standing = await this.looking;
    this.lookedMs = performance.now();
    return this.standing;
  }

  private async evaluate(): Promise<Standing> {
    const owner = await this.marks.owner();
    const heard = this.heard();
    if (owner === undefined || heard === undefined) return 'waiting';
    if (owner.installation !== heard.installation) return 'foreign';
    const isOwn = heard.sessions.includes(owner.session) && this.isSettled(owner) && (await this.isEntered());
    // A writer that goes on from beyond the catalogue holds first: so a hold is seen here once everything is entered.
    if ((await this.marks.holds()).size > 0) return 'held';
    return isOwn ? 'own' : 'waiting';
  }

  private isSettled({ session, first }: StoreOwner): boolean {
    if (this.seen?.session !== session) this.seen = { session, sinceMs: performance.now() };
    return session === first || performance.now() - this.seen.sinceMs >= this.limits.settleMs;
  }

  /** Whether the catalogue has everything that the store says was written. */
  private async isEntered(): Promise<boolean> {
    const marks = await Promise.all(Array.from({ length: this.shards }, (_, shard) => this.marks.shard(shard)));
    for (const endsMs = performance.now() + this.limits.followMs; ; await sleep(POLL_MS)) {
      const offsets = await appliedOffsets(this.pool);
      const isThere = marks.every((mark, shard) => {
        const offset = offsets.get(shard);
        return mark === undefined || mark.n === 0 || (mark.lineage === offset?.lineage && mark.n <= offset.n);
      });
      if (isThere || performance.now() > endsMs) return isThere;
    }
  }
}
