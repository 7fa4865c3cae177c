import type { Pool } from 'pg';

export interface Look {
  epoch: number;
  seq: number;
  messages: number;
  /** Log time of the oldest message that is not stored; undefined when the ledger does not know it. */
  oldestMicros: number | undefined;
  waits: boolean;
}

/** Undefined while the shard has not seen its log for the first time. */
export async function lookAt(pool: Pool, shard: number): Promise<Look | undefined> {
  const { rows } = await pool.query<{
    epoch: number;
    seq: string;
    messages: string;
    is_behind: boolean;
    oldest: string | null;
    letters: boolean;
  }>(
    `select o.epoch, o.seq, case when o.epoch = s.epoch then s.seq - o.seq else 1 end as messages,
            (s.epoch, s.seq) > (o.epoch, o.seq) as is_behind,
            (select logged_at_micros from ledger l where l.shard = o.shard and (l.epoch, l.seq) > (o.epoch, o.seq)
              order by l.epoch, l.seq limit 1) as oldest,
            exists (select from dead_letters d where d.shard = o.shard and d.unstored) as letters
       from store_offsets o join shard_offsets s using (shard)
      where o.shard = $1 and s.stream_created is not null`,
    [shard],
  );
  const [row] = rows;
  return (
    row && {
      epoch: row.epoch,
      seq: Number(row.seq),
      messages: Number(row.messages),
      oldestMicros: row.is_behind && row.oldest !== null ? Number(row.oldest) : undefined,
      waits: row.is_behind || row.letters,
    }
  );
}
