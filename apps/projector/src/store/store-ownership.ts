/**
 * Looks whose the object store is, before anything is put (PROTO-40), and whether it was written from beyond the database's
 * position (PROTO-41): then deleting is held (PROTO-42), and storing goes on.
 */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from '@spanwise/host/logger';
import type { ShardMark, StoreMarks, StoreOwner, SweepPause } from '@spanwise/object-store/store-marks';
import { hasStored, withOwner, type OwnerRow } from './store-owner.store.js';
import { loadProgress, type StorePosition } from './store-position.store.js';

export class StoreOfAnother extends Error {}

/** Several times before apm takes a session that appeared again for the owner's (`StoreGuard`). */
const CHECK_MS = 4_000;

export class StoreOwnership {
  private readonly checkMs: number;
  private checkedMs = -Infinity;
  private checking: Promise<void> | undefined;
  private isClaimed = false;

  constructor(
    private readonly pool: Pool,
    private readonly marks: StoreMarks,
    private readonly logger: Logger,
    { checkMs = CHECK_MS }: { checkMs?: number } = {},
  ) {
    this.checkMs = checkMs;
  }

  /** Claims the store at first, then looks now and then whether it is still ours. Throws `StoreOfAnother`. */
  async check(): Promise<void> {
    if (performance.now() - this.checkedMs < this.checkMs) return;
    this.checking ??= this.look().finally(() => (this.checking = undefined));
    await this.checking;
  }

  /** Before anything of the shard is stored by a process that knows nothing of it yet. */
  async beginShard({ shard, lineage, epoch, n }: StorePosition): Promise<void> {
    await this.check();
    const mark = await this.marks.shard(shard);
    const position: ShardMark = { lineage, epoch, n };
    if (mark !== undefined && isAhead(mark, position)) {
      // Another writer commits before it marks: it may have gone on since the position was read.
      const now = (await loadProgress(this.pool, shard)) ?? position;
      if (!isAhead(mark, now)) return;
      await this.hold(`shard-${shard}`, 'database_behind', mark, position);
    }
    if (mark?.lineage !== lineage || mark.epoch !== epoch || mark.n !== n) await this.marks.putShard(shard, position);
  }

  noteStored(position: StorePosition): Promise<void> {
    return this.marks.putShard(position.shard, position);
  }

  private async look(): Promise<void> {
    let isOurs = false;
    await withOwner(this.pool, async (row) => {
      const mark = await this.marks.owner();
      await this.compare(mark, row);
      isOurs = this.isClaimed && mark !== undefined && isOf(mark, row);
      if (isOurs) return row;
      // Who has marked it may have ended before it said so: what was being claimed is the session then.
      const session = mark !== undefined && isOf(mark, row) ? mark.session : row.session;
      return { ...row, session, claiming: randomUUID() };
    });
    if (!isOurs) await withOwner(this.pool, (row) => this.claim(row));
    this.isClaimed = true;
    this.checkedMs = performance.now();
  }

  private async compare(mark: StoreOwner | undefined, row: OwnerRow): Promise<void> {
    if (mark === undefined) {
      if (await hasStored(this.pool)) return;
      if (await this.marks.hasFiles()) throw new StoreOfAnother('the object store has files of another installation');
    } else if (mark.installation !== row.installation) {
      throw ofAnother(mark);
    } else if (!isOf(mark, row)) await this.hold('owner', 'another_session', mark, row);
  }

  private async claim(row: OwnerRow): Promise<OwnerRow> {
    const { installation, claiming } = row;
    // Another process of this database has ended its claim of the same mark.
    if (claiming === null) return row;
    const mark = await this.marks.owner();
    if (mark !== undefined && mark.installation !== installation) throw ofAnother(mark);
    const owner = { installation, session: claiming, first: mark?.first ?? claiming };
    if (mark !== undefined) await this.marks.putOwner(owner);
    else if (!(await this.marks.putFirstOwner(owner))) throw new Error('the object store was claimed meanwhile');
    return { ...row, session: claiming };
  }

  private async hold(what: string, reason: SweepPause['reason'], store: unknown, database: unknown): Promise<void> {
    const hold = { reason, sinceMicros: Date.now() * 1_000, store, database };
    if (await this.marks.hold(what, hold))
      this.logger.error({ what, ...hold }, 'object store: not as the database left it; deletion is paused');
  }
}

const ofAnother = ({ installation }: StoreOwner): StoreOfAnother =>
  new StoreOfAnother(`the object store is that of the installation ${installation}`);

const isOf = ({ session }: StoreOwner, row: OwnerRow): boolean => session === row.session || session === row.claiming;

/** The store was written from beyond the position, or in a history that is not ours. */
const isAhead = (mark: ShardMark, { lineage, epoch, n }: ShardMark): boolean =>
  mark.lineage !== lineage || mark.epoch > epoch || mark.n > n;
