/** A gateway on a NATS server of its own, with the far ends of its calls played by the test. */
import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { JwtService } from '@nestjs/jwt';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { Bus } from '@spanwise/bus/bus';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { makeApiToken } from '@spanwise/contracts/authz/api-token';
import { GATEWAY_HEALTH_HEADER } from '@spanwise/contracts/base/gateway-health';
import { HEARTBEAT_SUBJECT, type Heartbeat, type ServiceName } from '@spanwise/contracts/base/heartbeat';
import type { ChangeRecord } from '@spanwise/contracts/iam/audit';
import {
  CONTEXT_AUDIENCE,
  CONTEXT_ISSUER,
  SIGN_IN_AUDIENCE,
  SIGN_IN_ISSUER,
  type IamContext,
} from '@spanwise/contracts/authz/iam-context';
import { decodeLogMessage, INGEST_STREAM, type LogSlice } from '@spanwise/contracts/log/log-message';
import { loadConfig } from '@spanwise/host/config';
import type { RouteTable } from '@spanwise/host/route-table';
import { startService, type RunningService } from '@spanwise/host/service';
import { eventually } from '@spanwise/testing/eventually';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { variables } from './config.js';
import { gateway } from './gateway.service-definition.js';

export const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';
const KID = 'test';

export const contextWith = (change: Partial<IamContext> = {}): IamContext => ({
  subject: '00000000-0000-7000-8000-000000000001',
  subject_type: 'api_token',
  credential_id: '00000000-0000-7000-8000-000000000002',
  scope: 'organization',
  organization_id: ORGANIZATION,
  organization_created_micros: 0,
  permissions: ['streams.write', 'streams.query', 'api_tokens.read'],
  features: [],
  billing_state: 'active',
  policy_version: 1,
  ...change,
});

/** iam as the gateway sees it: keys, and the context of each credential that the test knows. */
class PlayedIam {
  readonly contexts = new Map<string, IamContext>();
  questions = 0;
  /** Its answers wait for this. */
  held: Promise<unknown> = Promise.resolve();
  /** What other services had written to the audit log. */
  readonly changes: ChangeRecord[] = [];
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly jwt = new JwtService({});

  constructor(connection: NatsConnection) {
    const { x, y } = this.pair.publicKey.export({ format: 'jwk' });
    const key = { kid: KID, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' };
    const answer = (subject: string, reply: (data: { credential: string }) => Promise<object>) =>
      connection.subscribe(subject, {
        callback: (_, message) =>
          void reply((message.json() as { data: { credential: string } }).data).then((body) =>
            message.respond(JSON.stringify(body)),
          ),
      });
    connection.subscribe('svc.iam.audit.changed', {
      callback: (_, message) => {
        this.changes.push((message.json() as { data: ChangeRecord }).data);
        message.respond(JSON.stringify({ data: { recorded: true } }));
      },
    });
    answer('svc.iam.keys', async () => ({ data: { keys: [key] } }));
    answer('svc.iam.authenticate', async ({ credential }) => {
      this.questions++;
      await this.held;
      const context = this.contexts.get(credential);
      if (context === undefined) return { error: { kind: 'unauthorized', message: 'no' } };
      const signed = await this.sign({ context }, CONTEXT_ISSUER, CONTEXT_AUDIENCE, 30);
      return { data: { signed, context, expiresAtMs: Date.now() + 30_000 } };
    });
  }

  sign(claims: object, issuer: string, audience: string, expiresIn: number): Promise<string> {
    const privateKey = this.pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
    return this.jwt.signAsync(claims, { privateKey, algorithm: 'ES256', keyid: KID, issuer, audience, expiresIn });
  }

  /** A credential of a caller with this context. */
  admit(context = contextWith()): string {
    const { token } = makeApiToken();
    this.contexts.set(token, context);
    return token;
  }

  async signInToken(context: IamContext, expiresIn = 60): Promise<string> {
    const token = await this.sign(
      { sub: context.subject, org_id: context.organization_id },
      SIGN_IN_ISSUER,
      SIGN_IN_AUDIENCE,
      expiresIn,
    );
    this.contexts.set(token, context);
    return token;
  }
}

const IN_TIME = {
  replaying: false,
  lagMessages: 0,
  lagSeconds: 0,
  logFullness: 0,
  outboxRows: 0,
  ledgerImbalance: 0,
};

export class TestGateway {
  private constructor(
    readonly nats: ScratchNats,
    readonly connection: NatsConnection,
    readonly manager: JetStreamManager,
    readonly iam: PlayedIam,
    private readonly service: RunningService,
    readonly url: string,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<TestGateway> {
    const nats = await scratchNats();
    const connection = await connect({ servers: nats.url });
    const manager = await connection.jetstreamManager();
    const iam = new PlayedIam(connection);
    const config = loadConfig(variables, {
      PORT: '0',
      NATS_URL: nats.url,
      SPANWISE_CALL_TIMEOUT: '20s',
      LOG_LEVEL: 'silent',
      SPANWISE_OTLP_GRPC_PORT: '0',
      ...environment,
    });
    for (let shard = 0; shard < config.shards; shard++) {
      await ensureIngestStream(manager, shard, { maxBytes: 67_108_864, replicas: 1 });
    }
    const service = await startService(gateway, config);
    const url = await service.app.getUrl();
    return new TestGateway(nats, connection, manager, iam, service, url);
  }

  /** What it listens on beside HTTP. */
  get ports(): Readonly<Record<string, number>> {
    return this.service.host.ports;
  }

  /** Every route of the server as `METHOD /path/:parameter`. */
  get routes(): string[] {
    const server: unknown = this.service.app.getHttpAdapter().getInstance();
    return (server as { routeTable: RouteTable }).routeTable.list();
  }

  fetch(path: string, init: RequestInit & { token?: string } = {}): Promise<Response> {
    const { token, ...rest } = init;
    return fetch(`${this.url}${path}`, {
      ...rest,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...rest.headers },
    });
  }

  /** Plays a service that answers `data` on a subject, from now on, and remembers what it was asked. */
  async answer(subject: string, data: object): Promise<unknown[]> {
    const asked: unknown[] = [];
    this.connection.subscribe(subject, {
      callback: (_, message) => {
        asked.push((message.json() as { data: unknown }).data);
        message.respond(JSON.stringify({ data }));
      },
    });
    // The server knows of it before another connection asks.
    await this.connection.flush();
    return asked;
  }

  /** The figures lag a minute behind the log. */
  lag(): Promise<void> {
    return this.sendHeartbeat({ projector: { projection: { ...IN_TIME, lagMessages: 900, lagSeconds: 60 } } });
  }

  /** The projector divides the log into so many shards. */
  async divide(shards: number): Promise<void> {
    await this.sendHeartbeat({ projector: { projection: { ...IN_TIME, shards } } });
  }

  /** Publishes heartbeats of all services, as they are when everything works, with the given changes; waits until they are heard. */
  async sendHeartbeat(change: Partial<Record<ServiceName, Partial<Heartbeat>>> = {}): Promise<void> {
    for (const service of ['iam', 'apm', 'notify', 'projector'] as const) {
      const heartbeat = {
        service,
        instance: 'x',
        ready: true,
        subsystems: {},
        ...(service === 'projector' && { projection: IN_TIME }),
        ...change[service],
      };
      this.connection.publish(`${HEARTBEAT_SUBJECT}.${service}`, JSON.stringify(heartbeat));
    }
    await this.heard();
  }

  /** The gateway has what was published: the server of the bus answers every connection in the order of what it sends. */
  async heard(): Promise<void> {
    await this.connection.flush();
    await this.service.app.get(Bus).connection.flush();
    await new Promise(setImmediate);
  }

  /** How many requests of a path have come in from now on. */
  arrivals(path: string): () => number {
    let count = 0;
    this.service.app.getHttpServer().on('request', ({ url }: IncomingMessage) => {
      if (url === path) count++;
    });
    return () => count;
  }

  /** Slices of all messages of a shard's log but what gateways say of themselves. */
  async logged(shard = 0): Promise<LogSlice[][]> {
    const info = await this.manager.streams.info(INGEST_STREAM(shard)).catch(() => undefined);
    const messages: LogSlice[][] = [];
    for (let seq = Math.max(1, info?.state.first_seq ?? 1); seq <= (info?.state.last_seq ?? 0); seq++) {
      const stored = await this.manager.streams.getMessage(INGEST_STREAM(shard), { seq });
      if (!stored.header.has(GATEWAY_HEALTH_HEADER)) messages.push(decodeLogMessage(stored.data));
    }
    return messages;
  }

  async emptyLog(shard = 0): Promise<void> {
    await eventually(() => this.manager.streams.purge(INGEST_STREAM(shard)));
  }

  stopService(): Promise<boolean> {
    return this.service.stop();
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.connection.close();
    await this.nats.stop();
  }
}
