import type { Pool } from 'pg';
import type { StreamSettings } from '@spanwise/contracts/telemetry/stream-settings';
import type { Segment, StreamLimits, TelemetryCatalogue } from '@spanwise/segments/catalogue';
import type { Signal } from '@spanwise/segments/columns';
import { BLOCK_BYTES, mayHold, traceHash, type TraceHash } from '@spanwise/segments/trace-filter';
import { inTransaction } from '@spanwise/postgres/transaction';
import { readFieldsFor, readOverflow } from './field-rows.store.js';
import type { Leases } from './leases.js';

interface SegmentRow {
  id: string;
  key: string;
  bytes: string;
  rows: string;
  from_micros: string;
  to_micros: string;
  checksum: string | null;
  /** Of the segment's filter, one for each trace that was asked for; null where it has none. */
  blocks?: Buffer[] | null;
}

/** The block of each trace out of a filter, whose bytes stay where they are. `blockIndex` says which. */
const BLOCKS = `case when trace_filter is not null then array(
  select substring(trace_filter from
      ((asked.block * (octet_length(trace_filter) / ${BLOCK_BYTES})) >> 32)::int * ${BLOCK_BYTES} + 1 for ${BLOCK_BYTES})
    from unnest($4::bigint[]) with ordinality as asked (block, at) order by at) end as blocks`;

export const segmentOf = (row: SegmentRow): Segment => ({
  id: row.id,
  key: row.key,
  bytes: Number(row.bytes),
  rows: Number(row.rows),
  fromMicros: Number(row.from_micros),
  toMicros: Number(row.to_micros),
  ...(row.checksum !== null && { checksum: Number(row.checksum) }),
});

/** The catalogue as the tables of apm hold it. */
export class StoredCatalogue implements TelemetryCatalogue {
  constructor(
    private readonly pool: Pool,
    private readonly leases: Leases,
  ) {}

  async streams(organizationId: string): ReturnType<TelemetryCatalogue['streams']> {
    const { rows } = await inTransaction(this.pool, { organizationId, readOnly: true }, (client) =>
      client.query<{ id: string; signal: Signal; stream: string; settings: StreamSettings }>(
        'select id, signal, name as stream, settings from streams order by signal, name',
      ),
    );
    return rows.map(({ settings, ...stream }) => ({ ...stream, limits: limitsOf(settings) }));
  }

  async open(
    organizationId: string,
    signal: Signal,
    stream: string,
    range: { fromMicros: number; toMicros: number },
    { traceIds, fieldNames = [] }: { traceIds?: readonly string[]; fieldNames?: readonly string[] } = {},
  ): ReturnType<TelemetryCatalogue['open']> {
    const hashes = traceIds?.map(traceHash);
    const options = { organizationId, readOnly: true, snapshot: true };
    const found = await inTransaction(this.pool, options, async (client) => {
      const streams = await client.query<{ id: string; settings: StreamSettings }>(
        'select id, settings from streams where signal = $1 and name = $2',
        [signal, stream],
      );
      if (streams.rows.length === 0) return undefined;
      const { id, settings } = streams.rows[0]!;
      const fields = await readFieldsFor(client, id, fieldNames);
      const overflow = await readOverflow(client, id);
      const segments = await client.query<SegmentRow>(
        `select id, key, bytes, rows, from_micros, to_micros, checksum${hashes === undefined ? '' : `, ${BLOCKS}`} from segments
          where stream_id = $1 and to_micros >= $2 and from_micros < $3 order by from_micros, id`,
        [id, range.fromMicros, range.toMicros, ...(hashes === undefined ? [] : [hashes.map(({ block }) => block)])],
      );
      const asked = segments.rows.filter((row) => hashes === undefined || mayHoldOne(row, hashes));
      return {
        id,
        limits: limitsOf(settings),
        ...fields,
        ...(overflow && { overflow }),
        segments: asked.map(segmentOf),
      };
    });
    if (found === undefined) return undefined;
    // Between the statement and this line a file may be marked for removal: its grace is longer than that.
    const release = this.leases.take(found.segments.map(({ key }) => key));
    return { segments: { organizationId, signal, stream, ...found }, release };
  }
}

const limitsOf = ({ queryable, max_query_range_hours }: StreamSettings): StreamLimits => ({
  queryable: queryable ?? true,
  ...(typeof max_query_range_hours === 'number' && { maxQueryHours: max_query_range_hours }),
});

const mayHoldOne = ({ blocks }: SegmentRow, hashes: readonly TraceHash[]): boolean =>
  blocks === undefined || blocks === null || blocks.some((block, at) => mayHold(block, hashes[at]!));
