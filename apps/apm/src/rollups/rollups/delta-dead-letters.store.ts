/** Deltas that could not be applied, and what the figures lack until they are replayed or rebuilt (PROTO-45). */
import type { Pool, PoolClient } from 'pg';
import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import { int4Array, int8Array } from '@spanwise/postgres/binary-array';
import { MINUTE_MICROS } from '@spanwise/span-model/time-units';
import type { Letter, MissingMinute } from './dead-letters.js';

export interface LetterKey {
  shard: number;
  partition: number;
  n: number;
}

export async function writeLetter(
  client: PoolClient,
  { shard, partition, n, lineage }: LetterKey & { lineage: string },
  { organizationId, bytes, isReadable, minutes }: Letter,
  { reason, streamTimeMicros }: { reason: string; streamTimeMicros: number },
): Promise<void> {
  const key = [organizationId ?? ANY_ORGANIZATION, shard, partition, lineage, n];
  const nowMicros = Date.now() * 1_000;
  await client.query(
    `insert into delta_dead_letters (organization_id, shard, part, lineage, n, delta, is_readable, reason, stream_time_micros,
                                     recorded_at_micros)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...key, Buffer.from(bytes), isReadable, reason, streamTimeMicros, nowMicros],
  );
  await client.query(
    `insert into delta_dead_letter_minutes (organization_id, shard, part, lineage, n, minute, dropped, recorded_at_micros)
     select $1, $2, $3, $4, $5, minute, dropped, $8 from unnest($6::int[], $7::bigint[]) as missing (minute, dropped)`,
    [...key, int4Array([...minutes.keys()]), int8Array([...minutes.values()]), nowMicros],
  );
}

/** Removes the letters of a delta that can be read, and answers what they held, in the transaction that applies it. */
export async function takeLetters(
  client: PoolClient,
  { shard, partition, n }: LetterKey,
): Promise<{ bytes: Buffer; streamTimeMicros: number; missing: MissingMinute[] }[]> {
  const { rows } = await client.query<{ delta: Buffer; time: string; missing: MissingMinute[] }>(
    `with missing as (
       select organization_id, lineage, jsonb_agg(jsonb_build_object('minute', minute, 'onlyErrors', only_errors)) as missing
         from delta_dead_letter_minutes where shard = $1 and part = $2 and n = $3 group by 1, 2)
     delete from delta_dead_letters letter
      where shard = $1 and part = $2 and n = $3 and is_readable
      returning delta, stream_time_micros as time,
        coalesce((select missing from missing m
                   where (m.organization_id, m.lineage) = (letter.organization_id, letter.lineage)), '[]') as missing`,
    [shard, partition, n],
  );
  return rows.map(({ delta, time, missing }) => ({ bytes: delta, streamTimeMicros: Number(time), missing }));
}

/** Hours of an organization were rebuilt from its spans: all of them, or, with `withErrors` false, everything but errors. */
export async function forgetRebuilt(
  client: PoolClient,
  { organizationId, fromMicros, toMicros }: { organizationId: string; fromMicros: number; toMicros: number },
  withErrors: boolean,
): Promise<void> {
  const range = [organizationId, fromMicros / MINUTE_MICROS, toMicros / MINUTE_MICROS];
  const where = 'where organization_id = $1 and minute >= $2 and minute < $3';
  if (!withErrors) {
    await client.query(`update apm.delta_dead_letter_minutes set only_errors = true, dropped = 0 ${where}`, range);
    return;
  }
  const { rowCount } = await client.query(`delete from apm.delta_dead_letter_minutes ${where}`, range);
  if (rowCount !== 0) await forgetEmpty(client, organizationId);
}

/** Hours of every organization were rebuilt: they have what lay in unreadable deltas that were recorded before `beforeMicros`. */
export async function forgetUnreadable(
  pool: Pool,
  { fromMicros, toMicros }: { fromMicros: number; toMicros: number },
  beforeMicros: number,
): Promise<void> {
  await pool.query(
    `delete from apm.delta_dead_letter_minutes
      where organization_id = $1 and minute >= $2 and minute < $3 and recorded_at_micros < $4`,
    [ANY_ORGANIZATION, fromMicros / MINUTE_MICROS, toMicros / MINUTE_MICROS, beforeMicros],
  );
  await pool.query(
    `delete from apm.delta_dead_letters letter where organization_id = $1 and not is_readable and not exists (${MINUTES_OF_LETTER})`,
    [ANY_ORGANIZATION],
  );
}

const MINUTES_OF_LETTER = `select from apm.delta_dead_letter_minutes m
  where (m.organization_id, m.shard, m.part, m.lineage, m.n)
      = (letter.organization_id, letter.shard, letter.part, letter.lineage, letter.n)`;

async function forgetEmpty(client: PoolClient, organizationId: string): Promise<void> {
  await client.query(
    `delete from apm.delta_dead_letters letter where organization_id = $1 and not exists (${MINUTES_OF_LETTER})`,
    [organizationId],
  );
}

/** An unreadable delta may hold telemetry of any organization of the partition: its bytes go when one of these is deleted. */
export async function forgetUnreadableBytes(client: PoolClient, partition: number): Promise<void> {
  await client.query(
    `update delta_dead_letters set delta = '' where organization_id = $1 and part = $2 and not is_readable and delta <> ''`,
    [ANY_ORGANIZATION, partition],
  );
}

/** Figures of these hours are not kept any more. */
export async function forgetOldLetters(client: PoolClient, oldestMicros: number): Promise<void> {
  await client.query('delete from delta_dead_letters where stream_time_micros < $1', [oldestMicros]);
  const oldestMinute = Math.floor(oldestMicros / MINUTE_MICROS);
  await client.query('delete from delta_dead_letter_minutes where minute < $1', [oldestMinute]);
}

export interface LetterView extends LetterKey {
  /** Null for an unreadable delta, and for minutes of gateways. */
  organization_id: string | null;
  is_readable: boolean;
  /** SQLSTATE, or `damaged`. */
  reason: string;
  recorded_at: string;
  minutes: number;
  spans: number;
}

export async function listLetters(pool: Pool): Promise<LetterView[]> {
  const { rows } = await pool.query<Omit<LetterView, 'recorded_at'> & { recorded: string }>(
    `select shard, part as partition, n::float8 as n, nullif(organization_id, $1) as organization_id, is_readable, reason,
            letter.recorded_at_micros as recorded, counted.minutes::int, counted.spans::float8
       from delta_dead_letters letter, lateral (
         select count(*) as minutes, coalesce(sum(dropped), 0) as spans from delta_dead_letter_minutes m
          where (m.organization_id, m.shard, m.part, m.lineage, m.n)
              = (letter.organization_id, letter.shard, letter.part, letter.lineage, letter.n)) as counted
      order by recorded, shard, part, n, organization_id limit 1000`,
    [ANY_ORGANIZATION],
  );
  return rows.map(({ recorded, ...row }) => ({
    ...row,
    recorded_at: new Date(Number(recorded) / 1_000).toISOString(),
  }));
}

export async function countLetters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(distinct (shard, part, lineage, n))::int as count from delta_dead_letters',
  );
  return rows[0]!.count;
}
