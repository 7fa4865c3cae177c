/**
 * Makes the roles and schemas of the services in one database: a login role that owns each schema, and for the
 * services that flush many organizations at once a second role that writes. Idempotent; run before the migrations.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral, Client } from 'pg';

/** Role and schema of each service that has one. */
export const SCHEMAS = ['iam', 'apm', 'notify', 'projector'] as const;
export const WRITER_SCHEMAS = ['apm', 'projector'] as const;

const PROVISION_LOCK = 0x5350_414e;

export async function provision(adminUrl: string, passwords: Record<string, string>): Promise<void> {
  const client = new Client({ connectionString: adminUrl, application_name: 'spanwise-provision' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [PROVISION_LOCK]);
    for (const schema of SCHEMAS) {
      await ensureRole(client, `spanwise_${schema}`, passwords);
      await client.query(
        `create schema if not exists ${schema} authorization ${escapeIdentifier(`spanwise_${schema}`)}`,
      );
    }
    for (const schema of WRITER_SCHEMAS) {
      await ensureRole(client, `spanwise_${schema}_writer`, passwords);
      await client.query(`grant usage on schema ${schema} to ${escapeIdentifier(`spanwise_${schema}_writer`)}`);
    }
    await client.query('revoke create on schema public from public');
  } finally {
    await client.end();
  }
}

/** Roles belong to the whole server, so two databases that are provisioned at once can touch the same one. */
async function ensureRole(client: Client, role: string, passwords: Record<string, string>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeRole(client, role, passwords);
    } catch (error) {
      const concurrent = /concurrently|already exists|duplicate key/.test((error as Error).message);
      if (!concurrent || attempt === 20) throw error;
      await sleep(20 * attempt);
    }
  }
}

async function writeRole(client: Client, role: string, passwords: Record<string, string>): Promise<void> {
  const password = passwords[role];
  if (password === undefined) throw new Error(`no password is given for the role ${role}`);
  const name = escapeIdentifier(role);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  const attributes = 'login nosuperuser nocreatedb nocreaterole nobypassrls';
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${name} with ${attributes} password ${escapeLiteral(password)}`,
  );
  await client.query(
    `alter role ${name} set search_path = ${escapeIdentifier(role.replace(/^spanwise_|_writer$/g, ''))}`,
  );
}
