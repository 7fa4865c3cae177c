import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { DownloadWish, makeDownload, type DownloadLink } from '@spanwise/contracts/iam/downloads';
import { parse } from '@spanwise/contracts/authz/parse';
import { QUERY_ACCESS } from '@spanwise/contracts/telemetry/query';
import {
  cancelSearchJob,
  deleteSearchJob,
  listSearchJobs,
  readSearchJob,
  readSearchJobResults,
  searchJobFile,
  SearchJobId,
  SearchJobList,
  SearchJobResultsQuery,
  SubmitSearchJob,
  submitSearchJob,
  type SearchJob,
  type SearchJobResults,
} from '@spanwise/contracts/telemetry/search-jobs';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';
import { rowsOf } from './streamed-rows.js';

const PATH = { id: 'Id of the search job' };
const jobId = (id: string): SearchJobId => pathId(SearchJobId, id, 'There is no such search job.');

/** Queries in the background (QUERY-3). */
@Access(QUERY_ACCESS)
@Controller('api/v1/query/jobs')
export class SearchJobsController {
  constructor(private readonly bus: Bus) {}

  @Operation('SearchJob', {
    summary: 'Create a search job',
    description: `No row limit. Rows are retained for \`ttl_secs\` (7 days by default) after the job has ended. All members
who may query can read them; streams granted by other organizations are not allowed.`,
    body: SubmitSearchJob,
    refusals: { conflict: 'The organization keeps 1,000 search jobs already.' },
  })
  @Post()
  @HttpCode(202)
  submit(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SearchJob> {
    return this.bus.rpc.call(submitSearchJob, parse(SubmitSearchJob, body), caller.signed);
  }

  @Operation('SearchJobs', { summary: 'Search jobs of the organization, newest first', query: SearchJobList })
  @Get()
  list(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<SearchJob[]> {
    return this.bus.rpc.call(listSearchJobs, parseQuery(SearchJobList, query, ['limit']), caller.signed);
  }

  @Operation('SearchJob', { summary: 'State and progress of a search job', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SearchJob> {
    return this.bus.rpc.call(readSearchJob, jobId(id), caller.signed);
  }

  @Operation('SearchJobResults', {
    summary: 'Page through the rows of a finished search job',
    description: 'Rows are immutable: a page is always the same.',
    query: SearchJobResultsQuery,
    path: PATH,
    refusals: { conflict: 'The job is not done.' },
  })
  @Get(':id/results')
  async results(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<SearchJobResults | void> {
    const asked = { ...parseQuery(SearchJobResultsQuery, query, ['limit']), ...jobId(id) };
    const page = await this.bus.streams.open(readSearchJobResults, asked, caller.signed);
    const rows = await rowsOf(page);
    await reply.type('application/json').send(`{"rows":[${rows}],${JSON.stringify(page.tail).slice(1)}`);
  }

  @Operation('DownloadLink', {
    summary: 'Create a download link for the rows of a search job',
    description: `One JSON object per line. The link is the credential: it is for one method and expires after \`expires_in_secs\`
(300, at most 900), with the job, and once its creator may no longer read the job.`,
    body: DownloadWish,
    path: PATH,
    refusals: { conflict: 'The job is not done.' },
  })
  @Post(':id/download')
  @HttpCode(200)
  async download(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<DownloadLink> {
    const named = jobId(id);
    const wish = parse(DownloadWish, body ?? {});
    await this.bus.rpc.call(searchJobFile, named, caller.signed);
    const link = { ...wish, object_type: 'search_job' as const, object_id: named.id };
    return this.bus.rpc.call(makeDownload, link, caller.signed);
  }

  @Operation('SearchJob', {
    summary: 'Cancel a search job',
    description: 'The caller’s own; with `org.settings.manage` any of the organization.',
    path: PATH,
    refusals: { conflict: 'The job has ended already.', forbidden: 'The job belongs to another user.' },
  })
  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SearchJob> {
    return this.bus.rpc.call(cancelSearchJob, jobId(id), caller.signed);
  }

  @Operation('Deleted', {
    summary: 'Delete a search job and its rows',
    description: 'The caller’s own; with `org.settings.manage` any of the organization. A running one is cancelled.',
    path: PATH,
    refusals: { forbidden: 'The job belongs to another user.' },
  })
  @Delete(':id')
  remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteSearchJob, jobId(id), caller.signed);
  }
}
