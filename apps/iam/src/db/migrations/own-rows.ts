/** Rows that are needed before an organization is known: only those of the user, token or secret that the transaction names. */
export const ownRows = (table: string, column: string, setting: string): string => `
  create policy ${setting}_rows on ${table}
    using (${column}::text = nullif(current_setting('spanwise.${setting}', true), ''))
    with check (${column}::text = nullif(current_setting('spanwise.${setting}', true), ''));`;
