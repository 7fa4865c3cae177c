import type { Snapshot } from './snapshot.js';

/** By hour the revision of its rows; absent where none was written. */
export async function readRevisions(
  snapshot: Snapshot,
  fromHour: number,
  toHour: number,
): Promise<Map<number, string>> {
  const { rows } = await snapshot.client.query<{ hour: number; revision: string }>(
    'select hour, revision from rollup_revisions where organization_id = $1 and hour >= $2 and hour < $3',
    [snapshot.organizationId, fromHour, toHour],
  );
  return new Map(rows.map((row) => [row.hour, row.revision]));
}
