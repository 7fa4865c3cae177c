import { Client, type Pool } from 'pg';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS } from '@spanwise/testing/scratch-database';
import { maintainPartitions, ROLLUP_TABLES } from '../rollups/retention/partitions.store.js';
import { migrations } from './migrations.js';

const KEPT_MS = 48 * 3_600_000;

/** The schema of apm in a database of its own, with partitions for the last two days. */
export interface ApmDatabase {
  ownerSource: Database;
  owner: Pool;
  writer: Pool;
  /** The superuser, past row-level security. */
  admin: Client;
  urlAs: (role: string) => string;
  drop: () => Promise<void>;
}

export async function apmDatabase(name: string): Promise<ApmDatabase> {
  const database = await scratchDatabase(name);
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  const sources = await Promise.all(['spanwise_apm', 'spanwise_apm_writer'].map((role) => Database.open(source(role))));
  const [owner, writer] = sources.map(({ pool }) => pool);
  for (const table of ROLLUP_TABLES) await maintainPartitions(owner!, table, KEPT_MS, Date.now());
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  const drop = async () => {
    await Promise.all(sources.map((one) => one.close()));
    await admin.end();
    await database.drop();
  };
  return {
    ownerSource: sources[0]!,
    owner: owner!,
    writer: writer!,
    admin,
    urlAs: (role) => database.urlAs(role),
    drop,
  };
}
