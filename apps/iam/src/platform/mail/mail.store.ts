import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Waiting } from './waiting.js';

export async function insertEntry(
  client: PoolClient,
  kind: Waiting['kind'],
  sealed: Buffer,
  expiresInSeconds: number,
): Promise<void> {
  await client.query(
    `insert into mail_outbox (id, kind, sealed, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [uuidv7(), kind, sealed, expiresInSeconds],
  );
}

export async function dropExpiredEntries(client: PoolClient): Promise<void> {
  await client.query('delete from mail_outbox where expires_at < now()');
}

export interface Entry {
  id: string;
  kind: string;
  sealed: Buffer;
  attempts: number;
}

/** Kept from other workers until the transaction ends. */
export async function takeDueEntry(client: PoolClient): Promise<Entry | undefined> {
  const { rows } = await client.query<Entry>(`select id, kind, sealed, attempts from mail_outbox where due_at <= now()
      order by due_at, id limit 1 for update skip locked`);
  return rows[0];
}

export async function beginEntry(client: PoolClient): Promise<void> {
  await client.query('savepoint entry');
}

export async function removeEntry(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from mail_outbox where id = $1', [id]);
}

/** Back to where `beginEntry` was. */
export async function undoEntry(client: PoolClient): Promise<void> {
  await client.query('rollback to savepoint entry');
}

export async function delayEntry(client: PoolClient, id: string, delaySeconds: number): Promise<void> {
  await client.query(
    'update mail_outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $2) where id = $1',
    [id, delaySeconds],
  );
}
