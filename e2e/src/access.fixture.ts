/** The gateway and iam in one process on a database and a NATS server of their own, and people who call them. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { connect, type NatsConnection } from 'nats';
import { Client } from 'pg';
import { variables as gatewayVariables } from '@spanwise/gateway/config';
import { gateway } from '@spanwise/gateway/gateway.service-definition';
import { loadConfig } from '@spanwise/host/config';
import { unseal } from '@spanwise/host/sealing';
import { startService, type RunningService } from '@spanwise/host/service';
import { variables as iamVariables } from '@spanwise/iam/config';
import { migrations } from '@spanwise/iam/db/migrations';
import { iam } from '@spanwise/iam/iam.service-definition';
import { createDataSource } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { httpCall, type Answer, type CallOptions } from './http-call.js';

const KEY = Buffer.alloc(32, 3);
const KEYRING = `k1:${KEY.toString('base64')}`;
export const ADMIN_EMAIL = 'admin@example.org';
export const PASSWORD = 'correct horse 9 battery';

export interface Person {
  token: string;
  user_id: string;
  org_id: string;
  email: string;
}

export class Access {
  private addresses = 0;

  private constructor(
    readonly url: string,
    readonly database: ScratchDatabase,
    /** The superuser, who sees every row. */
    readonly admin: Client,
    readonly nats: ScratchNats,
    readonly connection: NatsConnection,
    private readonly gateway: RunningService,
    private iam: RunningService,
    private readonly startIam: () => Promise<RunningService>,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<Access> {
    const database = await scratchDatabase('access');
    await provision(database.url, TEST_PASSWORDS);
    const databaseUrl = database.urlAs('spanwise_iam');
    const source = createDataSource({ url: databaseUrl, schema: 'iam', applicationName: 'test', migrations });
    await migrate(source, databaseUrl, 'iam');
    const nats = await scratchNats();
    // The proxy is believed, so that each person of a test can come from an address of their own.
    const shared = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      NATS_URL: nats.url,
      SPANWISE_CALL_TIMEOUT: '20s',
      SPANWISE_TRUSTED_PROXIES: '127.0.0.1',
    };
    const iamConfig = loadConfig(iamVariables, {
      ...shared,
      DATABASE_URL: databaseUrl,
      SPANWISE_ADMIN_EMAIL: ADMIN_EMAIL,
      SPANWISE_ADMIN_PASSWORD: PASSWORD,
      SPANWISE_TOKEN_KEYS: KEYRING,
      SPANWISE_SECRET_KEYS: KEYRING,
      // Every person of a test is hashed and signs in; how the default costs is seen with whole products.
      SPANWISE_PASSWORD_MEMORY_KIB: '1024',
      ...environment,
    });
    const startIam = () => startService(iam, iamConfig);
    const iamService = await startIam();
    const edge = { ...shared, SPANWISE_OTLP_GRPC_PORT: '0', ...environment };
    const gatewayService = await startService(gateway, loadConfig(gatewayVariables, edge));
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    const connection = await connect({ servers: nats.url });
    const url = await gatewayService.app.getUrl();
    return new Access(url, database, admin, nats, connection, gatewayService, iamService, startIam);
  }

  /** iam is away while the work lasts. */
  async withoutIam(work: () => Promise<void>): Promise<void> {
    await this.iam.stop();
    try {
      await work();
    } finally {
      this.iam = await this.startIam();
    }
  }

  async stop(): Promise<void> {
    for (const service of [this.gateway, this.iam]) await service.stop();
    await this.connection.close();
    await this.admin.end();
    await this.nats.stop();
    await this.database.drop();
  }

  call<T = Record<string, unknown>>(line: string, options: CallOptions = {}): Promise<Answer<T>> {
    return httpCall<T>(this.url, line, options);
  }

  /** An address without calls so far. */
  newAddress(): string {
    this.addresses++;
    return `10.1.${this.addresses >> 8}.${this.addresses & 255}`;
  }

  signIn(email: string, password = PASSWORD, address = this.newAddress()): Promise<Answer<Person>> {
    return this.call<Person>('POST /auth/signin', {
      body: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  }

  async person(email: string, password = PASSWORD): Promise<Person> {
    const { status, body } = await this.signIn(email, password);
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** A new viewer of the organization that the token is of, signed in. */
  async newPerson(name: string, token: string): Promise<Person> {
    const email = `${name}@example.org`;
    const body = { email, display_name: name, password: PASSWORD };
    const { status } = await this.call('POST /users', { token, body });
    if (status !== 201) throw new Error(`${email} could not be made: ${status}`);
    return this.person(email);
  }

  /** The first key that iam signs with, as only iam has it. */
  async signingKey(): Promise<{ kid: string; key: KeyObject }> {
    const { rows } = await this.admin.query<{ kid: string; sealed: Buffer }>(
      'select kid, sealed from iam.signing_keys order by created_at limit 1',
    );
    const pem = unseal([{ kid: 'k1', key: KEY }], rows[0]!.sealed).toString();
    return { kid: rows[0]!.kid, key: createPrivateKey(pem) };
  }

  /** Token of the platform's administrator in `_sys`. */
  async systemToken(): Promise<string> {
    const { rows } = await this.admin.query<{ id: string }>('select id from iam.organizations where system');
    return this.selected(rows[0]!.id, (await this.person(ADMIN_EMAIL)).token);
  }

  /** Token of the platform's administrator in a new organization, where they are an owner. */
  async otherOrganization(slug: string): Promise<string> {
    const token = await this.systemToken();
    const { body } = await this.call<{ id: string }>('POST /orgs', { token, body: { name: slug, slug } });
    return this.selected(body.id, token);
  }

  private async selected(organizationId: string, token: string): Promise<string> {
    const { status, body } = await this.call<{ token: string }>(`POST /orgs/${organizationId}/select`, { token });
    if (status !== 200) throw new Error(`the organization could not be selected: ${status} ${JSON.stringify(body)}`);
    return body.token;
  }

  /** Actions of an organization's audit log, oldest first. */
  async audited(organizationId: string): Promise<string[]> {
    const { rows } = await this.admin.query<{ action: string }>(
      'select action from iam.audit_log where organization_id = $1 order by seq',
      [organizationId],
    );
    return rows.map((row) => row.action);
  }
}
