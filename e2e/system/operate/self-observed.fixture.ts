/** Gateway, iam, projector and apm in one process, every request of which is traced, and a person who reads `_sys`. */
import { Client } from 'pg';
import { variables as apmVariables } from '@spanwise/apm/config';
import { apm } from '@spanwise/apm/apm.service-definition';
import { migrations as apmMigrations } from '@spanwise/apm/db/migrations';
import { variables as gatewayVariables } from '@spanwise/gateway/config';
import { gateway } from '@spanwise/gateway/gateway.service-definition';
import { loadConfig } from '@spanwise/host/config';
import { startService, type RunningService } from '@spanwise/host/service';
import { variables as iamVariables } from '@spanwise/iam/config';
import { Scopes } from '@spanwise/iam/db/scopes';
import { migrations as iamMigrations } from '@spanwise/iam/db/migrations';
import { iam } from '@spanwise/iam/iam.service-definition';
import { Sessions } from '@spanwise/iam/identity/signin/sessions';
import { createDataSource } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { variables as projectorVariables } from '@spanwise/projector/config';
import { migrations as projectorMigrations } from '@spanwise/projector/db/migrations';
import { projector } from '@spanwise/projector/projector.service-definition';
import { scratchDatabase, TEST_PASSWORDS } from '@spanwise/testing/scratch-database';
import { scratchNats } from '@spanwise/testing/scratch-nats';
import { serverSpan } from '../../src/product.fixture.js';

const KEYRING = `k1:${Buffer.alloc(32, 3).toString('base64')}`;
const EMAIL = 'admin@example.org';
const PASSWORD = 'correct horse 9 battery';
const MIGRATIONS = { iam: iamMigrations, apm: apmMigrations, projector: projectorMigrations };

export class SelfObserved {
  private constructor(
    readonly url: string,
    private readonly services: RunningService[],
    private readonly admin: Client,
    private readonly release: () => Promise<void>,
  ) {}

  static async start(): Promise<SelfObserved> {
    const [database, nats] = await Promise.all([scratchDatabase('self_observed'), scratchNats()]);
    await provision(database.url, TEST_PASSWORDS);
    for (const [schema, migrations] of Object.entries(MIGRATIONS)) {
      const url = database.urlAs(`spanwise_${schema}`);
      await migrate(createDataSource({ url, schema, applicationName: 'test', migrations }), url, schema);
    }
    const shared = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      NATS_URL: nats.url,
      SPANWISE_CALL_TIMEOUT: '20s',
      SPANWISE_TRACING_INTAKE_RATIO: '1',
    };
    const databases = (schema: string) => ({
      DATABASE_URL: database.urlAs(`spanwise_${schema}`),
      DATABASE_WRITER_URL: database.urlAs(`spanwise_${schema}_writer`),
    });
    const secrets = {
      SPANWISE_ADMIN_EMAIL: EMAIL,
      SPANWISE_ADMIN_PASSWORD: PASSWORD,
      SPANWISE_TOKEN_KEYS: KEYRING,
      SPANWISE_SECRET_KEYS: KEYRING,
      SPANWISE_CURSOR_KEYS: KEYRING,
    };
    const services = [
      await startService(iam, loadConfig(iamVariables, { ...shared, ...databases('iam'), ...secrets })),
      await startService(projector, loadConfig(projectorVariables, { ...shared, ...databases('projector') })),
      await startService(apm, loadConfig(apmVariables, { ...shared, ...databases('apm'), ...secrets })),
      await startService(gateway, loadConfig(gatewayVariables, { ...shared, SPANWISE_OTLP_GRPC_PORT: '0' })),
    ];
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    const url = await services[3]!.app.getUrl();
    return new SelfObserved(url, services.reverse(), admin, async () => {
      await nats.stop();
      await database.drop();
    });
  }

  async stop(): Promise<void> {
    for (const service of this.services) await service.stop();
    await this.admin.end();
    await this.release();
  }

  async call<T>(line: string, token?: string, body?: object): Promise<{ status: number; body: T }> {
    const [method, path] = line.split(' ');
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async get<T>(path: string, token: string): Promise<T> {
    const { status, body } = await this.call<T>(`GET ${path}`, token);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** The owner of the first organization, signed in there. */
  async signIn(): Promise<string> {
    const { body } = await this.call<{ token: string }>('POST /api/v1/auth/signin', undefined, {
      email: EMAIL,
      password: PASSWORD,
    });
    return body.token;
  }

  /** The same person in `_sys`. */
  async signInToSystem(): Promise<string> {
    const { app } = this.services[3]!;
    const { rows } = await this.admin.query<{ user_id: string; organization_id: string }>(
      'select u.id as user_id, o.id as organization_id from iam.users u, iam.organizations o where o.system',
    );
    const { user_id: userId, organization_id: organizationId } = rows[0]!;
    const session = { userId, organizationId, scope: 'system' as const };
    const sessions = app.get(Sessions);
    const id = await app.get(Scopes).in({ organizationId }, (client) => sessions.insert(client, session));
    return sessions.token(id, session);
  }

  /** Sends a span of a client's service through the intake; the status of the answer. */
  async send(token: string, service: string): Promise<number> {
    const attributes = [{ key: 'service.name', value: { stringValue: service } }];
    const spans = [serverSpan(Date.now() * 1_000)];
    const request = { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] };
    return (await this.call('POST /v1/traces', token, request)).status;
  }

  /** Spans that all services together have made of themselves, and requests for them that the gateway saw. */
  async telemetry(): Promise<{ spans: number; requests: number }> {
    const texts = await Promise.all(this.services.map(({ host }) => host.registry.metrics()));
    const sum = (name: string) =>
      texts
        .flatMap((text) => [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'gm'))])
        .reduce((total, [, value]) => total + Number(value), 0);
    return { spans: sum('spanwise_telemetry_spans_total'), requests: sum('spanwise_telemetry_requests_total') };
  }
}
