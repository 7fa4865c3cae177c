import type { Pool } from 'pg';

/** Of each of the organizations, the bytes of its segments. The pool is of the role that sees all of them. */
export async function readStoredBytes(writer: Pool, organizationIds: string[]): Promise<Record<string, number>> {
  const { rows } = await writer.query<{ organization_id: string; bytes: string }>(
    'select organization_id, sum(bytes) as bytes from segments where organization_id = any ($1) group by 1',
    [organizationIds],
  );
  return Object.fromEntries(rows.map(({ organization_id: id, bytes }) => [id, Number(bytes)]));
}
