/** Puts recomputed rows in the place of the stored ones, in one transaction that no writer of the partition shares. */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { CalleeFacts } from '@spanwise/span-model/callees';
import type { ErrorGroupFacts } from '@spanwise/span-model/error-facts';
import { SeriesKind } from '@spanwise/span-model/series';
import { writeCallees } from '../rollups/rollups/callee-rows.store.js';
import { writeErrorGroups } from '../rollups/rollups/error-group-rows.store.js';
import { forgetRebuilt } from '../rollups/rollups/delta-dead-letters.store.js';
import { PARTITION_LOCK_CLASS, raiseGeneration } from '../rollups/rollups/delta-offsets.store.js';
import { compareRows } from './compare.store.js';
import { copyRows } from './scratch.store.js';
import { REBUILT_TABLES, SERIES_KEYS, type RebuiltRange, type RebuiltTable } from './tables.store.js';

/** A writer has changed the range since its rows were copied: what was recomputed may lack it. */
export class RangeChanged extends Error {
  constructor() {
    super('The range was written to meanwhile.');
  }
}

/** Rows that a flush reads and writes are locked, all of them by one lock that every flush takes first. */
export async function replaceRows(
  pool: Pool,
  partition: number,
  range: RebuiltRange,
  lackingGroups: ErrorGroupFacts[],
): Promise<void> {
  await inTransaction(pool, {}, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2)', [PARTITION_LOCK_CLASS, partition]);
    await copyRows(client, 'now', range);
    if (await hasChanged(client)) throw new RangeChanged();
    await writeSeries(client, range);
    for (const table of REBUILT_TABLES) await replaceTable(client, table, range);
    await writeCatalogues(client, range.organizationId, lackingGroups);
    await forgetRebuilt(client, range, range.withErrors);
    await raiseGeneration(client, partition);
    await copyRows(client, 'now', range);
    const compared = await compareRows(client, 'now', range);
    if (compared.some(({ different }) => different > 0))
      throw new Error('the replaced rows are not the recomputed ones');
  });
}

async function hasChanged(client: PoolClient): Promise<boolean> {
  for (const { name } of REBUILT_TABLES) {
    const { rowCount } = await client.query(
      `(table pg_temp.stored_${name} except table pg_temp.now_${name})
       union all (table pg_temp.now_${name} except table pg_temp.stored_${name}) limit 1`,
    );
    if (rowCount !== 0) return true;
  }
  return false;
}

async function writeSeries(client: PoolClient, { organizationId, withErrors }: RebuiltRange): Promise<void> {
  const keys = SERIES_KEYS.join(', ');
  await client.query(
    `insert into apm.series as known (organization_id, series_id, ${keys}, first_seen_micros, last_seen_micros)
     select organization_id, nextval('apm.series_ids'), ${keys}, first_seen_micros, last_seen_micros
       from pg_temp.series where organization_id = $1 and ($2 or kind <> $3)
     on conflict (organization_id, kind, service, name, namespace, environment, version, category, detail) do update set
       first_seen_micros = least(known.first_seen_micros, excluded.first_seen_micros),
       last_seen_micros = greatest(known.last_seen_micros, excluded.last_seen_micros)`,
    [organizationId, withErrors, SeriesKind.Error],
  );
}

async function replaceTable(client: PoolClient, table: RebuiltTable, range: RebuiltRange): Promise<void> {
  await client.query(`delete from apm.${table.name} t where ${table.where(range)}`);
  if (table.ofSeries) {
    const same = SERIES_KEYS.map((key) => `known.${key} = made.${key}`).join(' and ');
    await client.query(
      `insert into apm.${table.name} (organization_id, kind, bucket, series_id, red)
       select t.organization_id, t.kind, t.bucket, known.series_id, t.red
         from pg_temp.${table.name} t
         join pg_temp.series made on made.organization_id = t.organization_id and made.series_id = t.series_id
         join apm.series known on known.organization_id = made.organization_id and ${same}
        where ${table.where(range)}`,
    );
    return;
  }
  const recorded =
    table.name === 'gaps'
      ? { name: ', recorded_at_micros', value: ', (extract(epoch from now()) * 1000000)::bigint' }
      : { name: '', value: '' };
  const columns = [...table.keys, ...table.values].join(', ');
  await client.query(
    `insert into apm.${table.name} (organization_id, ${columns}${recorded.name})
     select organization_id, ${columns}${recorded.value} from pg_temp.${table.name} t where ${table.where(range)}`,
  );
}

/** Catalogues are of all time: what they lack is added to them. */
async function writeCatalogues(client: PoolClient, organizationId: string, groups: ErrorGroupFacts[]): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    'select * from pg_temp.callees where organization_id = $1',
    [organizationId],
  );
  const callees = rows.map(
    (row) =>
      ({
        namespace: row.namespace!,
        service: row.service!,
        environment: row.environment!,
        category: row.category!,
        target: row.target!,
        calleeNamespace: row.callee_namespace!,
        callee: row.callee!,
        lastSeenMicros: Number(row.last_seen_micros),
      }) satisfies CalleeFacts,
  );
  // The writers' own statements name tables plainly: for the rest of the transaction those are apm's.
  await client.query('set local search_path = apm, pg_temp');
  await writeCallees(client, organizationId, callees);
  await writeErrorGroups(client, organizationId, groups);
  await client.query('set local search_path = pg_temp');
}
