import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { parse } from '@spanwise/contracts/authz/parse';
import {
  CancelQuery,
  cancelQuery,
  listRunningQueries,
  QUERY_ACCESS,
  QueryBody,
  runQuery,
  slowQueries,
  StreamQuery,
  type QueryResult,
  type RunningQueryView,
  type SlowQueries,
} from '@spanwise/contracts/telemetry/query';
import { submitSearchJob, type SubmittedQuery } from '@spanwise/contracts/telemetry/search-jobs';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { contextOfAll, heldIdsOf, OpenToHeld } from '../../edge/auth/held-calls.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';
import { jsonAnswer, leavingOf, ndjsonAnswer } from './streamed-rows.js';

const NDJSON = 'application/x-ndjson';
/** RFC 7240. */
const RESPOND_ASYNC = /(^|[,;\s])respond-async($|[,;\s])/i;
const REFUSALS = {
  resource_exhausted: 'Too many queries run, or this one met a limit of memory or time before its first row.',
  cancelled: 'The query was cancelled.',
} as const;
const STREAM_FORM = `One row object per line; the last line is \`{"__meta__": {scanned_rows, took_ms, rows, stored_to_micros}}\`, or
\`{"__error__": {error, message}}\` when it fails after the first row. Slow readers slow down the query; closing the connection
cancels it.`;

/** Statements over stored telemetry (QUERY-1, QUERY-2). */
@Access(QUERY_ACCESS)
@Controller('api/v1/query')
export class QueryController {
  constructor(private readonly bus: Bus) {}

  @OpenToHeld(runQuery)
  @Operation('QueryResult', {
    summary: 'Run one SELECT statement over the streams of the organization',
    description: `Streams are tables: \`"default"\`, or with the signal \`logs."default"\`; a stream that another organization grants to
the caller is \`"acme".logs."default"\`, with that organization's slug. Without the permission, the caller can query the streams
that they have a role on. At most 10,000 rows (\`limit\`, 1,000 without
it); \`partial\` means that there are more. \`stored_to_micros\` is the time up to which records are stored; \`partial\` with \`not_stored\` means
that acknowledged records of the range are not stored yet; \`wait_for\` waits for them. 64-bit integers keep all their digits. With \`Accept: ${NDJSON}\` the response is
that of \`/query/stream\`. A field beyond the schema of its stream is read by name too; \`unplaced_fields\` and
\`field_overflow\` say so. A value that the type of its field cannot hold is null; \`unfit_fields\` counts such records. With \`Prefer: respond-async\` a search job runs it: 202 with \`{job_id, monitor, state}\`. Every answer carries \`X-Query-Id\`.`,
    body: QueryBody,
    refusals: REFUSALS,
  })
  @Post()
  @HttpCode(200)
  run(
    @Body() body: unknown,
    @Headers('accept') accept: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<QueryResult | void> {
    const asked = parse(QueryBody, body);
    if (prefer !== undefined && RESPOND_ASYNC.test(prefer)) return this.submit(asked, caller, reply);
    if (accept?.includes(NDJSON)) return this.stream(asked, caller, reply);
    return this.answer(asked, caller, reply);
  }

  @OpenToHeld(runQuery)
  @Operation('QueryResult', {
    summary: 'Run one SELECT statement and stream its rows',
    description: STREAM_FORM,
    query: StreamQuery,
    refusals: REFUSALS,
  })
  @Get('stream')
  streamByQueryString(
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<QueryResult | void> {
    const integers = ['from', 'to', 'limit', 'wait_for'];
    const { sql, from, to, stream, stream_type, limit, wait_for } = parseQuery(StreamQuery, query, integers);
    const asked = parse(QueryBody, {
      language: 'sql',
      statement: sql,
      time_range: { start: from, end: to },
      ...(stream !== undefined && { stream: { name: stream, stream_type: stream_type ?? 'logs' } }),
      ...(limit !== undefined && { limit }),
      ...(wait_for !== undefined && { wait_for }),
    });
    return this.stream(asked, caller, reply);
  }

  @OpenToHeld(runQuery)
  @Operation('QueryResult', {
    summary: 'Run one SELECT statement and stream its rows',
    description: STREAM_FORM,
    body: QueryBody,
    refusals: REFUSALS,
  })
  @Post('stream')
  @HttpCode(200)
  streamByBody(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<QueryResult | void> {
    return this.stream(parse(QueryBody, body), caller, reply);
  }

  @Operation('RunningQueries', {
    summary: 'Running and queued queries',
    description: 'The caller’s; with `org.settings.read` those of the whole organization.',
  })
  @Get('running')
  running(@CurrentCaller() caller: Caller): Promise<RunningQueryView[]> {
    return this.bus.rpc.call(listRunningQueries, new Empty(), caller.signed);
  }

  @Operation('SlowQueries', {
    summary: 'Recent slow queries (1 s or longer)',
    description: 'The caller’s; with `org.settings.read` those of the whole organization. At most 50.',
  })
  @Get('slow')
  slow(@CurrentCaller() caller: Caller): Promise<SlowQueries> {
    return this.bus.rpc.call(slowQueries, new Empty(), caller.signed);
  }

  @Operation('QueryCancelled', {
    summary: 'Cancel a running query',
    description:
      'The caller’s own; with `org.settings.manage` any of the organization. Its caller gets 400 `cancelled`.',
    path: { id: 'Id of the query, as `X-Query-Id` and the list of running queries say it' },
  })
  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ cancelled: true }> {
    const named = pathId(CancelQuery, id, 'There is no running query with this id.');
    return this.bus.rpc.call(cancelQuery, named, caller.signed);
  }

  private async submit(asked: QueryBody, caller: Caller, reply: FastifyReply): Promise<void> {
    const { job_id, state } = await this.bus.rpc.call(submitSearchJob, asked, caller.signed);
    const submitted: SubmittedQuery = { job_id, monitor: `/api/v1/query/jobs/${job_id}`, state };
    await reply
      .status(202)
      .header('X-Query-Id', job_id)
      .header('Preference-Applied', 'respond-async')
      .type('application/json')
      .send(JSON.stringify(submitted));
  }

  private async answer(asked: QueryBody, caller: Caller, reply: FastifyReply): Promise<void> {
    const rows = await this.open(asked, 'arrays', caller, reply);
    await reply.type('application/json').send(await jsonAnswer(rows));
  }

  private async stream(asked: QueryBody, caller: Caller, reply: FastifyReply): Promise<void> {
    const rows = await this.open(asked, 'objects', caller, reply);
    await reply.type(NDJSON).send(ndjsonAnswer(rows));
  }

  private async open(asked: QueryBody, form: 'arrays' | 'objects', caller: Caller, reply: FastifyReply) {
    const query_id = uuidv7();
    void reply.header('X-Query-Id', query_id);
    const input = { ...asked, query_id, form, ...heldIdsOf(caller) };
    return this.bus.streams.open(runQuery, input, contextOfAll(caller), leavingOf(reply));
  }
}
