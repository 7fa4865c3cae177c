import { Module, type DynamicModule } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { watchLoop } from '@spanwise/host/loop-watch';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { connectDatabase } from '@spanwise/postgres/database';
import { variables, type ProjectorVariables } from './config.js';
import { dataSource } from './db/data-source.js';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { Deltas } from './deltas/deltas.js';
import { ProjectorMetrics } from './metrics.js';
import { refuseLeftOut } from './shard/left-out.js';
import { Shard } from './shard/shard.js';
import { watchShards } from './shard/shard-gauges.js';
import { Shards } from './shard/shards.js';
import { imbalanceOf, ledgerTotals, openDeadLetters, outboxRows } from './status/ledger-totals.store.js';
import { DeletedOrganization } from './organizations/deleted-organization.js';
import { ReaderPool } from './reader-pool.js';
import { LedgerDays } from './usage/ledger-days.js';
import { Manifests } from './store/manifests.js';
import { watchStore } from './store/store-metrics.js';
import { StoreLag } from './store/store-lag.js';
import { StoreProcess } from './store/store-process.js';
import { StoredStates } from './store/stored-states.js';
import { ShardStatuses } from './status/shard-statuses.js';
import { WriterPool } from './writer-pool.js';

const TOTALS_INTERVAL_MS = 5_000;
const READ_WAIT_MS = 1_000;
const IDLE_BEAT_MS = 5_000;
const SWEEP_INTERVAL_MS = 15_000;

@Module({})
class ProjectorModule {}

async function projectorModule(config: ProjectorVariables, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config);
  const writer = new WriterPool((await connectDatabase(host, dataSource(config.writerUrl))).pool);
  watchDatabase(host, writer.pool);
  const reader = new ReaderPool((await connectDatabase(host, dataSource(config.databaseUrl))).pool);
  watchDatabase(host, reader.pool, 'postgres-reader');
  await refuseLeftOut(writer.pool, bus.connection, config.shards);
  const metrics = new ProjectorMetrics(host.registry);
  const shards = Array.from({ length: config.shards }, (_, shard) => {
    const options = {
      shard,
      horizonMicros: config.latenessHorizonMs * 1_000,
      keyMemoryBytes: Math.floor(config.keyMemoryBytes / config.shards),
      countsLogged: config.shards === 1,
      flushIntervalMs: config.flushIntervalMs,
      readWaitMs: READ_WAIT_MS,
      idleBeatMs: IDLE_BEAT_MS,
      sweepIntervalMs: SWEEP_INTERVAL_MS,
      log: { maxBytes: config.logMaxBytes, replicas: config.logReplicas },
      stallLimitMs: config.stallLimitMs,
      logLevel: config.logLevel,
      ledgerMicros: config.ledgerMs * 1_000,
      deadLetterMicros: config.deadLetterMs * 1_000,
      ...(host.tracing && { tracing: host.tracing }),
    };
    return new Shard(writer.pool, bus.connection, options, host.logger, metrics);
  });
  const all = new Shards(shards);
  watchShards(host.registry, all);
  const store = new StoreProcess(config, host.logger);
  const lag = new StoreLag(writer.pool, config.shards);
  lag.start();
  host.shutdown.onStop('workers', 'store lag', () => lag.stop());
  watchStore(host.registry, store, lag, all);
  host.health.addDegradingProbe('object_store', () => store.health);
  return {
    module: ProjectorModule,
    controllers: [Deltas, Manifests, StoredStates, DeadLetters, ShardStatuses, LedgerDays],
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: WriterPool, useValue: writer },
      { provide: ReaderPool, useValue: reader },
      { provide: Shards, useValue: all },
      { provide: StoreProcess, useValue: store },
      DeletedOrganization,
    ],
  };
}

/** Totals for the heartbeat, read apart from the loop that they describe. */
function watchTotals(host: Host, shards: Shards, { pool }: WriterPool): void {
  const read = async () => {
    const totals = await Promise.all(shards.all.map((shard) => ledgerTotals(pool, shard.number)));
    shards.ledgerImbalance = totals.reduce((sum, one) => sum + imbalanceOf(one.spans) + imbalanceOf(one.records), 0);
    shards.outboxRows = await outboxRows(pool);
    shards.openDeadLetters = await openDeadLetters(pool);
  };
  const timer = setInterval(() => void read().catch(() => undefined), TOTALS_INTERVAL_MS);
  host.shutdown.onStop('workers', 'totals', async () => clearInterval(timer));
}

/** While the connection was lost the log may have become another one, or shorter: nothing in memory would say so. */
async function reloadAfterReconnect({ connection }: Bus, shards: Shards): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'reconnect') for (const shard of shards.all) shard.reload();
  }
}

export const projector: ServiceDefinition<typeof variables> = {
  name: 'projector',
  variables,
  module: projectorModule,
  configure: (app, _config, host) => serveRpc(app, host, app.get(Bus)),
  started: async (app, { logLevel, stallLimitMs }, host) => {
    const watchEnds = watchLoop({ service: host.service, logLevel, limitMs: stallLimitMs });
    host.shutdown.onStop('connections', 'loop watch', watchEnds);
    const shards = app.get(Shards);
    const loops = shards.all.map((shard) => shard.run());
    host.shutdown.onStop('workers', 'shards', async () => {
      for (const shard of shards.all) await shard.stop();
      await Promise.all(loops);
      for (const shard of shards.all) await shard.close();
    });
    const store = app.get(StoreProcess);
    store.start();
    host.shutdown.onStop('workers', 'store writer', () => store.stop());
    app.get(DeletedOrganization).start();
    watchTotals(host, shards, app.get(WriterPool));
    void reloadAfterReconnect(app.get(Bus), shards);
    startHeartbeat(host, app.get(Bus).connection, () => shards.heartbeat());
  },
};
