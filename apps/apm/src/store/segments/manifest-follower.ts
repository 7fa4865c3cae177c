/** Follows the manifests of one shard: fetch after the committed offset, enter in order, never jump. */
import { Backoff } from '@spanwise/host/backoff';
import { describeError, type Logger } from '@spanwise/host/logger';
import { InterruptibleSleep } from '@spanwise/host/interruptible-sleep';
import type { DeltaOffset } from '../../rollups/rollups/delta-offsets.store.js';
import { manifestsAfter, type FetchedManifests, type FetchManifestBytes } from './manifest-source.js';
import type { ManifestWriter } from './manifest-writer.js';

const POLL_MS = 2_000;
const SHORTEST_BACKOFF_MS = 400;
const LONGEST_BACKOFF_MS = 5_000;

export class ManifestFollower {
  private offset: DeltaOffset | undefined;
  private ended = false;
  private readonly rest = new InterruptibleSleep();
  /** Why the catalogue stands still for good; only a restore of both sides starts it again. */
  stopReason: 'manifest_hole' | 'lineage_changed' | undefined;
  entered = 0;
  /** Who the projector said last that it is to the object store. */
  owner: FetchedManifests['owner'];

  constructor(
    private readonly fetch: FetchManifestBytes,
    private readonly writer: Pick<ManifestWriter, 'loadOffset' | 'apply'>,
    readonly shard: number,
    private readonly logger: Logger,
  ) {}

  /** A hint that something was stored: the poll is the guarantee. */
  hint(): void {
    this.rest.wake();
  }

  stop(): void {
    this.ended = true;
    this.rest.wake();
  }

  async run(): Promise<void> {
    const backoff = new Backoff(SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    while (!this.ended && this.stopReason === undefined) {
      try {
        const entered = await this.step();
        backoff.reset();
        if (entered === 0) await this.rest.wait(POLL_MS);
      } catch (error) {
        this.offset = undefined;
        this.logger.warn(
          { shard: this.shard, ...describeError(error) },
          'manifest follower: reloading from the committed offset',
        );
        await backoff.pause();
      }
    }
  }

  /** One fetch; returns how many manifests were entered. */
  async step(): Promise<number> {
    this.rest.clear();
    this.offset ??= await this.writer.loadOffset(this.shard);
    const { offset } = this;
    const fetched = await manifestsAfter(this.fetch, this.shard, offset);
    this.owner = fetched.owner;
    const broken = breakBetween(offset, fetched);
    if (broken !== undefined) return this.haltUnlessOvertaken(offset, broken);
    const next = fetched.manifests.filter(({ n }, index) => n === offset.n + 1 + index);
    if (next.length === 0) return 0;
    this.offset = await this.writer.apply(this.shard, offset, fetched.lineage, next);
    this.entered += next.length;
    return next.length;
  }

  /** Another process that has moved on has had rows trimmed that this one still waits for: that is no hole. */
  private async haltUnlessOvertaken(
    offset: DeltaOffset,
    reason: NonNullable<ManifestFollower['stopReason']>,
  ): Promise<number> {
    this.offset = await this.writer.loadOffset(this.shard);
    if (this.offset.n !== offset.n || this.offset.lineage !== offset.lineage) return 0;
    this.stopReason = reason;
    this.logger.fatal(
      { shard: this.shard, reason },
      'manifest follower: catalogue stopped: manifests do not continue the applied ones',
    );
    return 0;
  }
}

function breakBetween(offset: DeltaOffset, fetched: FetchedManifests): ManifestFollower['stopReason'] {
  if (offset.lineage !== undefined && fetched.lineage !== offset.lineage) return 'lineage_changed';
  if (fetched.lastN < offset.n) return 'lineage_changed';
  return fetched.lowestN > offset.n + 1 ? 'manifest_hole' : undefined;
}
