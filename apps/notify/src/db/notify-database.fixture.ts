/** notify's schema in a scratch database, for specs of what works on its tables. */
import { Client } from 'pg';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS } from '@spanwise/testing/scratch-database';
import { migrations } from './migrations.js';
import { OrganizationTransactions } from './organization-transactions.js';

export class NotifyDatabase {
  readonly transactions: OrganizationTransactions;

  private constructor(
    /** As the service sees it. */
    readonly source: Database,
    /** Past row-level security. */
    readonly admin: Client,
    private readonly drop: () => Promise<void>,
  ) {
    this.transactions = new OrganizationTransactions(source);
  }

  static async start(name: string): Promise<NotifyDatabase> {
    const database = await scratchDatabase(name);
    await provision(database.url, TEST_PASSWORDS);
    const url = database.urlAs('spanwise_notify');
    const options = { url, schema: 'notify', applicationName: 'test', migrations };
    await migrate(createDataSource(options), url, 'notify');
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    return new NotifyDatabase(await Database.open(createDataSource(options)), admin, () => database.drop());
  }

  async stop(): Promise<void> {
    await this.source.close();
    await this.admin.end();
    await this.drop();
  }
}
