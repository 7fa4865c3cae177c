import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const WAIT_MS = 60_000;

/** A mail server for the links of one person. */
export class Mails {
  private readonly texts: string[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        // Quoted-printable.
        this.texts.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        done();
      });
    },
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Waits for a mail with such a link. */
  async linkIn(link: RegExp): Promise<string> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const [found] = this.texts.flatMap((text) => link.exec(text) ?? []);
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`no mail has a link like ${link}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }
}
