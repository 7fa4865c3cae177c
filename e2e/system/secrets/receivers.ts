/** Receivers that give back what they are sent, secrets included: the product must keep even that to itself. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** On the loopback network, opened to the product for this run alone. */
export const RECEIVER_ADDRESS = '127.0.0.6';
/** A path with this part, or a password that ends with it, is refused. */
export const REFUSED = 'refused';
const CODE = /\b\d{6}\b/;

export class Receivers {
  /** Requests that carried a secret of the run, one way or another. */
  requests = 0;
  logins = 0;
  /** Codes that were sent to endpoints. */
  readonly codes: string[] = [];

  private constructor(
    private readonly http: Server,
    private readonly mail: SMTPServer,
    readonly url: string,
    readonly mailPort: number,
  ) {}

  static async start(tenantToken: () => string): Promise<Receivers> {
    const http = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        receivers.requests++;
        const code = CODE.exec(/"(?:title|text)":"[^"]*"/.exec(text)?.[0] ?? '')?.[0];
        if (code !== undefined) receivers.codes.push(code);
        const echo = { url: request.url, headers: request.headers, body: text };
        if (request.url?.includes(REFUSED) === true) {
          response.writeHead(500, { location: request.url }).end(JSON.stringify(echo));
          return;
        }
        const answers = { ok: true, code: 0, status: 'success', ts: '1.2', data: { message_id: 'm1' }, echo };
        response.end(JSON.stringify({ ...answers, tenant_access_token: tenantToken(), expire: 7_200 }));
      });
    });
    const mail = new SMTPServer({
      logger: false,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) => {
        receivers.logins++;
        if (password?.endsWith(REFUSED)) done(new Error(`the password ${String(password)} is wrong`));
        else done(null, { user: username });
      },
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    });
    mail.on('error', () => undefined);
    await new Promise<void>((resolve) => http.listen(0, RECEIVER_ADDRESS, resolve));
    const listening = mail.listen(0, RECEIVER_ADDRESS);
    await new Promise((resolve) => listening.once('listening', resolve));
    const url = `http://${RECEIVER_ADDRESS}:${(http.address() as AddressInfo).port}`;
    const receivers = new Receivers(http, mail, url, (listening.address() as AddressInfo).port);
    return receivers;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
    await new Promise<void>((resolve) => this.mail.close(resolve));
  }
}
