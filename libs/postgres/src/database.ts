import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '@spanwise/host/logger';
import type { Host } from '@spanwise/host/service';
import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import type { Pool } from 'pg';
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

/** The driver's pool, for SQL that TypeORM would only wrap. */
export function poolOf(source: DataSource): Pool {
  return (source.driver as unknown as { master: Pool }).master;
}

const RECONNECT_MS = 500;

/** Connects, and keeps trying while the server is away: a service may start before its database. */
export async function connectDataSource(host: Host, source: DataSource): Promise<DataSource> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await source.initialize();
    } catch (error) {
      if (attempt % 10 === 1) host.logger.warn(describeError(error), 'database: not reachable yet');
      await sleep(RECONNECT_MS);
    }
  }
}
