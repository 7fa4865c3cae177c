import { randomBytes } from 'node:crypto';
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
  await onServer(databaseUrl, `create database ${name}`);
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
    drop: () => onServer(databaseUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Passwords for `provision`: every role gets `secret`. */
export const TEST_PASSWORDS: Record<string, string> = Object.fromEntries(
  ['iam', 'apm', 'apm_writer', 'notify', 'projector', 'projector_writer'].map((role) => [`spanwise_${role}`, 'secret']),
);

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
