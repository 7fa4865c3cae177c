/** Error groups as rows: merged with what is stored, under the lock of the offset row, and absolute like every other row. */
import type { PoolClient } from 'pg';
import { errorGroupKey } from '@spanwise/span-model/delta';
import {
  mergeErrorGroup,
  selectSamples,
  type ErrorGroupFacts,
  type ErrorSample,
} from '@spanwise/span-model/error-facts';
import type { Grouping } from '@spanwise/span-model/grouping/evidence';
import { storableJson } from '@spanwise/contracts/base/storable-text';

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

/** Groups of one delta: each at most once. */
export async function writeErrorGroups(
  client: PoolClient,
  organizationId: string,
  groups: ErrorGroupFacts[],
): Promise<void> {
  if (groups.length === 0) return;
  const merged = await mergedWithStored(client, organizationId, groups);
  const column = <T>(value: (group: ErrorGroupFacts) => T) => merged.map(value);
  await client.query(
    `insert into error_groups (organization_id, ${ERROR_GROUP_COLUMNS})
     select $1, namespace, service, fingerprint, algorithm, array(select jsonb_array_elements_text(aliases)), grouping,
            error_type, frame, newest, oldest, others, first_seen_micros, last_seen_micros
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[], $9::text[],
                   $10::jsonb[], $11::jsonb[], $12::jsonb[], $13::bigint[], $14::bigint[]) as merged (${ERROR_GROUP_COLUMNS})
     on conflict (organization_id, namespace, service, fingerprint) do update set
       algorithm = excluded.algorithm, aliases = excluded.aliases, grouping = excluded.grouping,
       error_type = excluded.error_type, frame = excluded.frame,
       newest = excluded.newest, oldest = excluded.oldest, others = excluded.others,
       first_seen_micros = excluded.first_seen_micros, last_seen_micros = excluded.last_seen_micros`,
    [
      organizationId,
      column(({ namespace }) => namespace),
      column(({ service }) => service),
      column(({ fingerprint }) => fingerprint),
      column(({ algorithm }) => algorithm),
      // An array of arrays would have to be a rectangle.
      column(({ aliases }) => storableJson(aliases)),
      column(({ grouping }) => (grouping === undefined ? null : storableJson(grouping))),
      column(({ errorType }) => errorType),
      column(({ frame }) => frame),
      column(({ samples }) => storableJson(samples[0])),
      column(({ samples }) => storableJson(samples[samples.length - 1])),
      column(({ samples }) => storableJson(samples.slice(1, -1))),
      column(({ firstSeenMicros }) => firstSeenMicros),
      column(({ lastSeenMicros }) => lastSeenMicros),
    ],
  );
}

async function mergedWithStored(
  client: PoolClient,
  organizationId: string,
  groups: ErrorGroupFacts[],
): Promise<ErrorGroupFacts[]> {
  const { rows } = await client.query<ErrorGroupRow>(
    `select ${ERROR_GROUP_COLUMNS}
       from error_groups join unnest($2::text[], $3::text[], $4::text[]) as asked (namespace, service, fingerprint)
         using (namespace, service, fingerprint)
      where organization_id = $1`,
    [
      organizationId,
      groups.map(({ namespace }) => namespace),
      groups.map(({ service }) => service),
      groups.map(({ fingerprint }) => fingerprint),
    ],
  );
  const stored = new Map(rows.map((row) => [errorGroupKey(row), errorGroupOfRow(row)]));
  return groups.map((group) => {
    const known = stored.get(errorGroupKey(group));
    return known === undefined ? group : mergeErrorGroup(known, group);
  });
}
