/** A projector on its own database and log. */
import { randomUUID } from 'node:crypto';
import { connect, type NatsConnection } from 'nats';
import {
  encodeLogMessage,
  INGEST_STREAM,
  INGEST_SUBJECT,
  SLICE_SIGNALS,
  type LogSlice,
  type SliceSignal,
} from '@spanwise/contracts/log/log-message';
import { createLogger } from '@spanwise/host/logger';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { decodeDelta, type DecodedOrganization } from '@spanwise/span-model/delta-codec';
import { eventually, type Waiting } from '@spanwise/testing/eventually';
import { scratchDatabase, TEST_PASSWORDS } from '@spanwise/testing/scratch-database';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { Client, type Pool } from 'pg';
import { Registry } from 'prom-client';
import { migrations } from './db/migrations.js';
import { ProjectorMetrics } from './metrics.js';
import { Shard, type ShardOptions } from './shard/shard.js';

export { logSliceOf, newSpan, ORGANIZATION, sliceOf, type TestSpan } from './log-slices.fixture.js';

const HOUR_MICROS = 3_600_000_000;
/** A server that has just started again may take a message and never answer. */
const PUBLISH_MS = 1_000;

export class TestProjector {
  private constructor(
    readonly pool: Pool,
    /** As the role that requests have. */
    readonly reader: Pool,
    /** The superuser, for faults. */
    readonly admin: Client,
    readonly nats: ScratchNats,
    readonly connection: NatsConnection,
    private readonly release: () => Promise<void>,
  ) {}

  static async create(): Promise<TestProjector> {
    const database = await scratchDatabase('projector');
    await provision(database.url, TEST_PASSWORDS);
    const source = (role: string) =>
      createDataSource({ url: database.urlAs(role), schema: 'projector', applicationName: 'test', migrations });
    await migrate(source('spanwise_projector'), database.urlAs('spanwise_projector'), 'projector');
    const writer = await Database.open(source('spanwise_projector_writer'));
    const reader = await Database.open(source('spanwise_projector'));
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    const nats = await scratchNats();
    const connection = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const release = async () => {
      await connection.close();
      await nats.stop();
      await writer.close();
      await reader.close();
      await admin.end();
      await database.drop();
    };
    return new TestProjector(writer.pool, reader.pool, admin, nats, connection, release);
  }

  /** Empty tables and no log. */
  async reset(): Promise<void> {
    await this.pool.query(
      'delete from ledger; delete from ledger_days; delete from ledger_hours; delete from outbox; delete from dedupe_keys; delete from dead_letters; delete from judgements; delete from segment_manifests; delete from verdicts',
    );
    await this.pool.query(
      'update shard_offsets set lineage = gen_random_uuid(), epoch = 0, seq = 0, n = 0, watermark_micros = 0, floor_hour = 0, stream_created = null, anchor_seq = null, common_seq = 0',
    );
    await this.pool.query('update store_offsets set epoch = 0, seq = 0, n = 0');
    await this.admin.query('delete from projector.deleted_organizations; delete from projector.shard_runs');
    const manager = await this.connection.jetstreamManager();
    await manager.streams.delete(INGEST_STREAM(0)).catch(() => false);
  }

  shard(change: Partial<ShardOptions> = {}): Shard {
    const options: ShardOptions = {
      shard: 0,
      horizonMicros: 24 * HOUR_MICROS,
      keyMemoryBytes: 16_777_216,
      countsLogged: true,
      flushIntervalMs: 1,
      readWaitMs: 50,
      idleBeatMs: 60_000,
      sweepIntervalMs: 15_000,
      log: { maxBytes: 67_108_864, replicas: 1 },
      stallLimitMs: 10_000,
      logLevel: 'silent',
      ledgerMicros: 48 * HOUR_MICROS,
      deadLetterMicros: 168 * HOUR_MICROS,
      ...change,
    };
    return new Shard(
      this.pool,
      this.connection,
      options,
      createLogger('projector', 'silent'),
      new ProjectorMetrics(new Registry()),
    );
  }

  /** Runs a shard around `work` and stops it in order. */
  async running<T>(work: (shard: Shard) => Promise<T>, change: Partial<ShardOptions> = {}): Promise<T> {
    const shard = this.shard(change);
    const loop = shard.run();
    try {
      return await work(shard);
    } finally {
      await shard.stop();
      await loop;
      await shard.close();
    }
  }

  /** As the order of a deletion is noted. */
  async deleteOrganization(id: string): Promise<void> {
    await this.admin.query('insert into projector.deleted_organizations (id, requested_at_micros) values ($1, 1)', [
      id,
    ]);
  }

  async publish(...slices: LogSlice[]): Promise<number> {
    const message = encodeLogMessage(slices);
    // One that is sent again because its acknowledgement was lost is the same message.
    const msgID = randomUUID();
    const ack = await eventually(() =>
      this.connection.jetstream().publish(INGEST_SUBJECT(0), message, { msgID, timeout: PUBLISH_MS }),
    );
    return ack.seq;
  }

  /** Waits until everything that is in the log now is committed. */
  async committed(seq: number, waiting?: Waiting): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.pool.query<{ seq: string }>('select seq from shard_offsets where shard = 0');
      if (Number(rows[0]?.seq ?? 0) < seq) throw new Error(`committed up to ${rows[0]?.seq}, wanted ${seq}`);
    }, waiting);
  }

  async ledger(
    signal: SliceSignal = 'traces',
  ): Promise<Record<'received' | 'counted' | 'duplicate' | 'late' | 'dead', number>> {
    const { rows } = await this.pool.query(
      `select coalesce(sum(received), 0)::float8 as received, coalesce(sum(counted), 0)::float8 as counted,
              coalesce(sum(duplicate), 0)::float8 as duplicate, coalesce(sum(late), 0)::float8 as late, coalesce(sum(dead), 0)::float8 as dead from ledger where signal = $1`,
      [SLICE_SIGNALS.indexOf(signal)],
    );
    return rows[0];
  }

  /** What the deltas of the outbox add up to. */
  async outbox(): Promise<{
    rows: { n: number; part: number }[];
    organizations: DecodedOrganization[];
    requests: number;
  }> {
    const { rows } = await this.pool.query<{ n: string; part: number; delta: Buffer }>(
      'select n, part, delta from outbox order by n, part',
    );
    const organizations = rows.flatMap((row) => decodeDelta(row.delta).organizations);
    const requests = organizations
      .flatMap((organization) => organization.series)
      .filter((series) => series.key.kind === 1)
      .reduce((sum, series) => sum + series.red.sampled, 0);
    return { rows: rows.map((row) => ({ n: Number(row.n), part: row.part })), organizations, requests };
  }

  stop(): Promise<void> {
    return this.release();
  }
}
