/** Everything that the product lets out or keeps: where a secret would be found. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import pg from 'pg';
import { eventually } from '@spanwise/testing/eventually';
import { signal } from '../crash/processes.js';
import type { Product } from '../harness/product.js';

export interface Piece {
  from: string;
  bytes: Uint8Array;
}

/** Hears all subjects, which no user of the product may: one is added to this run's server. */
export class Tap {
  readonly heard: Piece[] = [];

  private constructor(private readonly connection: NatsConnection) {
    connection.subscribe('>', {
      callback: (_, message) =>
        this.heard.push({
          from: message.subject,
          bytes: Buffer.concat([Buffer.from(headersOf(message)), message.data]),
        }),
    });
  }

  static async open(product: Product): Promise<Tap> {
    const file = join(product.dataDir, 'nats', 'users.conf');
    const user = '{ user: tap, password: tap, permissions { publish: [], subscribe: [">"] } }';
    writeFileSync(file, readFileSync(file, 'utf8').replace('users: [', `users: [ ${user}`));
    signal(product.pid('nats'), 'SIGHUP');
    const servers = `127.0.0.1:${product.instance.ports.nats}`;
    const tap = await eventually(
      async () => new Tap(await connect({ servers, user: 'tap', pass: 'tap', reconnect: false })),
    );
    await tap.connection.flush();
    return tap;
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

const headersOf = (message: { headers?: { keys(): string[]; values(key: string): string[] } }): string =>
  (message.headers?.keys() ?? []).map((key) => `${key}: ${message.headers!.values(key).join()}\n`).join('');

export function logs(product: Product): Piece[] {
  const folder = join(product.dataDir, 'logs');
  return readdirSync(folder).map((name) => ({ from: name, bytes: readFileSync(join(folder, name)) }));
}

export async function metrics(product: Product): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [service, port] of Object.entries(product.instance.ports)) {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
    if (response?.ok === true) pieces.push({ from: service, bytes: Buffer.from(await response.arrayBuffer()) });
  }
  return pieces;
}

/** Every row of every table, bytes in hex. */
export async function dump(product: Product): Promise<Piece[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`,
    );
    const pieces: Piece[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select one::text as row from ${name} as one`);
      if (rows.length > 0) pieces.push({ from: name, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) });
    }
    return pieces;
  } finally {
    await client.end();
  }
}
