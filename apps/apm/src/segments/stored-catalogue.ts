import type { Pool } from 'pg';
import type { Segment, StreamField, TelemetryCatalogue } from '@spanwise/segments/catalogue';
import type { Signal } from '@spanwise/segments/columns';
import { inTransaction } from '@spanwise/postgres/transaction';
import { fieldOf } from './field-rows.js';
import type { Leases } from './leases.js';

interface SegmentRow {
  id: string;
  key: string;
  bytes: string;
  rows: string;
  from_micros: string;
  to_micros: string;
}

export const segmentOf = (row: SegmentRow): Segment => ({
  id: row.id,
  key: row.key,
  bytes: Number(row.bytes),
  rows: Number(row.rows),
  fromMicros: Number(row.from_micros),
  toMicros: Number(row.to_micros),
});

/** The catalogue as the tables of apm hold it. */
export class StoredCatalogue implements TelemetryCatalogue {
  constructor(
    private readonly pool: Pool,
    private readonly leases: Leases,
  ) {}

  async streams(organizationId: string): Promise<{ signal: Signal; stream: string; fields: readonly StreamField[] }[]> {
    const { rows } = await inTransaction(this.pool, { organizationId, readOnly: true }, (client) =>
      client.query<{ signal: Signal; name: string; fields: Parameters<typeof fieldOf>[0][] }>(
        `select signal, name,
                (select coalesce(json_agg(json_build_object('name', f.name, 'type', f.type, 'member_of', f.member_of) order by f.name), '[]')
                   from stream_fields f where f.organization_id = s.organization_id and f.stream_id = s.id) as fields
           from streams s order by signal, name`,
      ),
    );
    return rows.map(({ signal, name, fields }) => ({ signal, stream: name, fields: fields.map(fieldOf) }));
  }

  async open(
    organizationId: string,
    signal: Signal,
    stream: string,
    range: { fromMicros: number; toMicros: number },
  ): ReturnType<TelemetryCatalogue['open']> {
    const options = { organizationId, readOnly: true, snapshot: true };
    const found = await inTransaction(this.pool, options, async (client) => {
      const streams = await client.query<{ id: string }>('select id from streams where signal = $1 and name = $2', [
        signal,
        stream,
      ]);
      if (streams.rows.length === 0) return undefined;
      const [{ id }] = streams.rows;
      const fields = await client.query<Parameters<typeof fieldOf>[0]>(
        'select name, type, member_of from stream_fields where stream_id = $1 order by name',
        [id],
      );
      const segments = await client.query<SegmentRow>(
        `select id, key, bytes, rows, from_micros, to_micros from segments
          where stream_id = $1 and to_micros >= $2 and from_micros < $3 order by from_micros, id`,
        [id, range.fromMicros, range.toMicros],
      );
      return { fields: fields.rows.map(fieldOf), segments: segments.rows.map(segmentOf) };
    });
    if (found === undefined) return undefined;
    // Between the statement and this line a file may be marked for removal: its grace is longer than that.
    const release = this.leases.take(found.segments.map(({ key }) => key));
    return { segments: { organizationId, signal, stream, ...found }, release };
  }
}
