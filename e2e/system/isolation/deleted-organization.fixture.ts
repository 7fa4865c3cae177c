/** What the product still holds of an organization, found without knowing its tables: ids in every row, and files. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

const SCHEMAS = ['iam', 'apm', 'notify', 'projector'];

/** Tables that name an organization after it is gone, and why. */
export const KEPT_TABLES: Record<string, string> = {
  'iam.audit_log': 'the audit log has its own retention',
  'iam.audit_personal': 'what of the audit log is erased by itself',
  'iam.audit_heads': 'ends of the chains of the audit log',
  'iam.organization_deletions': 'the proof of the deletion: ids and times',
  'iam.organization_deletion_parts': 'the same, by service',
  'apm.deleted_organizations': 'ids of what is not taken any more',
  'notify.deleted_organizations': 'the same',
  'projector.deleted_organizations': 'the same',
};

export async function tables(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

/** Columns of organizations, as `schema.table.column`, by what their names say. */
export async function organizationColumns(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where table_schema = any ($1) and column_name ~ '(organization|org|tenant)s?_id$'
        and table_name !~ '^rollup_(minutes|hours)_' order by 1`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

/**
 * Rows by table that have the id anywhere: as a value of its own, in a text or a document, in 16 raw bytes, or as a text
 * inside of bytes.
 */
export async function rowsNaming(admin: Client, id: string): Promise<Record<string, number>> {
  const raw = id.replaceAll('-', '');
  const inBytes = Buffer.from(id).toString('hex');
  const found: Record<string, number> = {};
  for (const table of await tables(admin)) {
    const { rows } = await admin.query<{ count: string }>(
      `select count(*) as count from ${table} t
        where position($1 in t::text) > 0 or position($2 in t::text) > 0 or position($3 in t::text) > 0`,
      [id, raw, inBytes],
    );
    if (rows[0]!.count !== '0') found[table] = Number(rows[0]!.count);
  }
  return found;
}

/** Files below a folder whose path has the id. */
export async function filesNaming(folder: string, id: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(id));
}
