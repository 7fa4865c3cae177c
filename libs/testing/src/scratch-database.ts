import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testDatabaseUrl } from './config.js';

export interface ScratchDatabase {
  /** Superuser URL of a fresh, empty database. */
  url: string;
  /** The same database as another role, whose password is `secret`. */
  urlAs: (role: string) => string;
  drop: () => Promise<void>;
}

/** A database of its own for one test file, so that files can run side by side. */
export async function scratchDatabase(prefix: string): Promise<ScratchDatabase> {
  const databaseUrl = testDatabaseUrl();
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await onServer(databaseUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    urlAs: (role) => {
      const own = new URL(url);
      own.username = role;
      own.password = 'secret';
      return own.href;
    },
    drop: () => onServer(databaseUrl, (client) => dropDatabase(client, name)),
  };
}

/** Passwords for `provision`: every role gets `secret`. */
export const TEST_PASSWORDS: Record<string, string> = Object.fromEntries(
  ['iam', 'apm', 'apm_writer', 'notify', 'projector', 'projector_writer'].map((role) => [`spanwise_${role}`, 'secret']),
);

const LOOKS = 100;
const PAUSE_MS = 20;

/**
 * A pool ends before the server has heard of it: a session that is ended from outside meanwhile is an error that no code
 * waits for any more. What a test leaves open is ended after two seconds.
 */
async function dropDatabase(client: Client, name: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) break;
    await sleep(PAUSE_MS);
  }
  await client.query(`drop database if exists ${name} with (force)`);
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
