/** A mail server that keeps what it is given. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { eventually } from '@spanwise/testing/eventually';

export interface ReceivedMail {
  to: string[];
  text: string;
}

export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** While set, the server takes nothing. */
  refusing = false;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (this.refusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        this.received.push({
          to,
          text: Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        return done();
      });
    },
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }

  /** The last mail to an address whose text holds `part`. */
  mailTo(address: string, part: string): Promise<string> {
    return eventually(() => {
      const mail = this.received.findLast((one) => one.to.includes(address) && one.text.includes(part));
      if (mail === undefined) throw new Error(`there is no mail to ${address} with ${part}`);
      return mail.text;
    });
  }

  /** The secret of the last link of a kind that was mailed to an address. */
  async linkTo(address: string, member: 'reset_token' | 'invitation_token' | 'verification_token'): Promise<string> {
    const text = await this.mailTo(address, member);
    return new RegExp(`${member}=([A-Za-z0-9_-]+)`).exec(text)![1]!;
  }
}
