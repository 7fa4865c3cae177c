/** The gateway before a real notify process with a database of its own: what a client of the API sees. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sealingKey } from '@spanwise/contracts/notify/notify';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { eventually } from '@spanwise/testing/eventually';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { contextWith, TestGateway } from '../gateway.fixture.js';

const run = promisify(execFile);
const built = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
/** The bundle, which starts in half of the time. */
const NOTIFY = built('dist/services/notify.js');

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
}

export class NotifyApi {
  private constructor(
    readonly gateway: TestGateway,
    readonly database: ScratchDatabase,
    private readonly process: ChildProcess,
    private readonly environment: Record<string, string>,
    readonly token: string,
  ) {}

  static async start(own: Record<string, string> = {}): Promise<NotifyApi> {
    const [gateway, database] = await Promise.all([TestGateway.start(), scratchDatabase('notify_api')]);
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      NATS_URL: gateway.nats.url,
      SPANWISE_CALL_TIMEOUT: '20s',
      DATABASE_URL: database.urlAs('spanwise_notify'),
      SPANWISE_SECRET_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
      SPANWISE_EGRESS_ALLOW_CIDRS: '127.0.0.5/32',
      // By which the run of the tests finds it, should its starter be killed.
      SPANWISE_RUN: process.env.SPANWISE_RUN ?? '',
      ...own,
    };
    await run(process.execPath, [built('libs/postgres/dist/provision-command.js')], {
      env: { SPANWISE_ADMIN_DATABASE_URL: database.url, SPANWISE_DB_PASSWORDS: JSON.stringify(TEST_PASSWORDS) },
    });
    await run(process.execPath, [NOTIFY, 'migrate'], { env: environment });
    const child = spawn(process.execPath, [NOTIFY], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const rpc = new RpcClient(gateway.connection);
    await eventually(() => rpc.call(sealingKey, {}));
    return new NotifyApi(gateway, database, child, environment, admit(gateway));
  }

  /** A credential of another caller. */
  admit(permissions: string[], organizationId?: string): string {
    return admit(this.gateway, permissions, organizationId);
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    token: string | undefined = this.token,
  ): Promise<Answer<T>> {
    const response = await this.gateway.fetch(`/api/v1${path}`, {
      method,
      token,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  /** Runs a verb of the process, such as `rewrap`, with changed variables. */
  async command(verb: string, own: Record<string, string> = {}): Promise<string> {
    const env = { ...this.environment, LOG_LEVEL: 'info', ...own };
    return (await run(process.execPath, [NOTIFY, verb], { env })).stdout;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGTERM');
    await ended;
    await this.gateway.stop();
    await this.database.drop();
  }
}

function admit(gateway: TestGateway, permissions = ['alerts.read', 'alerts.manage'], organizationId?: string): string {
  return gateway.iam.admit(
    contextWith({ permissions, ...(organizationId !== undefined && { organization_id: organizationId }) }),
  );
}

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** An HTTP receiver on the loopback address that the fixture opens. */
export class Receiver {
  readonly received: Received[] = [];
  reply: { status: number; body: string } = { status: 200, body: '{"ok":true,"code":0,"ts":"1.2"}' };
  /** While set, answers wait for it. */
  held: Promise<void> | undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        receiver.received.push({ method, path: url, headers, body: JSON.parse(text) as Record<string, unknown> });
        const { status, body } = receiver.reply;
        void Promise.resolve(receiver.held).then(() => response.writeHead(status).end(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.5', resolve));
    const receiver = new Receiver(server, `http://127.0.0.5:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
