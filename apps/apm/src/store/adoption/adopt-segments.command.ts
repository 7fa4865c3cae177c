/** `adopt-segments`: see docs/runbook.md. Prints what it has done, one JSON object a stream. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'nats';
import { Pool } from 'pg';
import { busOptions } from '@spanwise/bus/connection';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { fetchManifests } from '@spanwise/contracts/log/manifests';
import { projectorStatus } from '@spanwise/contracts/log/projector';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { WorkFolder } from '@spanwise/host/work-folder';
import { createObjectStore } from '@spanwise/object-store/config';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import type { ApmVariables } from '../../config.js';
import { Leases } from '../segments/leases.js';
import { appliedOffsets } from '../segments/removals.store.js';
import { CachedSegmentFiles } from '../segments/segment-files.js';
import { DEFAULT_RETENTION_DAYS } from '../segments/segment-upkeep.js';
import { adopt } from './adoption.js';

const ENTER_MS = 60_000;
const POLL_MS = 200;

export async function adoptSegments(config: ApmVariables, words: string[]): Promise<void> {
  if (words.length > 0) throw new Error('adopt-segments takes no words.');
  const own = await WorkFolder.claim(config.workDir === '' ? tmpdir() : config.workDir, 'spanwise-adopt');
  const pool = new Pool({ connectionString: config.writerUrl, application_name: 'spanwise-adopt', max: 2 });
  const connection = await connect({ ...busOptions(config.natsUrl, 'apm'), maxReconnectAttempts: 0 });
  try {
    const rpc = new RpcClient(connection);
    const store = createObjectStore(config);
    await requireWriteStop(new StoreMarks(store), rpc);
    const through = await enteredThrough(pool, rpc);
    const spillFolder = join(own.path, 'spill');
    await own.ensurePart('spill');
    const engine = await SegmentEngine.start({
      memoryBytes: config.queryMemoryBytes,
      threads: config.queryThreads,
      spillFolder,
    });
    const leases = new Leases();
    const files = new CachedSegmentFiles(store, () => own.ensurePart('segments'), config.segmentCacheBytes, leases);
    const folder = () => own.ensurePart('adopted');
    const nowMicros = Date.now() * 1_000;
    const ports = {
      pool,
      store,
      files,
      engine,
      folder,
      through,
      defaultRetentionDays: DEFAULT_RETENTION_DAYS,
      nowMicros,
    };
    for await (const { organizationId, ...adopted } of adopt(ports))
      process.stdout.write(`${JSON.stringify({ organization_id: organizationId, ...adopted })}\n`);
    engine.close();
  } finally {
    await connection.close();
    await pool.end();
    await own.release();
  }
}

/** While nothing is deleted no file goes under the hand that takes it back. */
async function requireWriteStop(marks: StoreMarks, rpc: RpcClient): Promise<void> {
  const { head } = await rpc.callBytes(fetchManifests, { shard: 0, after: Number.MAX_SAFE_INTEGER });
  const owner = await marks.owner();
  if (owner === undefined || owner.installation !== head.owner?.installation)
    throw new Error('The object store is that of another installation: take it over first.');
  if ((await marks.holds()).size === 0)
    throw new Error('Deletion is not held: there is nothing to adopt, or it is being swept already.');
}

/** By shard up to where the log is stored, once the catalogue has all of it. */
async function enteredThrough(pool: Pool, rpc: RpcClient): Promise<Map<number, { epoch: number; seq: number }>> {
  const { shards } = await rpc.call(projectorStatus, new Empty());
  for (const endsMs = performance.now() + ENTER_MS; ; await sleep(POLL_MS)) {
    const offsets = await appliedOffsets(pool);
    if (shards.every(({ shard, stored }) => (offsets.get(shard)?.n ?? 0) >= stored.manifests)) break;
    if (performance.now() > endsMs) throw new Error('The catalogue does not follow the store writer.');
  }
  return new Map(shards.map(({ shard, stored }) => [shard, { epoch: stored.epoch, seq: stored.seq }]));
}
