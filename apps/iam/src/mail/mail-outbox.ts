import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { Host } from '@spanwise/host/service';
import { IamConfig } from '../config.js';
import { Scopes } from '../db/scopes.js';
import { seal, unseal } from '@spanwise/host/sealing';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What waits: a mail to send, or an address that asked for a new password and is looked up later. */
export type Waiting = { kind: 'mail'; mail: Mail } | { kind: 'reset'; emailKey: string };

const RETRY_SECONDS = [5, 30, 120, 600];

/**
 * The queue of what iam sends: written in the transaction of what it belongs to, sent afterwards. Entries hold secrets
 * (links), so they are sealed. An entry that cannot be sent is tried again until it expires.
 */
@Injectable()
export class MailOutbox {
  private wake: (() => void) | undefined;

  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly host: Host,
  ) {}

  async add(client: PoolClient, waiting: Waiting, expiresInSeconds: number): Promise<void> {
    const sealed = seal(this.config.values.secretKeys, Buffer.from(JSON.stringify(waiting)));
    await client.query(
      `insert into mail_outbox (id, kind, sealed, expires_at)
       values ($1, $2, $3, now() + make_interval(secs => $4))`,
      [uuidv7(), waiting.kind, sealed, expiresInSeconds],
    );
  }

  /** To be called after the commit of what was added. */
  announce(): void {
    this.wake?.();
  }

  onAnnounced(wake: () => void): void {
    this.wake = wake;
  }

  /** Works off one entry that is due; false when there is none. A failed one is put back. */
  workOff(work: (client: PoolClient, waiting: Waiting) => Promise<void>): Promise<boolean> {
    return this.scopes.unscoped(async (client) => {
      await client.query('delete from mail_outbox where expires_at < now()');
      const { rows } = await client.query<{ id: string; kind: string; sealed: Buffer; attempts: number }>(
        `select id, kind, sealed, attempts from mail_outbox where due_at <= now()
          order by due_at, id limit 1 for update skip locked`,
      );
      if (rows.length === 0) return false;
      const [{ id, kind, sealed, attempts }] = rows;
      await client.query('savepoint entry');
      try {
        const plain = unseal(this.config.values.secretKeys, sealed).toString('utf8');
        await work(client, JSON.parse(plain) as Waiting);
        await client.query('delete from mail_outbox where id = $1', [id]);
      } catch (error) {
        await client.query('rollback to savepoint entry');
        const delaySeconds = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length - 1)];
        this.host.logger.warn({ kind, attempts: attempts + 1, code: codeOf(error) }, 'a mail could not be sent');
        await client.query(
          'update mail_outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $2) where id = $1',
          [id, delaySeconds],
        );
      }
      return true;
    });
  }
}

/** The words of a mail server can hold addresses: the log gets the code alone. */
function codeOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return String(responseCode ?? code ?? 'unknown');
}
