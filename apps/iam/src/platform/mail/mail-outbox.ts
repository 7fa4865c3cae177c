import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Host } from '@spanwise/host/service';
import { IamConfig } from '../../config.js';
import { Scopes } from '../../db/scopes.js';
import { seal, unseal } from '@spanwise/host/sealing';
import {
  beginEntry,
  delayEntry,
  dropExpiredEntries,
  insertEntry,
  removeEntry,
  takeDueEntry,
  undoEntry,
} from './mail.store.js';
import type { Waiting } from './waiting.js';

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
    await insertEntry(client, waiting.kind, sealed, expiresInSeconds);
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
    return this.scopes.in({}, async (client) => {
      await dropExpiredEntries(client);
      const entry = await takeDueEntry(client);
      if (entry === undefined) return false;
      const { id, kind, sealed, attempts } = entry;
      await beginEntry(client);
      try {
        const plain = unseal(this.config.values.secretKeys, sealed).toString('utf8');
        await work(client, JSON.parse(plain) as Waiting);
        await removeEntry(client, id);
      } catch (error) {
        await undoEntry(client);
        const delaySeconds = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length - 1)];
        this.host.logger.warn({ kind, attempts: attempts + 1, code: codeOf(error) }, 'mail: sending failed');
        await delayEntry(client, id, delaySeconds!);
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
