/** The apm service's part of the raw store, put together. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { MANIFEST_HINT_SUBJECT } from '@spanwise/contracts/log/projector';
import type { Host } from '@spanwise/host/service';
import { WorkFolder } from '@spanwise/host/work-folder';
import { createObjectStore } from '@spanwise/object-store/config';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import type { ApmVariables } from '../../config.js';
import { Compaction } from './compaction.js';
import { GuardedStore } from './guarded-store.js';
import { Leases } from './leases.js';
import { unplacedFields } from './field-metrics.js';
import { ManifestFollower } from './manifest-follower.js';
import { manifestsOverBus } from './manifest-source.js';
import { ManifestWriter } from './manifest-writer.js';
import { MergeProcess } from './merge-process.js';
import { Removal } from './removal.js';
import { CachedSegmentFiles } from './segment-files.js';
import { SegmentUpkeep } from './segment-upkeep.js';
import { StoreGuard } from './store-guard.js';
import { watchStoreGuard } from './store-guard-metrics.js';
import { StoredCatalogue } from './stored-catalogue.store.js';

const MERGE_MEMORY_BYTES = 256 * 1024 * 1024;
const [MERGES, SPILL] = ['merges', 'spill'];

/** Folder of this process: with what an earlier one has fetched, without what it had in the making. */
export async function claimFolder({ workDir }: ApmVariables): Promise<WorkFolder> {
  const folder = await WorkFolder.claim(workDir === '' ? tmpdir() : workDir, 'spanwise-apm', { inherit: true });
  for (const part of [MERGES, SPILL]) await rm(join(folder.path, part), { recursive: true, force: true });
  return folder;
}

/** `owner` answers requests under row-level security; `writer` enters what the projector has stored. */
export class Segments {
  readonly store: GuardedStore;
  readonly catalogue: StoredCatalogue;
  readonly files: CachedSegmentFiles;
  readonly followers: ManifestFollower[];
  readonly upkeep: SegmentUpkeep;
  private readonly merger: MergeProcess;

  /** `folder` is of this process alone. */
  constructor(config: ApmVariables, host: Host, rpc: RpcClient, owner: Pool, writer: Pool, folder: WorkFolder) {
    const leases = new Leases();
    const whole = createObjectStore(config);
    const heard = () => this.followers.find(({ owner }) => owner !== undefined)?.owner;
    const guard = new StoreGuard(writer, new StoreMarks(whole), heard, config.shards);
    watchStoreGuard(host, guard);
    this.store = new GuardedStore(whole, guard);
    this.catalogue = new StoredCatalogue(owner, leases);
    const cache = () => folder.ensurePart('segments');
    this.files = new CachedSegmentFiles(this.store, cache, config.segmentCacheBytes, leases);
    const manifests = new ManifestWriter(writer, unplacedFields(host.registry));
    this.followers = Array.from(
      { length: config.shards },
      (_, shard) => new ManifestFollower(manifestsOverBus(rpc), manifests, shard, host.logger),
    );
    const limits = { memoryBytes: MERGE_MEMORY_BYTES, threads: 1, spillFolder: join(folder.path, SPILL) };
    this.merger = new MergeProcess(limits);
    const merges = async () => {
      await folder.ensurePart(SPILL);
      return folder.ensurePart(MERGES);
    };
    const compaction = new Compaction(writer, this.store, this.files, leases, this.merger, merges);
    this.upkeep = new SegmentUpkeep(
      compaction,
      new Removal(writer, this.store, leases, config.segmentGraceMs * 1_000),
      guard,
      host.logger,
    );
    host.health.addDegradingProbe('catalogue', () => {
      const reason = this.followers.find((follower) => follower.stopReason !== undefined)?.stopReason;
      return reason === undefined ? { up: true } : { up: false, reason };
    });
  }

  start(host: Host, connection: NatsConnection): void {
    for (const follower of this.followers)
      connection.subscribe(MANIFEST_HINT_SUBJECT(follower.shard), { callback: () => follower.hint() });
    const loops = this.followers.map((follower) => follower.run());
    host.shutdown.onStop('workers', 'manifest followers', async () => {
      for (const follower of this.followers) follower.stop();
      await Promise.all(loops);
    });
    // A merge under way is done again from the files that the catalogue names: a stop does not wait for it.
    host.shutdown.onStop('workers', 'merges', async () => this.merger.close());
    this.upkeep.start(host);
  }
}
