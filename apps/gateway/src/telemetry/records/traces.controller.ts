import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import { QUERY_ACCESS } from '@spanwise/contracts/telemetry/query';
import {
  listTraces,
  logsOfTrace,
  readTrace,
  TraceId,
  TraceListBody,
  TraceListQuery,
  TimeWindow,
  type LogPage,
  type TraceDetail,
  type TracePage,
} from '@spanwise/contracts/telemetry/reads';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { OpenToHeld } from '../../edge/auth/held-calls.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { Operation } from '../../edge/openapi/operation.js';
import { sendPage, sendText } from './streamed-answer.js';

const PATH = { trace_id: 'Trace id' };

/** The window of the query string and the id of the path; a text that is no id names no trace. */
function traceOf(id: string, query: unknown): TraceId {
  const window = parseQuery(TimeWindow, query, ['from', 'to', 'wait_for']);
  try {
    return parse(TraceId, { ...window, trace_id: id });
  } catch {
    throw notFound('There is no such trace.');
  }
}

function listOf(query: unknown): TraceListBody {
  const { filters, ...rest } = parseQuery(TraceListQuery, query, ['from', 'to', 'limit', 'wait_for']);
  return parse(TraceListBody, { ...rest, ...(filters !== undefined && { filters: jsonOf(filters) }) });
}

function jsonOf(filters: string): unknown {
  try {
    return JSON.parse(filters);
  } catch {
    throw invalidArgument('The parameter filters must be a JSON array of {field, op, value}.', [
      { field: 'filters', reason: 'is not JSON' },
    ]);
  }
}

@Access(QUERY_ACCESS)
@Controller('api/v1')
export class TracesController {
  constructor(private readonly bus: Bus) {}

  @OpenToHeld(listTraces)
  @Operation('TracePage', {
    summary: 'Search traces',
    description: `One span of a trace must match all filters. Fields are columns, attributes, and \`service\`, \`operation\`, \`status\`,
\`version\`, \`environment\`, \`duration_ms\`. With a cursor only \`limit\` and \`wait_for\` are allowed.`,
    query: TraceListQuery,
  })
  @Get('web/traces')
  async list(
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<TracePage | void> {
    await sendPage(this.bus, listTraces, listOf(query), caller, reply);
  }

  @OpenToHeld(readTrace)
  @Operation('TraceDetail', {
    summary: 'One trace: its spans in tree order, services, errors, self times and critical path',
    description: `Searches the last 24 hours, then 30 days, or \`from\` to \`to\`. Times in nanoseconds keep all
their digits. At most 100,000 spans, then \`truncated\`.`,
    query: TimeWindow,
    path: PATH,
  })
  @Get(['traces/:trace_id', 'web/trace/:trace_id'])
  async read(
    @Param('trace_id') id: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<TraceDetail | void> {
    await sendText(this.bus, readTrace, traceOf(id, query), caller, reply);
  }

  @OpenToHeld(logsOfTrace)
  @Operation('LogPage', {
    summary: 'Logs of a trace, oldest first',
    description: 'From all streams, in the last 24 hours or `from` to `to`. At most 1,000, then `has_more`.',
    query: TimeWindow,
    path: PATH,
  })
  @Get('traces/:trace_id/logs')
  async logs(
    @Param('trace_id') id: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<LogPage | void> {
    await sendPage(this.bus, logsOfTrace, traceOf(id, query), caller, reply);
  }
}
