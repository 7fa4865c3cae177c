import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, HandleStream, type StreamedCall } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  cancelSearchJob,
  DEFAULT_JOB_PAGE,
  DEFAULT_TTL_SECS,
  deleteSearchJob,
  listSearchJobs,
  readSearchJob,
  readSearchJobFile,
  readSearchJobResults,
  searchJobFile,
  submitSearchJob,
  type ReadSearchJobFile,
  type ReadSearchJobResults,
  type SearchJob,
  type SearchJobFile,
  type SearchJobId,
  type SearchJobList,
  type SearchJobPage,
  type SubmitSearchJob,
} from '@spanwise/contracts/telemetry/search-jobs';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { AuditedChange } from '@spanwise/postgres/audit-outbox';
import { Database } from '@spanwise/postgres/database';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { ownerOf, requestOf } from '../query-engine/query-request.js';
import { Queries } from '../query-engine/queries.js';
import { JobFile } from './job-file.js';
import { JobResults } from './job-results.js';
import {
  cancelJob,
  countJobs,
  insertJob,
  jobView,
  readJob,
  readJobs,
  removeJob,
  type JobRow,
} from './search-jobs.store.js';

/** The list is a bare array (API-6). */
const MAX_JOBS = 1_000;
const DEFAULT_LIST = 100;

/** The search jobs of an organization and their results. */
@Controller()
export class SearchJobs {
  constructor(
    private readonly database: Database,
    private readonly queries: Queries,
    private readonly results: JobResults,
  ) {}

  @HandleRpc(submitSearchJob)
  submit(input: SubmitSearchJob, context: IamContext): Promise<SearchJob> {
    requestOf(input);
    const { organizationId, subject } = ownerOf(context);
    return this.rows(organizationId, async (client) => {
      if ((await countJobs(client)) >= MAX_JOBS) {
        throw conflict(`An organization keeps at most ${MAX_JOBS} search jobs: delete some first.`);
      }
      const { ttl_secs: ttlSecs = DEFAULT_TTL_SECS, ...request } = input;
      const job = { organizationId, id: uuidv7(), subject, request, nowMicros: Date.now() * 1_000, ttlSecs };
      const row = await insertJob(client, job);
      await recordChange(client, context, changeOf('search_job.submit', row));
      return jobView(row);
    });
  }

  @HandleRpc(listSearchJobs)
  list({ limit = DEFAULT_LIST }: SearchJobList, context: IamContext): Promise<SearchJob[]> {
    return this.rows(context.organization_id, async (client) => (await readJobs(client, limit)).map(jobView));
  }

  @HandleRpc(readSearchJob)
  read({ id }: SearchJobId, context: IamContext): Promise<SearchJob> {
    return this.rows(context.organization_id, async (client) => jobView(await readJob(client, id)));
  }

  @HandleRpc(cancelSearchJob)
  async cancel({ id }: SearchJobId, context: IamContext): Promise<SearchJob> {
    const job = await this.rows(context.organization_id, async (client) => {
      requireMayEnd(await readJob(client, id), context);
      const cancelled = await cancelJob(client, id, Date.now() * 1_000);
      if (cancelled === undefined) throw conflict('The search job has ended already.');
      await recordChange(client, context, changeOf('search_job.cancel', cancelled));
      return jobView(cancelled);
    });
    this.stopHere(id, context);
    return job;
  }

  @HandleRpc(deleteSearchJob)
  async remove({ id }: SearchJobId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    await this.rows(organizationId, async (client) => {
      const row = await readJob(client, id);
      requireMayEnd(row, context);
      await removeJob(client, id);
      await recordChange(client, context, changeOf('search_job.delete', row));
    });
    this.stopHere(id, context);
    await this.results.remove(organizationId, id);
    return { deleted: true };
  }

  @HandleStream(readSearchJobResults)
  async page(input: ReadSearchJobResults, call: StreamedCall): Promise<SearchJobPage> {
    const job = await this.rows(call.context.organization_id, (client) => readJob(client, input.id));
    if (job.state !== 'done') throw conflict(`The search job is ${job.state}: only one that is done has results.`);
    const limit = input.limit ?? DEFAULT_JOB_PAGE;
    const from = input.cursor === undefined ? 0 : rowOf(input.cursor, input.id);
    const total = job.parts!.reduce((sum, part) => sum + part.rows, 0);
    for await (const line of this.results.lines(job.parts!, from, limit)) await call.write(Buffer.from(`${line}\n`));
    const more = from + limit < total;
    return {
      columns: job.columns!,
      has_more: more,
      next_cursor: more ? cursorOf(from + limit, input.id) : null,
      previous_cursor: from > 0 ? cursorOf(Math.max(0, from - limit), input.id) : null,
    };
  }

  @HandleRpc(searchJobFile)
  async file({ id }: SearchJobId, context: IamContext): Promise<SearchJobFile> {
    const { bytes, etag } = await this.fileOf(id, context.organization_id);
    return { bytes, etag };
  }

  @HandleStream(readSearchJobFile)
  async fileBytes({ id, from, to }: ReadSearchJobFile, call: StreamedCall): Promise<SearchJobFile> {
    const file = await this.fileOf(id, call.context.organization_id);
    for await (const piece of file.read(from, to)) await call.write(piece);
    return { bytes: file.bytes, etag: file.etag };
  }

  private async fileOf(id: string, organizationId: string): Promise<JobFile> {
    return JobFile.of(await this.rows(organizationId, (client) => readJob(client, id)), this.results);
  }

  private rows<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.database.transaction({ organizationId }, work);
  }

  /** In this process the statement ends at once; in another one at its next renewal. */
  private stopHere(id: string, context: IamContext): void {
    const runs = this.queries.ports.running.list(context.organization_id).some((query) => query.id === id);
    if (runs) this.queries.ports.running.cancel(id, context.organization_id);
  }
}

/** Whose job it is, and without the statement, which may name people. */
const changeOf = (action: string, { id, subject, state, request }: JobRow): AuditedChange => ({
  action,
  target_kind: 'search_job',
  target_id: id,
  payload: { user_id: subject, state, time_range: request.time_range },
});

function requireMayEnd(job: JobRow, context: IamContext): void {
  if (job.subject === context.subject || context.permissions.includes('org.settings.manage')) return;
  throw forbidden('Search jobs of others need the permission org.settings.manage.');
}

/** Results never change, so a cursor is the number of a row; it names its job, so that it is good for no other. */
const cursorOf = (row: number, id: string): string => Buffer.from(`${row} ${id}`).toString('base64url');

function rowOf(cursor: string, id: string): number {
  const [row, job] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (job !== id || !/^\d{1,15}$/.test(row!)) throw invalidArgument('The cursor is not one of this search job.');
  return Number(row);
}
