/** The store writer's process: started by the projector, which tells it the configuration and hears how it does. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { Pool } from 'pg';
import { busOptions } from '@spanwise/bus/connection';
import { createLogger, describeError } from '@spanwise/host/logger';
import { createObjectStore } from '@spanwise/object-store/config';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import type { ProjectorVariables } from '../config.js';
import type { StoreStart, StoreState } from './store-messages.js';
import { StoreWriter } from './store-writer.js';

const FLUSH_INTERVAL_MS = 1_000;
const FLUSH_BYTES = 64 * 1024 * 1024;
const POLL_MS = 200;
const STATE_INTERVAL_MS = 1_000;
/** A step under way may end by itself for so long when the projector is gone. */
const STOP_MS = 1_000;
/** Figures come first: this process takes what the projection leaves of the processor. */
const NICENESS = 5;

process.once('message', ({ config }: StoreStart) => {
  const logger = createLogger('projector', config.logLevel);
  void run(config, logger).catch((error: unknown) => {
    logger.fatal(describeError(error), 'the store writer ends');
    process.exit(1);
  });
});

async function run(config: ProjectorVariables, logger: ReturnType<typeof createLogger>): Promise<void> {
  setPriority(NICENESS);
  // Without the projector nobody hears how this goes on; what is half done is done again from the committed position.
  process.once('disconnect', () => setTimeout(() => process.exit(0), STOP_MS));
  const folder = await emptyFolder(config.workDir);
  const connection = await connect({
    ...busOptions(config.natsUrl, 'projector'),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
  });
  const pool = new Pool({
    connectionString: config.writerUrl,
    query_timeout: 60_000,
    keepAlive: true,
    application_name: 'spanwise-store-writer',
    max: config.shards + 1,
  });
  pool.on('error', (error) => logger.warn(describeError(error), 'a connection to the database was lost'));
  const limits = { memoryBytes: config.storeMemoryBytes, threads: 1, spillFolder: join(folder, 'spill') };
  const engine = await SegmentEngine.start(limits);
  const store = createObjectStore(config);
  const writers = Array.from({ length: config.shards }, (_, shard) => {
    const times = { flushIntervalMs: FLUSH_INTERVAL_MS, flushBytes: FLUSH_BYTES, pollMs: POLL_MS };
    return new StoreWriter(pool, connection, store, engine, { shard, folder, ...times }, logger);
  });
  const stop = () => {
    for (const writer of writers) writer.stop();
  };
  process.once('SIGTERM', stop);
  // A terminal's interrupt is for the projector, which passes it on.
  process.on('SIGINT', () => undefined);
  process.once('disconnect', stop);
  const timer = setInterval(() => tell(writers), STATE_INTERVAL_MS);
  await Promise.all(writers.map((writer) => writer.run()));
  clearInterval(timer);
  engine.close();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}

/** What an earlier process left is of no use to anybody. */
async function emptyFolder(workDir: string): Promise<string> {
  if (workDir === '') return mkdtemp(join(tmpdir(), 'spanwise-store-'));
  const folder = join(workDir, 'store-writer');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

function tell(writers: readonly StoreWriter[]): void {
  if (!process.connected) return;
  const sum = (read: (writer: StoreWriter) => number) => writers.reduce((total, writer) => total + read(writer), 0);
  const fault = writers.find((writer) => writer.fault !== undefined)?.fault;
  const oldest = Math.min(...writers.map((writer) => writer.oldestMicros ?? Infinity));
  const { user, system } = process.cpuUsage();
  const state: StoreState = {
    ...(fault !== undefined && { fault }),
    lagMessages: sum((writer) => writer.lagMessages),
    lagSeconds: Number.isFinite(oldest) ? Math.max(0, Date.now() / 1_000 - oldest / 1_000_000) : 0,
    totals: {
      rows: sum((writer) => writer.totals.rows),
      segments: sum((writer) => writer.totals.segments),
      bytes: sum((writer) => writer.totals.bytes),
      lost: sum((writer) => writer.totals.lost),
    },
    cpuSeconds: (user + system) / 1_000_000,
    residentBytes: process.memoryUsage.rss(),
  };
  process.send!(state, () => undefined);
}
