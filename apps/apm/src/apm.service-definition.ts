import { Module, type DynamicModule } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { Heartbeats, startHeartbeat } from '@spanwise/bus/heartbeat';
import { ShardCheck } from '@spanwise/bus/shard-check';
import { isOwnMessage, senderOf } from '@spanwise/bus/wire';
import { recordChange } from '@spanwise/contracts/iam/audit';
import { DELTA_HINT_SUBJECT, DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import { readStoredState } from '@spanwise/contracts/log/stored-state';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { SharedModule } from '@spanwise/host/shared-module';
import { watchDatabase } from '@spanwise/postgres/availability';
import { connectDatabase, Database } from '@spanwise/postgres/database';
import { auditOutbox } from './platform/audit/audit-outbox.js';
import { ApmConfig, variables, type ApmVariables } from './config.js';
import { dataSource } from './db/data-source.js';
import { AppliedDeltas, DeltaFollower } from './rollups/deltas/delta-follower.js';
import { watchDeadLetters, watchFollowers } from './rollups/deltas/follower-gauges.js';
import { fetchOverBus } from './rollups/deltas/delta-source.js';
import { ApmMetrics } from './metrics.js';
import { Projection } from './rollups/projection.js';
import { ApmViewsModule } from './apm/apm.module.js';
import { queryEngineProviders } from './query/query-engine/query-engine-providers.js';
import { ROLLUP_TABLES, wantedPartitions } from './rollups/retention/partitions.store.js';
import { DeletedOrganization } from './apm/organizations/deleted-organization.js';
import { Retention } from './rollups/retention/retention.js';
import { enteredManifests } from './store/segments/manifests.store.js';
import { claimFolder, Segments } from './store/segments/segments.js';
import { JobWorker } from './query/search-jobs/job-worker.js';
import { searchJobsProviders } from './query/search-jobs/search-jobs-providers.js';
import { QueryCounts } from './query/usage/query-counts.store.js';
import { UsagePools } from './query/usage/usage-pools.js';
import { countLetters } from './rollups/rollups/delta-dead-letters.store.js';
import { PartitionWriter } from './rollups/rollups/partition-writer.js';
import { AlertMeasuresModule } from './alert-measures/alert-measures.module.js';
import { QueryModule } from './query/query.module.js';
import { SourceMapsModule } from './source-maps/source-maps.module.js';
import { StoreModule } from './store/store.module.js';

@Module({})
class ApmModule {}

async function apmModule(variables: ApmVariables, host: Host): Promise<DynamicModule> {
  const config = new ApmConfig(variables);
  const bus = await Bus.connect(host, variables);
  const owner = await connectDatabase(host, dataSource(variables.databaseUrl));
  const writerPool = (await connectDatabase(host, dataSource(variables.writerUrl))).pool;
  watchDatabase(host, owner.pool);
  watchDatabase(host, writerPool, 'postgres_writer');

  const metrics = new ApmMetrics(host.registry);
  const oldestMinute = () => wantedPartitions(ROLLUP_TABLES[0]!, config.minuteRetentionMs, Date.now())[0]!;
  const writers = Array.from(
    { length: DELTA_PARTITIONS },
    (_, partition) => new PartitionWriter(writerPool, partition, variables, oldestMinute),
  );
  const applied = new AppliedDeltas();
  const horizonMicros = variables.latenessHorizonMs * 1_000;
  const fetch = fetchOverBus(bus.rpc);
  const followers = writers.flatMap((writer) =>
    Array.from({ length: variables.shards }, (_, shard) => {
      const options = { shard, applied, horizonMicros };
      return new DeltaFollower(fetch, writer, options, host.logger, metrics, host.tracing);
    }),
  );
  watchFollowers(host.registry, followers, writers);
  watchDeadLetters(host, metrics, () => countLetters(writerPool));
  const counts = new QueryCounts(writerPool, host.logger);
  host.shutdown.onStop('workers', 'query counts', () => counts.stop());
  const folder = await claimFolder(variables);
  const segments = new Segments(variables, host, bus.rpc, owner.pool, writerPool, folder);
  const heartbeats = new Heartbeats(bus.connection, 'projector');
  const shardCheck = new ShardCheck(heartbeats, variables.shards, host.logger);
  host.health.addProbe('shards', () => shardCheck.state());
  host.health.addProbe('projection', () => {
    const stopped = followers.find((follower) => follower.stopReason !== undefined);
    return stopped === undefined ? { up: true } : { up: false, reason: stopped.stopReason };
  });
  return {
    module: ApmModule,
    imports: [
      SharedModule.of([
        { provide: Host, useValue: host },
        { provide: Bus, useValue: bus },
        { provide: Heartbeats, useValue: heartbeats },
        { provide: Database, useValue: owner },
        { provide: ApmConfig, useValue: config },
        { provide: Segments, useValue: segments },
        { provide: Projection, useValue: new Projection(followers, new Retention(owner.pool, writerPool, config)) },
        { provide: UsagePools, useValue: new UsagePools(owner.pool, writerPool) },
        ...queryEngineProviders(variables, host, segments.catalogue, segments.files, counts, {
          ask: (asked) => bus.rpc.call(readStoredState, asked),
          entered: () => enteredManifests(owner.pool),
          shards: variables.shards,
        }),
        ...searchJobsProviders(writerPool, host, variables, segments.store),
      ]),
      StoreModule,
      SourceMapsModule,
      QueryModule,
      ApmViewsModule,
      AlertMeasuresModule,
    ],
  };
}

export const apm: ServiceDefinition<typeof variables> = {
  name: 'apm',
  variables,
  module: apmModule,
  configure: (app, _config, host) => serveRpc(app, host, app.get(Bus)),
  started: async (app, config, host) => {
    const { followers, retention } = app.get(Projection);
    const { connection, rpc } = app.get(Bus);
    await retention.run();
    retention.start(host);
    for (let shard = 0; shard < config.shards; shard++) {
      const ofShard = followers.filter((follower) => follower.shard === shard);
      connection.subscribe(DELTA_HINT_SUBJECT(shard), {
        callback: (_, message) => {
          const sender = isOwnMessage(message) ? 'own' : senderOf(message);
          for (const follower of ofShard) follower.hint(Number(message.string()), sender);
        },
      });
    }
    app.get(Segments).start(host, connection);
    app.get(JobWorker).start(host);
    app.get(DeletedOrganization).start();
    auditOutbox.startSending(app.get(Database).pool, (record) => rpc.call(recordChange, record), host);
    const loops = followers.map((follower) => follower.run());
    host.shutdown.onStop('workers', 'delta followers', async () => {
      for (const follower of followers) follower.stop();
      await Promise.all(loops);
    });
    startHeartbeat(host, connection);
  },
};
