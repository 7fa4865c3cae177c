/** Recomputed rows against stored ones, in the session of `scratch.ts`. */
import type { Pool, PoolClient } from 'pg';
import { errorGroupKey } from '@spanwise/span-model/delta';
import { mergeErrorGroup, type ErrorGroupFacts } from '@spanwise/span-model/error-facts';
import { SeriesKind } from '@spanwise/span-model/series';
import { ERROR_GROUP_COLUMNS, errorGroupOfRow, type ErrorGroupRow } from '../rollups/rollups/error-group-rows.store.js';
import { REBUILT_TABLES, selectRows, SERIES_KEYS, type RebuiltRange, type RebuiltTable } from './tables.store.js';

export interface TableComparison {
  table: string;
  equal: number;
  /** Rows that are there on both sides with other bytes, on the stored side alone, or on the recomputed side alone. */
  different: number;
  /** The first of the rows that differ. */
  named: { state: string; row: Record<string, string> }[];
}

const MAX_NAMED = 20;
const SHOWN = [
  'bucket',
  'hour',
  'minute',
  'kind',
  'service',
  'environment',
  'version',
  'name',
  'instance',
  'dimension',
  'reason',
];

/** Compares the copies named `<copy>_<table>` with what was recomputed, byte by byte. */
export async function compareRows(
  client: Pool | PoolClient,
  copy: string,
  range: RebuiltRange,
): Promise<TableComparison[]> {
  const compared: TableComparison[] = [];
  for (const table of REBUILT_TABLES) compared.push(await compareTable(client, table, copy, range));
  return compared;
}

async function compareTable(
  client: Pool | PoolClient,
  table: RebuiltTable,
  copy: string,
  range: RebuiltRange,
): Promise<TableComparison> {
  const values = (side: string) => `row(${table.values.map((name) => `${side}.${name}`).join(', ')})`;
  const from = `(select *, true as is_stored from pg_temp.${copy}_${table.name}) a
    full join (select *, true as is_made from (${selectRows(table, 'pg_temp', range)}) made) b using (${table.keys.join(', ')})`;
  const state = `case when is_stored is null then 'missing' when is_made is null then 'not in the spans'
    when ${values('a')} is distinct from ${values('b')} then 'other bytes' else 'equal' end`;
  const counts = await client.query<{ equal: string; different: string }>(
    `select count(*) filter (where state = 'equal') as equal, count(*) filter (where state <> 'equal') as different
       from (select ${state} as state from ${from}) compared`,
  );
  const different = Number(counts.rows[0]!.different);
  const shown = table.keys.filter((key) => SHOWN.includes(key));
  const named =
    different === 0
      ? []
      : (
          await client.query<Record<string, unknown>>(
            `select * from (select ${state} as state, ${shown.join(', ')} from ${from}) compared where state <> 'equal'
              order by ${shown.join(', ')} limit ${MAX_NAMED}`,
          )
        ).rows;
  return {
    table: table.name,
    equal: Number(counts.rows[0]!.equal),
    different,
    named: named.map(({ state: of, ...row }) => ({
      state: String(of),
      row: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    })),
  };
}

/** What the catalogues lack of what was recomputed. They are of all time and not of a range: they have to hold it. */
export interface CatalogueComparison {
  table: string;
  holding: number;
  lacking: number;
}

export interface Catalogues {
  compared: CatalogueComparison[];
  lackingGroups: ErrorGroupFacts[];
}

export async function compareCatalogues(
  client: Pool | PoolClient,
  { organizationId, withErrors }: RebuiltRange,
): Promise<Catalogues> {
  const keys = SERIES_KEYS.join(', ');
  const series = await client.query<{ holding: string; lacking: string }>(
    `select count(*) filter (where holds) as holding, count(*) filter (where holds is not true) as lacking from (
       select s.first_seen_micros <= made.first_seen_micros and s.last_seen_micros >= made.last_seen_micros as holds
         from pg_temp.series made left join apm.series s using (organization_id, ${keys})
        where made.organization_id = $1 and ($2 or made.kind <> $3)) compared`,
    [organizationId, withErrors, SeriesKind.Error],
  );
  const callees = await client.query<{ holding: string; lacking: string }>(
    `select count(*) filter (where holds) as holding, count(*) filter (where holds is not true) as lacking from (
       select (c.last_seen_micros, c.callee_namespace collate "C", c.callee collate "C")
           >= (made.last_seen_micros, made.callee_namespace collate "C", made.callee collate "C") as holds
         from pg_temp.callees made
         left join apm.callees c using (organization_id, service, target, namespace, environment, category)
        where made.organization_id = $1) compared`,
    [organizationId],
  );
  const groups = withErrors ? await groupsOf(client, 'pg_temp', organizationId) : [];
  const stored = new Map((await groupsOf(client, 'apm', organizationId)).map((group) => [errorGroupKey(group), group]));
  const lackingGroups = groups.filter((group) => {
    const known = stored.get(errorGroupKey(group));
    return (
      known === undefined ||
      JSON.stringify(mergeErrorGroup(known, group)) !== JSON.stringify(mergeErrorGroup(known, known))
    );
  });
  const of = (table: string, { holding, lacking }: { holding: string; lacking: string }) => ({
    table,
    holding: Number(holding),
    lacking: Number(lacking),
  });
  const errorGroups = {
    table: 'error_groups',
    holding: groups.length - lackingGroups.length,
    lacking: lackingGroups.length,
  };
  return { compared: [of('series', series.rows[0]!), of('callees', callees.rows[0]!), errorGroups], lackingGroups };
}

async function groupsOf(client: Pool | PoolClient, schema: string, organizationId: string): Promise<ErrorGroupFacts[]> {
  const { rows } = await client.query<ErrorGroupRow>(
    `select ${ERROR_GROUP_COLUMNS} from ${schema}.error_groups where organization_id = $1`,
    [organizationId],
  );
  return rows.map(errorGroupOfRow);
}
