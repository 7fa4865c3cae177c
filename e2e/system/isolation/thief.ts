/** Servers that take whatever they are given and keep it: what of a connector or of a person's words came there. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** On the loopback network, which is opened to the product for this run alone. */
const ADDRESS = '127.0.0.7';

export class Thief {
  /** Everything that came, in clear: headers, bodies, credentials, mails. */
  readonly seen: string[] = [];

  private constructor(
    private readonly http: Server,
    private readonly mail: SMTPServer,
  ) {}

  static async start(): Promise<Thief> {
    const http = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        thief.seen.push(JSON.stringify([request.url, request.headers, body]));
        const answer = { ok: true, code: 0, ts: '1.2', data: {}, tenant_access_token: 'token', expire: 7_200 };
        response.end(JSON.stringify(answer));
      });
    });
    const mail = new SMTPServer({
      logger: false,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      // The product keeps its connections, and lives on.
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        thief.seen.push(JSON.stringify([username, password]));
        done(null, { user: username });
      },
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          thief.seen.push(JSON.stringify([session.envelope, text]));
          done();
        });
      },
    });
    mail.on('error', () => undefined);
    await new Promise<void>((resolve) => http.listen(0, ADDRESS, resolve));
    const listening = mail.listen(0, ADDRESS);
    await new Promise((resolve) => listening.once('listening', resolve));
    const thief = new Thief(http, mail);
    return thief;
  }

  get host(): string {
    return ADDRESS;
  }

  get url(): string {
    return `http://${ADDRESS}:${(this.http.address() as AddressInfo).port}`;
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
