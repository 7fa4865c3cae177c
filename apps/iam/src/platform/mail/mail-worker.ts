import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { InterruptibleSleep } from '@spanwise/host/interruptible-sleep';
import { MailOutbox } from './mail-outbox.js';
import { Mailer } from './mailer.js';
import type { Waiting } from './waiting.js';

const POLL_MS = 1_000;

type Prepared = Exclude<Waiting['kind'], 'mail'>;

/** Makes the mails of what waits, by its kind: its producer knows how. */
export type Preparers = {
  [Kind in Prepared]: (client: PoolClient, waiting: Extract<Waiting, { kind: Kind }>) => Promise<void>;
};

/** Sends what waits in the outbox, one entry at a time. */
@Injectable()
export class MailWorker {
  private readonly pause = new InterruptibleSleep();
  private stopped = false;

  constructor(
    private readonly outbox: MailOutbox,
    private readonly mailer: Mailer,
    private readonly host: Host,
  ) {}

  start(preparers: Preparers): void {
    if (!this.mailer.configured) this.host.logger.warn('mail: SPANWISE_SMTP_URL is not set; e-mail is disabled');
    this.outbox.onAnnounced(() => this.pause.wake());
    const working = this.run(preparers);
    this.host.shutdown.onStop('workers', 'mail', async () => {
      this.stopped = true;
      this.pause.wake();
      await working;
      this.mailer.close();
    });
  }

  private async run(preparers: Preparers): Promise<void> {
    for (; !this.stopped; await this.pause.wait(POLL_MS)) {
      try {
        while (
          !this.stopped &&
          (await this.outbox.workOff((client, waiting) => this.handle(preparers, client, waiting)))
        );
      } catch (error) {
        this.host.logger.warn(describeError(error), 'mail: failed to read the outbox');
      }
    }
  }

  private async handle(preparers: Preparers, client: PoolClient, waiting: Waiting): Promise<void> {
    if (waiting.kind !== 'mail') {
      await prepare(preparers, client, waiting);
    } else if (this.mailer.configured) {
      await this.mailer.send(waiting.mail);
    } else {
      this.host.logger.warn('mail: message dropped, SPANWISE_SMTP_URL is not set');
    }
  }
}

function prepare(preparers: Preparers, client: PoolClient, waiting: Exclude<Waiting, { kind: 'mail' }>): Promise<void> {
  switch (waiting.kind) {
    case 'reset':
      return preparers.reset(client, waiting);
    case 'sign-up':
      return preparers['sign-up'](client, waiting);
    case 'member':
      return preparers.member(client, waiting);
  }
}
