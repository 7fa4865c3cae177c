import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '@spanwise/host/logger';
import type { Host } from '@spanwise/host/service';
import { DataSource, type EntityManager, type EntitySchema, type MixedList } from 'typeorm';
import type { Pool, PoolClient } from 'pg';
import { translateFaults } from './availability.js';
import { inTransaction, type TransactionOptions } from './transaction.js';
import { tracedClient } from './traced-client.js';

export interface DatabaseOptions {
  url: string;
  schema: string;
  applicationName: string;
  poolSize?: number;
  entities?: MixedList<Function | string | EntitySchema>;
  migrations?: (new () => unknown)[];
}

/** A data source that is never synchronized: tables come from migrations alone. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    schema: options.schema,
    applicationName: options.applicationName,
    entities: options.entities ?? [],
    migrations: (options.migrations ?? []) as Function[],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: 5_000,
    extra: {
      idleTimeoutMillis: 60_000,
      // A server that stopped answering must not hold a request for ever.
      query_timeout: 60_000,
      keepAlive: true,
      Client: tracedClient(options.schema),
    },
  });
}

/** Connections of one role to one schema. TypeORM opens and migrates; statements go to the driver's pool. */
export class Database {
  constructor(private readonly source: DataSource) {}

  static async open(source: DataSource): Promise<Database> {
    return new Database(await source.initialize());
  }

  get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }

  /** For the few rows that are entities. */
  get manager(): EntityManager {
    return this.source.manager;
  }

  /** As `inTransaction`; a database that is away is `unavailable`. */
  transaction<T>(options: TransactionOptions, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return translateFaults(() => inTransaction(this.pool, options, work));
  }

  close(): Promise<void> {
    return this.source.destroy();
  }
}

const RECONNECT_MS = 500;

/** Connects, and keeps trying while the server is away: a service may start before its database. */
export async function connectDatabase(host: Host, source: DataSource): Promise<Database> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await Database.open(source);
    } catch (error) {
      if (attempt % 10 === 1) host.logger.warn(describeError(error), 'database: not reachable yet');
      await sleep(RECONNECT_MS);
    }
  }
}
