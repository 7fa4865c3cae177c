import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { PasswordResets } from '../signin/password-resets.js';
import { MailOutbox, type Waiting } from './mail-outbox.js';
import { Mailer } from './mailer.js';

const POLL_MS = 1_000;

/** Sends what waits in the outbox, one entry at a time. */
@Injectable()
export class MailWorker {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly outbox: MailOutbox,
    private readonly mailer: Mailer,
    private readonly resets: PasswordResets,
    private readonly host: Host,
  ) {}

  start(): void {
    if (!this.mailer.configured) this.host.logger.warn('SPANWISE_SMTP_URL is not set: no mail is sent');
    this.outbox.onAnnounced(() => this.poke());
    this.timer = setInterval(() => this.poke(), POLL_MS);
    this.host.shutdown.onStop('workers', 'mail', async () => {
      this.stopped = true;
      clearInterval(this.timer);
      await this.working;
      this.mailer.close();
    });
  }

  private poke(): void {
    this.again = true;
    this.working ??= this.run().finally(() => {
      this.working = undefined;
    });
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        while (!this.stopped && (await this.outbox.workOff((client, waiting) => this.handle(client, waiting))));
      } catch (error) {
        this.host.logger.warn(describeError(error), 'the mail outbox cannot be read');
      }
    }
  }

  private async handle(client: PoolClient, waiting: Waiting): Promise<void> {
    if (waiting.kind === 'reset') {
      await this.resets.prepare(client, waiting.emailKey);
      this.again = true;
    } else if (this.mailer.configured) {
      await this.mailer.send(waiting.mail);
    } else {
      this.host.logger.warn('a mail was dropped: SPANWISE_SMTP_URL is not set');
    }
  }
}
