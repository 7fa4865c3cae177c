/** The table of search jobs. Requests see their organization's rows; the worker claims through the writer's role. */
import type { Pool, PoolClient } from 'pg';
import { notFound } from '@spanwise/contracts/base/errors';
import type { PartialReason } from '@spanwise/contracts/telemetry/query';
import type { SearchJob, SearchJobState, SubmitSearchJob } from '@spanwise/contracts/telemetry/search-jobs';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { ResultPart } from './job-results.js';

export interface JobRow {
  organization_id: string;
  id: string;
  subject: string;
  request: SubmitSearchJob;
  state: SearchJobState;
  attempt: number;
  progress: number;
  submitted_at_micros: string;
  started_at_micros: string | null;
  finished_at_micros: string | null;
  expires_at_micros: string;
  ttl_secs: number;
  columns: string[] | null;
  parts: ResultPart[] | null;
  scanned_rows: string | null;
  partial_reason: PartialReason | null;
  stored_to_micros: string | null;
  error: string | null;
}

const optional = <K extends string, T>(key: K, value: T | null): Partial<Record<K, T>> =>
  (value === null ? {} : { [key]: value }) as Partial<Record<K, T>>;
const micros = (value: string | null): number | null => (value === null ? null : Number(value));

export function jobView(row: JobRow): SearchJob {
  return {
    job_id: row.id,
    state: row.state,
    statement: row.request.statement,
    time_range: row.request.time_range,
    user_id: row.subject,
    progress: row.progress,
    submitted_at_micros: Number(row.submitted_at_micros),
    expires_at_micros: Number(row.expires_at_micros),
    ...optional('started_at_micros', micros(row.started_at_micros)),
    ...optional('finished_at_micros', micros(row.finished_at_micros)),
    ...(row.parts !== null && { result_rows: row.parts.reduce((sum, part) => sum + part.rows, 0) }),
    ...optional('scanned_rows', micros(row.scanned_rows)),
    ...(row.partial_reason !== null && { partial: true as const, partial_reason: row.partial_reason }),
    ...optional('stored_to_micros', micros(row.stored_to_micros)),
    ...optional('error', row.error),
  };
}

const ABSENT = 'There is no such search job.';

/** Throws `not_found` for what is not there, or belongs to others. */
export async function readJob(client: PoolClient, id: string): Promise<JobRow> {
  const { rows } = await client.query<JobRow>('select * from search_jobs where id = $1', [id]);
  if (rows.length === 0) throw notFound(ABSENT);
  return rows[0]!;
}

export async function insertJob(
  client: PoolClient,
  job: {
    organizationId: string;
    id: string;
    subject: string;
    request: SubmitSearchJob;
    nowMicros: number;
    ttlSecs: number;
  },
): Promise<JobRow> {
  const { rows } = await client.query<JobRow>(
    `insert into search_jobs
       (organization_id, id, subject, request, state, submitted_at_micros, ttl_secs, expires_at_micros)
     values ($1, $2, $3, $4, 'pending', $5::bigint, $6::int, $5::bigint + $6::bigint * 1000000) returning *`,
    [job.organizationId, job.id, job.subject, storableJson(job.request), job.nowMicros, job.ttlSecs],
  );
  return rows[0]!;
}

/** Claims go one after the other, so that two of them do not both count the same running jobs. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('search_jobs claim', 0))`;

/** Of the organization that has waited longest since one of its jobs began and runs fewer than $4. */
const CLAIM = `
  update search_jobs set state = 'running', lease = $1, leased_until = now() + $2::float8 * interval '1 millisecond',
    attempt = attempt + 1, progress = 0, started_at_micros = $3
  where (organization_id, id) = (
    select organization_id, id from search_jobs job
    where (state = 'pending' or (state = 'running' and leased_until < now())) and (
      select count(*) from search_jobs other
      where other.organization_id = job.organization_id and other.state = 'running' and other.leased_until >= now()
    ) < $4
    order by (
      select max(started_at_micros) from search_jobs other where other.organization_id = job.organization_id
    ) nulls first, submitted_at_micros
    limit 1 for update skip locked)
  returning *`;

/** Undefined where no organization that runs fewer than `perOrganization` jobs has one waiting. */
export function claimJob(
  pool: Pool,
  { lease, leaseMs, perOrganization }: { lease: string; leaseMs: number; perOrganization: number },
  nowMicros: number,
): Promise<JobRow | undefined> {
  return inTransaction(pool, {}, async (client) => {
    await client.query(LOCK);
    return (await client.query<JobRow>(CLAIM, [lease, leaseMs, nowMicros, perOrganization])).rows[0];
  });
}

/** False when the job is not this lease's any more: it was cancelled, deleted or leased again. */
export async function renewLease(pool: Pool, lease: string, leaseMs: number, progress: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update search_jobs set leased_until = now() + $2::float8 * interval '1 millisecond', progress = $3
     where lease = $1 and state = 'running'`,
    [lease, leaseMs, progress],
  );
  return rowCount === 1;
}

export interface JobEnd {
  state: 'done' | 'failed' | 'pending';
  columns?: string[];
  parts?: ResultPart[];
  scannedRows?: number;
  partialReason?: PartialReason;
  storedToMicros?: number;
  error?: string;
}

export async function endJob(pool: Pool, lease: string, end: JobEnd, nowMicros: number): Promise<boolean> {
  const finished = end.state === 'pending' ? null : nowMicros;
  const { rowCount } = await pool.query(
    `update search_jobs set state = $2, lease = null, columns = $3, parts = $4, scanned_rows = $5, partial_reason = $6,
       stored_to_micros = $9, error = $7, finished_at_micros = $8::bigint, progress = case when $2 = 'done' then 1 else progress end,
       expires_at_micros = coalesce($8::bigint, submitted_at_micros) + ttl_secs::bigint * 1000000
     where lease = $1 and state = 'running'`,
    [
      lease,
      end.state,
      end.columns === undefined ? null : storableJson(end.columns),
      end.parts === undefined ? null : storableJson(end.parts),
      end.scannedRows ?? null,
      end.partialReason ?? null,
      end.error ?? null,
      finished,
      end.storedToMicros ?? null,
    ],
  );
  return rowCount === 1;
}

/** Ended jobs whose time is over, taken out of the table; their files are the caller's to remove. */
export async function takeExpired(pool: Pool, nowMicros: number): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await pool.query<{ organization_id: string; id: string }>(
    `delete from search_jobs where (organization_id, id) in (
       select organization_id, id from search_jobs
       where state in ('done', 'failed', 'cancelled') and expires_at_micros < $1 limit 100 for update skip locked)
     returning organization_id, id`,
    [nowMicros],
  );
  return rows;
}

export async function countJobs(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ jobs: number }>('select count(*)::int as jobs from search_jobs');
  return rows[0]!.jobs;
}

/** The newest first. */
export async function readJobs(client: PoolClient, limit: number): Promise<JobRow[]> {
  const { rows } = await client.query<JobRow>(
    'select * from search_jobs order by submitted_at_micros desc, id desc limit $1',
    [limit],
  );
  return rows;
}

/** Undefined when it has ended already. */
export async function cancelJob(client: PoolClient, id: string, nowMicros: number): Promise<JobRow | undefined> {
  const { rows } = await client.query<JobRow>(
    `update search_jobs set state = 'cancelled', lease = null, finished_at_micros = $2::bigint,
       expires_at_micros = $2::bigint + ttl_secs::bigint * 1000000
     where id = $1 and state in ('pending', 'running') returning *`,
    [id, nowMicros],
  );
  return rows[0];
}

export async function removeJob(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from search_jobs where id = $1', [id]);
}
