/** Servers for HTTP and mail that take whatever they are sent, record it, and send it back: a product must not let it out. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A path with this part, or a password that ends with it, is refused. */
export const REFUSED = 'refused';

export class Receivers {
  /** Everything that came, in clear: headers, bodies, credentials, mails. */
  readonly seen: string[] = [];

  private constructor(
    private readonly http: Server,
    private readonly mail: SMTPServer,
    readonly host: string,
  ) {}

  /** On an address of the loopback network, which is opened to the product. */
  static async start(host: string, tenantToken = () => 'token'): Promise<Receivers> {
    const note = (...parts: unknown[]) => void receivers.seen.push(JSON.stringify(parts));
    const http = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { url, headers } = request;
        note(url, headers, body);
        const echo = { url, headers, body };
        if (url?.includes(REFUSED) === true) {
          response.writeHead(500, { location: url }).end(JSON.stringify(echo));
          return;
        }
        const answer = { ok: true, code: 0, status: 'success', ts: '1.2', data: { message_id: 'm1' }, expire: 7_200 };
        response.end(JSON.stringify({ ...answer, echo, tenant_access_token: tenantToken() }));
      });
    });
    const mail = new SMTPServer({
      logger: false,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      // The product keeps its connections, and runs on.
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        note(username, password);
        if (password?.endsWith(REFUSED)) done(new Error(`the password ${String(password)} is wrong`));
        else done(null, { user: username });
      },
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          note(session.envelope, text);
          done();
        });
      },
    });
    mail.on('error', () => undefined);
    await new Promise<void>((resolve) => http.listen(0, host, resolve));
    const listening = mail.listen(0, host);
    await new Promise((resolve) => listening.once('listening', resolve));
    const receivers = new Receivers(http, mail, host);
    return receivers;
  }

  get url(): string {
    return `http://${this.host}:${(this.http.address() as AddressInfo).port}`;
  }

  get mailPort(): number {
    return (this.mail.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
    await new Promise<void>((resolve) => this.mail.close(resolve));
  }
}
