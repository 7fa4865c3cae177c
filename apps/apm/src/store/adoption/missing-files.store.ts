import type { Pool } from 'pg';
import type { StreamName } from './adoption.store.js';

export interface NamedFile {
  id: string;
  key: string;
  rows: number;
  /** Of `_timestamp`, microseconds, both inclusive. */
  fromMicros: number;
  toMicros: number;
}

/** Streams of all organizations. */
export async function streamNames(pool: Pool): Promise<StreamName[]> {
  const { rows } = await pool.query<StreamName>(
    'select organization_id as "organizationId", signal, name as stream from streams order by 1, 2, 3',
  );
  return rows;
}

export async function namedOfStream(pool: Pool, of: StreamName): Promise<NamedFile[]> {
  const { rows } = await pool.query<Record<'id' | 'key' | 'rows' | 'from_micros' | 'to_micros', string>>(
    `select s.id, s.key, s.rows, s.from_micros, s.to_micros
       from segments s join streams t on (t.organization_id, t.id) = (s.organization_id, s.stream_id)
      where t.organization_id = $1 and t.signal = $2 and t.name = $3 order by s.from_micros, s.id`,
    [of.organizationId, of.signal, of.stream],
  );
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    rows: Number(row.rows),
    fromMicros: Number(row.from_micros),
    toMicros: Number(row.to_micros),
  }));
}
