import type { DeltaFollower } from './deltas/delta-follower.js';
import type { Retention } from './retention/retention.js';

/** The writing half: one writer per partition, one follower per shard and partition. */
export class Projection {
  constructor(
    readonly followers: DeltaFollower[],
    readonly retention: Retention,
  ) {}
}
