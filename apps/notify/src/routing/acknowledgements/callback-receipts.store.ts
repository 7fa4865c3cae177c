import type { PoolClient } from 'pg';

/** False for a callback that was taken before. What is older than any signature may be is forgotten. */
export async function addReceipt(client: PoolClient, organizationId: string, digest: Buffer): Promise<boolean> {
  await client.query(
    "delete from callback_receipts where organization_id = $1 and received_at < now() - interval '1 hour'",
    [organizationId],
  );
  const { rowCount } = await client.query(
    'insert into callback_receipts (organization_id, digest) values ($1, $2) on conflict do nothing',
    [organizationId, digest],
  );
  return rowCount === 1;
}
