import { createTransport, type Transporter } from 'nodemailer';
import type { IamVariables } from '../../config.js';
import type { Mail } from './mail.js';

const TIMEOUT_MS = 10_000;

/** The platform's own mail. Without `SPANWISE_SMTP_URL` there is none. */
export class Mailer {
  private readonly transport: Transporter | undefined;

  constructor(private readonly config: Pick<IamVariables, 'smtpUrl' | 'mailFrom'>) {
    this.transport =
      config.smtpUrl === undefined
        ? undefined
        : createTransport({
            url: config.smtpUrl,
            connectionTimeout: TIMEOUT_MS,
            greetingTimeout: TIMEOUT_MS,
            socketTimeout: TIMEOUT_MS,
            disableFileAccess: true,
            disableUrlAccess: true,
          });
  }

  get configured(): boolean {
    return this.transport !== undefined;
  }

  /** Rejects when the server did not take the mail. */
  async send({ to, subject, text }: Mail): Promise<void> {
    // An address object, so that nothing in the text of an address is read as a list.
    await this.transport?.sendMail({ from: this.config.mailFrom, to: { name: '', address: to }, subject, text });
  }

  close(): void {
    this.transport?.close();
  }
}
