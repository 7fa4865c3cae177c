/** What of an organization was acknowledged and cannot be read yet: one statement over all shards. */
import type { Pool } from 'pg';
import { SLICE_SIGNALS } from '@spanwise/contracts/log/log-message';
import type { SegmentManifest } from '@spanwise/contracts/log/manifests';
import type { NotStored } from '@spanwise/contracts/log/stored-state';
import { inTransaction } from '@spanwise/postgres/transaction';

/** What a shard is asked about. */
export interface ShardSpan {
  shard: number;
  /** Newest manifest that apm has entered, and the newest that counts; absent: the newest that there is. */
  entered: number;
  manifest?: number;
  /** End of the log that counts: `epoch` absent is that of the position. */
  epoch?: number;
  seq: number;
}

export interface ShardLook {
  shard: number;
  epoch: number;
  seq: number;
  /** All of the log up to the asked end is processed, and all of it is stored. */
  isCommitted: boolean;
  isStored: boolean;
  manifest: number;
  notStored: NotStored[];
}

/** Manifests are taken apart up to here; who is further behind is behind with all of them. */
const MOST_MANIFESTS = 8;
const STATEMENT_TIMEOUT_MS = 1_500;

interface Row {
  shard: number;
  epoch: number;
  committed_epoch: number;
  committed_seq: string;
  stored_epoch: number;
  stored_seq: string;
  watermark: string;
  manifest: string;
  since: string | null;
  signal: number | null;
  from_micros: string | null;
  to_micros: string | null;
  /** One that the catalogue has not entered. */
  entering: Buffer | null;
  /** There are more of them than are looked through: this is the first. */
  is_any: boolean | null;
}

/**
 * Between the position of the store writer and the end lie rows of the ledger; behind what apm has entered lie manifests; and
 * replayed dead letters are stored from their own table. A shard that has no position yet has processed nothing.
 */
export async function lookAtStored(
  pool: Pool,
  organizationId: string,
  spans: readonly ShardSpan[],
): Promise<ShardLook[]> {
  const options = { organizationId, readOnly: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const { rows } = await inTransaction(pool, options, (client) =>
    client.query<Row>(LOOK, [
      organizationId,
      spans.map(({ shard }) => shard),
      spans.map(({ entered }) => entered),
      spans.map(({ manifest }) => manifest ?? null),
      spans.map(({ epoch }) => epoch ?? null),
      spans.map(({ seq }) => seq),
    ]),
  );
  const looks = new Map<number, ShardLook>();
  for (const row of rows) {
    const span = spans.find(({ shard }) => shard === row.shard)!;
    const look = looks.get(row.shard) ?? lookOf(row, span);
    looks.set(row.shard, look);
    look.notStored.push(...notStoredIn(row, organizationId));
  }
  return spans.map((span) => looks.get(span.shard) ?? uncommitted(span));
}

/** A manifest without the organization's id in its text has nothing of it. */
const LOOK = `
  with asked as (
    select a.shard, a.entered, coalesce(a.epoch, s.epoch) as epoch, a.seq, s.epoch as committed_epoch,
           s.seq as committed_seq, o.epoch as stored_epoch, o.seq as stored_seq, s.watermark_micros as watermark,
           least(o.n, coalesce(a.manifest, o.n)) as manifest
      from unnest($2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[]) as a (shard, entered, manifest, epoch, seq)
      join shard_offsets s using (shard) join store_offsets o using (shard))
  select a.shard, a.epoch, a.committed_epoch, a.committed_seq, a.stored_epoch, a.stored_seq, a.watermark, a.manifest,
         waits.since, waits.signal, waits.from_micros, waits.to_micros, waits.entering, waits.is_any
    from asked a left join lateral (
      select min(l.logged_at_micros) as since, l.signal,
             case when count(*) = count(l.from_micros) then min(l.from_micros) end as from_micros,
             case when count(*) = count(l.from_micros) then max(l.to_micros) end as to_micros,
             null::bytea as entering, false as is_any
        from ledger l
       where l.shard = a.shard and (l.epoch, l.seq) > (a.stored_epoch, a.stored_seq)
         and (l.epoch, l.seq) <= (a.epoch, a.seq) and l.organization_id = $1::uuid and l.counted + l.late > 0
       group by l.signal
      union all
      select d.logged_at_micros, d.signal, null, null, null, false
        from dead_letters d where d.shard = a.shard and d.unstored and d.organization_id = $1::uuid
      union all
      select null, null, null, null, entering, false
        from (select manifest as entering from segment_manifests where shard = a.shard and n > a.entered and n <= a.manifest
               order by n limit ${MOST_MANIFESTS}) as first
       where position(convert_to($1::text, 'UTF8') in entering) > 0
      union all
      select null, null, null, null, m.manifest, true
        from segment_manifests m
       where m.shard = a.shard and m.n = a.entered + 1 and a.manifest - a.entered > ${MOST_MANIFESTS}) as waits on true
   order by a.shard`;

const uncommitted = ({ shard, epoch = 0, seq }: ShardSpan): ShardLook => {
  const isEmpty = seq === 0;
  const notStored = isEmpty ? [] : [{ sinceMicros: 0 }];
  return { shard, epoch, seq, isCommitted: isEmpty, isStored: isEmpty, manifest: 0, notStored };
};

function lookOf(row: Row, { seq }: ShardSpan): ShardLook {
  const { shard, epoch, watermark } = row;
  const isCommitted = isAtLeast(row.committed_epoch, row.committed_seq, epoch, seq);
  return {
    shard,
    epoch,
    seq,
    isCommitted,
    isStored: isCommitted && isAtLeast(row.stored_epoch, row.stored_seq, epoch, seq),
    manifest: Number(row.manifest),
    // Whose it is, and when it is of, is unknown before it is processed.
    notStored: isCommitted ? [] : [{ sinceMicros: Number(watermark) }],
  };
}

const isAtLeast = (epoch: number, seq: string, thatEpoch: number, thatSeq: number): boolean =>
  epoch > thatEpoch || (epoch === thatEpoch && Number(seq) >= thatSeq);

function notStoredIn(row: Row, organizationId: string): NotStored[] {
  if (row.entering !== null) return segmentsNotEntered(row.entering, row, organizationId);
  if (row.since === null) return [];
  const [fromMicros, toMicros] = [row.from_micros, row.to_micros];
  const range = fromMicros === null ? {} : { fromMicros: Number(fromMicros), toMicros: Number(toMicros) };
  return [{ signal: SLICE_SIGNALS[row.signal!], ...range, sinceMicros: Number(row.since) }];
}

function segmentsNotEntered(manifest: Buffer, { is_any, watermark }: Row, organizationId: string): NotStored[] {
  const { segments, loggedFromMicros, loggedAtMicros } = JSON.parse(manifest.toString()) as SegmentManifest;
  if (is_any) return [{ sinceMicros: loggedFromMicros ?? loggedAtMicros }];
  return segments
    .filter((segment) => segment.organizationId === organizationId)
    .map(({ signal, fromMicros, toMicros }) => {
      const sinceMicros = loggedFromMicros ?? Math.min(fromMicros, Number(watermark));
      return { signal, fromMicros, toMicros, sinceMicros };
    });
}
