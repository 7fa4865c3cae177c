/** Receivers as the providers document them, on loopback, and a provider context that reaches them. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { dialerWith, rulesWith } from '../egress/egress.fixture.js';
import { OutboundHttp } from '../egress/http-client.js';
import type { Alert } from './alert.js';
import type { Delivery, Target, ProviderContext } from './provider.js';

export const NOW_MS = 1_700_000_000_000;

export function testContext(trustedCa?: string): ProviderContext {
  const dialer = dialerWith(rulesWith(['127.0.0.0/8']), { trustedCa, resolve: async () => ['127.0.0.4'] });
  return { dialer, http: new OutboundHttp(dialer), nowMs: () => NOW_MS, mailDomain: 'spanwise.example' };
}

export const deliveryTo = (
  type: Target['type'],
  value: string,
  message: Partial<Delivery['message']> = {},
): Delivery => ({
  id: '019a0000-0000-7000-8000-000000000001',
  target: { type, value },
  message: { title: 'Checkout is slow', text: 'p95 is 2 s', ...message },
});

/** An alert with everything that one can say. */
export const ALERT: Alert = {
  state: 'triggered',
  key: '019a0000-0000-7000-8000-0000000000aa',
  severity: 'critical',
  labels: { service: 'checkout', env: 'prod <eu>' },
  url: 'https://spanwise.example/alerts/1?a=b&c=d',
  acknowledge_url: 'https://spanwise.example/api/v1/alerts/acknowledge/secret',
};

/** What went wrong with a delivery; throws where nothing did. */
export async function deliveryFault(work: Promise<unknown>): Promise<DeliveryFault> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DeliveryFault) return error;
  throw new Error('no delivery failed', { cause: error });
}

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: object | string;
}

/** An HTTP receiver that keeps what it got and answers what the test says. */
export class HttpReceiver {
  readonly received: Received[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(reply: (request: Received) => Reply = () => ({})): Promise<HttpReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const got = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
        receiver.received.push(got);
        const { status = 200, headers: own = {}, body = '' } = reply(got);
        response.writeHead(status, own).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.4', resolve));
    const receiver = new HttpReceiver(server, `http://127.0.0.4:${(server.address() as AddressInfo).port}`);
    return receiver;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}

export interface Mail {
  from: string;
  to: string[];
  raw: string;
  secure: boolean;
  user: string | undefined;
}

/** A mail server that keeps what it got; `user`/`secret` are the credentials that it takes. */
export class MailReceiver {
  readonly mails: Mail[] = [];
  /** Every credential that was tried, over TLS or not. */
  readonly logins: { user: string; secure: boolean }[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailReceiver> {
    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      onAuth: ({ username = '', password }, session, callback) => {
        receiver.logins.push({ user: username, secure: session.secure });
        if (username === 'user' && password === 'secret') callback(null, { user: username });
        else callback(new Error('535 banner with internals'));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          receiver.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
            secure: session.secure,
            user: session.user,
          });
          callback();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.4');
    listening.on('connection', (socket: Socket) => receiver.sockets.add(socket));
    await new Promise((resolve) => listening.once('listening', resolve));
    const receiver = new MailReceiver(server, (listening.address() as AddressInfo).port);
    return receiver;
  }

  /** Ends every connection, as a server does that waited long enough. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
