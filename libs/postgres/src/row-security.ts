/**
 * SQL of the second fence: every table that holds organization data shows only the rows of the organization that the
 * transaction names. `force` binds the owner too. For migrations.
 */

const CURRENT_ORGANIZATION = `nullif(current_setting('spanwise.organization_id', true), '')::uuid`;

export function protectTable(table: string): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy organization_rows on ${table}
      using (organization_id = ${CURRENT_ORGANIZATION}) with check (organization_id = ${CURRENT_ORGANIZATION});`;
}

/**
 * Lets a statement of a migration see the rows of every organization, which `force` hides from the owner as well. The table is
 * locked until the migration ends.
 */
export function ofAllOrganizations(table: string, statement: string): string {
  return `
    alter table ${table} no force row level security;
    ${statement};
    alter table ${table} force row level security;`;
}

/** Flushes touch many organizations at once: the writer role, which no request ever uses, passes the fence. */
export function admitWriter(table: string, writerRole: string, privileges = 'select, insert, update, delete'): string {
  return `
    create policy writer_rows on ${table} to ${writerRole} using (true) with check (true);
    grant ${privileges} on ${table} to ${writerRole};`;
}
