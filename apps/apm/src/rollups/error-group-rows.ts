/** Error groups as rows: merged with what is stored, under the lock of the offset row, and absolute like every other row. */
import type { PoolClient } from 'pg';
import {
  mergeErrorGroup,
  selectSamples,
  type ErrorGroupFacts,
  type ErrorSample,
} from '@spanwise/span-model/error-facts';
import type { Grouping } from '@spanwise/span-model/grouping/evidence';

export interface ErrorGroupRow {
  namespace: string;
  service: string;
  fingerprint: string;
  algorithm: string;
  aliases: string[];
  grouping: Grouping | null;
  error_type: string;
  frame: string;
  newest: ErrorSample;
  oldest: ErrorSample;
  others: ErrorSample[];
  first_seen_micros: string;
  last_seen_micros: string;
}

export const ERROR_GROUP_COLUMNS =
  'namespace, service, fingerprint, algorithm, aliases, grouping, error_type, frame, newest, oldest, others, first_seen_micros, last_seen_micros';

export function errorGroupOfRow(row: ErrorGroupRow): ErrorGroupFacts {
  return {
    namespace: row.namespace,
    service: row.service,
    fingerprint: row.fingerprint,
    algorithm: row.algorithm,
    aliases: row.aliases,
    grouping: row.grouping ?? undefined,
    errorType: row.error_type,
    frame: row.frame,
    samples: selectSamples([row.newest, ...row.others, row.oldest]),
    firstSeenMicros: Number(row.first_seen_micros),
    lastSeenMicros: Number(row.last_seen_micros),
  };
}

export async function writeErrorGroup(
  client: PoolClient,
  organizationId: string,
  facts: ErrorGroupFacts,
): Promise<void> {
  const { namespace, service, fingerprint } = facts;
  const { rows } = await client.query<ErrorGroupRow>(
    `select ${ERROR_GROUP_COLUMNS} from error_groups
      where organization_id = $1 and namespace = $2 and service = $3 and fingerprint = $4`,
    [organizationId, namespace, service, fingerprint],
  );
  const merged = rows.length === 0 ? facts : mergeErrorGroup(errorGroupOfRow(rows[0]), facts);
  const { samples } = merged;
  await client.query(
    `insert into error_groups (organization_id, ${ERROR_GROUP_COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (organization_id, namespace, service, fingerprint) do update set
       algorithm = excluded.algorithm, aliases = excluded.aliases, grouping = excluded.grouping,
       error_type = excluded.error_type, frame = excluded.frame,
       newest = excluded.newest, oldest = excluded.oldest, others = excluded.others,
       first_seen_micros = excluded.first_seen_micros, last_seen_micros = excluded.last_seen_micros`,
    [
      organizationId,
      namespace,
      service,
      fingerprint,
      merged.algorithm,
      merged.aliases,
      merged.grouping === undefined ? null : JSON.stringify(merged.grouping),
      merged.errorType,
      merged.frame,
      JSON.stringify(samples[0]),
      JSON.stringify(samples[samples.length - 1]),
      JSON.stringify(samples.slice(1, -1)),
      merged.firstSeenMicros,
      merged.lastSeenMicros,
    ],
  );
}
