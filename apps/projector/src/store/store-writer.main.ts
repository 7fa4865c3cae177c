/** The store writer's process: started by the projector, which sends it the configuration and receives its state. */
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { Pool } from 'pg';
import { busOptions } from '@spanwise/bus/connection';
import { DELTA_HINT_SUBJECT } from '@spanwise/contracts/log/projector';
import { createLogger, describeError } from '@spanwise/host/logger';
import { watchLoop } from '@spanwise/host/loop-watch';
import { WorkFolder } from '@spanwise/host/work-folder';
import { createObjectStore } from '@spanwise/object-store/config';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import { heldLineBytes, SegmentEngine } from '@spanwise/segments/segment-engine';
import type { ProjectorVariables } from '../config.js';
import { workPlace, type StoreStart, type StoreState } from './store-messages.js';
import { StoreOwnership } from './store-ownership.js';
import { StoreWriter } from './store-writer.js';

const FLUSH_INTERVAL_MS = 1_000;
/** Of lines. */
const FLUSH_BYTES = 128 * 1024 * 1024;
/** A commit of the projection is said at once; this is where that is not heard. */
const POLL_MS = 2_000;
const STATE_INTERVAL_MS = 1_000;
/** A step under way may end by itself for so long when the projector is gone. */
const STOP_MS = 1_000;
/** Figures come first: this process takes what the projection leaves of the processor. */
const NICENESS = 5;
const [SPILL, TRIAL_SPILL] = ['spill', 'trial-spill'];

process.once('message', ({ config }: StoreStart) => {
  const logger = createLogger('projector', config.logLevel);
  void run(config, logger).catch((error: unknown) => {
    logger.fatal(describeError(error), 'store writer: exiting');
    process.exit(1);
  });
});

async function run(config: ProjectorVariables, logger: ReturnType<typeof createLogger>): Promise<void> {
  const { logLevel, stallLimitMs } = config;
  setPriority(NICENESS);
  watchLoop({ service: 'projector', logLevel, limitMs: stallLimitMs });
  // Without the projector the state reaches no process; what is half done is done again from the committed position.
  // An exit would wait for the engine's threads.
  process.once('disconnect', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_MS));
  // Its own: another writer of this machine, of the same projector or not, has another.
  const place = workPlace(config);
  const folder = await WorkFolder.claim(place.parent, place.name);
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
  pool.on('error', (error) => logger.warn(describeError(error), 'store writer: lost a database connection'));
  const limits = { memoryBytes: config.storeMemoryBytes, threads: 1, spillFolder: join(folder.path, SPILL) };
  const ensureFolders = async () => {
    await folder.ensurePart(SPILL);
    return folder.path;
  };
  const engine = await SegmentEngine.start(limits);
  const store = createObjectStore(config);
  const ownership = new StoreOwnership(pool, new StoreMarks(store), logger);
  const writers = Array.from({ length: config.shards }, (_, shard) => {
    const bounds = { flushBytes: FLUSH_BYTES, segmentBytes: heldLineBytes(config.storeMemoryBytes) };
    const times = { flushIntervalMs: FLUSH_INTERVAL_MS, pollMs: POLL_MS };
    const trial = {
      engine: { ...limits, spillFolder: join(folder.path, TRIAL_SPILL) },
      segmentBytes: bounds.segmentBytes,
      stallLimitMs,
      logLevel,
    };
    const options = { shard, folder: ensureFolders, trial, ownership, ...times, ...bounds };
    return new StoreWriter(pool, connection, store, engine, options, logger);
  });
  for (const writer of writers)
    connection.subscribe(DELTA_HINT_SUBJECT(writer.shard), { callback: () => writer.hint() });
  const stop = () => {
    for (const writer of writers) writer.stop();
  };
  process.once('SIGTERM', stop);
  // A terminal's interrupt is for the projector, which passes it on.
  process.on('SIGINT', () => undefined);
  process.once('disconnect', stop);
  const timer = setInterval(() => reportState(writers), STATE_INTERVAL_MS);
  await Promise.all(writers.map((writer) => writer.run()));
  clearInterval(timer);
  engine.close();
  await folder.release();
  process.exit(0);
}

function reportState(writers: readonly StoreWriter[]): void {
  if (!process.connected) return;
  const sum = (read: (writer: StoreWriter) => number) => writers.reduce((total, writer) => total + read(writer), 0);
  const fault = writers.find((writer) => writer.fault !== undefined)?.fault;
  const { user, system } = process.cpuUsage();
  const state: StoreState = {
    ...(fault !== undefined && { fault }),
    attemptAgeMs: Math.max(...writers.map(({ attemptedMs }) => performance.now() - attemptedMs)),
    totals: {
      rows: sum((writer) => writer.totals.rows),
      segments: sum((writer) => writer.totals.segments),
      bytes: sum((writer) => writer.totals.bytes),
      lost: sum((writer) => writer.totals.lost),
      untoldFields: sum((writer) => writer.totals.untoldFields),
    },
    cpuSeconds: (user + system) / 1_000_000,
    residentBytes: process.memoryUsage.rss(),
  };
  process.send!(state, () => undefined);
}
