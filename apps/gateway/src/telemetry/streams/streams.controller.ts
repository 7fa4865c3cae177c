import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { parse } from '@spanwise/contracts/authz/parse';
import {
  ConfigureStream,
  configureStream,
  ConfigureStreamBody,
  CreateStream,
  createStream,
  deleteStream,
  getStream,
  ListStreams,
  listStreams,
  STREAM_CONFIGURE_ACCESS,
  STREAM_CREATE_ACCESS,
  STREAM_DELETE_ACCESS,
  STREAM_READ_ACCESS,
  StreamId,
  StreamRetentionBody,
  StreamSchemaBody,
  streamsRuntime,
  StreamsRuntimeQuery,
  type StreamStatistics,
  type StreamsRuntime,
  type StreamView,
} from '@spanwise/contracts/telemetry/streams';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { HeldCalls, OpenToHeld } from '../../edge/auth/held-calls.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';
import { arrayText, wholeRuntime } from './all-streams.js';

const ABSENT = 'There is no such stream.';
const PATH = { id: 'Id of the stream, not its name' };
const NOT_THERE = { not_found: 'There is no such stream in the organization.' };

const isPaged = ({ limit, cursor }: { limit?: number; cursor?: string }): boolean =>
  limit !== undefined || cursor !== undefined;

@Controller('api/v1/streams')
export class StreamsController {
  constructor(
    private readonly bus: Bus,
    private readonly held: HeldCalls,
  ) {}

  @Access(STREAM_READ_ACCESS)
  @OpenToHeld(listStreams)
  @Operation('Streams', {
    summary: 'Streams of stored telemetry, by name',
    description:
      'All of them, each with at most 100 fields. `limit` (at most 200) returns a page; pass the response header `X-Next-Cursor` as `cursor` for the next one. `q` filters by a part of the name. Without the permission, those that the caller has a role on; streams that another organization grants are read by their id.',
    query: ListStreams,
  })
  @Get()
  async list(@Query() query: unknown, @CurrentCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const asked = parseQuery(ListStreams, query, ['limit']);
    const read = (cursor: string) => this.held.ofAll(listStreams, { ...asked, cursor }, caller);
    const first = await this.held.ofAll(listStreams, asked, caller);
    void reply.type('application/json');
    if (!isPaged(asked)) return void (await reply.send(arrayText(first, read)));
    if (first.next_cursor !== undefined) void reply.header('X-Next-Cursor', first.next_cursor);
    await reply.send(first.items);
  }

  @Access(STREAM_READ_ACCESS)
  @OpenToHeld(streamsRuntime)
  @Operation('StreamsRuntime', {
    summary: 'Recent ingestion by stream',
    description:
      'Over the last `window_secs` (86400 by default), in `bucket_count` buckets (24 by default): of all streams, or with `limit` ' +
      'of so many by name, and of the next ones with `next_cursor` as `cursor`.',
    query: StreamsRuntimeQuery,
  })
  @Get('runtime')
  async runtime(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<StreamsRuntime> {
    const asked = parseQuery(StreamsRuntimeQuery, query, ['window_secs', 'bucket_count', 'limit']);
    const read = (cursor: string) => this.held.ofAll(streamsRuntime, { ...asked, cursor }, caller);
    const first = await this.held.ofAll(streamsRuntime, asked, caller);
    return isPaged(asked) ? first : wholeRuntime(first, read);
  }

  @Access(STREAM_CREATE_ACCESS)
  @Operation('Stream', {
    summary: 'Create a stream',
    description: 'Streams are created automatically on ingestion; use this to set settings in advance.',
    body: CreateStream,
    refusals: { conflict: 'There is a stream of this name and type already.' },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<StreamView> {
    return this.bus.rpc.call(createStream, parse(CreateStream, body), caller.signed);
  }

  @Access(STREAM_READ_ACCESS)
  @OpenToHeld(getStream)
  @Operation('Stream', { summary: 'One stream, with all of its fields', path: PATH, refusals: NOT_THERE })
  @Get(':id')
  get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<StreamView> {
    return this.held.byId(getStream, pathId(StreamId, id, ABSENT), caller);
  }

  @Access(STREAM_READ_ACCESS)
  @OpenToHeld(getStream)
  @Operation('StreamSchema', {
    summary: 'Fields of a stream and their types',
    description:
      'At most 1,000 fields are part of the schema, and of `*`. `overflow` counts further fields: statements can read them by name.',
    path: PATH,
    refusals: NOT_THERE,
  })
  @Get(':id/schema')
  async schema(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<StreamView['schema']> {
    return (await this.get(id, caller)).schema;
  }

  @Access(STREAM_READ_ACCESS)
  @OpenToHeld(getStream)
  @Operation('StreamRetention', { summary: 'Retention of a stream', path: PATH, refusals: NOT_THERE })
  @Get(':id/retention')
  async retention(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ days: number }> {
    return (await this.get(id, caller)).effective_retention;
  }

  @Access(STREAM_READ_ACCESS)
  @OpenToHeld(getStream)
  @Operation('StreamStatistics', { summary: 'Rows, bytes and times of a stream', path: PATH, refusals: NOT_THERE })
  @Get(':id/statistics')
  async statistics(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<StreamStatistics> {
    return (await this.get(id, caller)).statistics;
  }

  @Access(STREAM_CONFIGURE_ACCESS)
  @Operation('Stream', {
    summary: 'Update the settings of a stream',
    description:
      'Omitted members are unchanged; `retention_days: null` restores the default of 30 days. `settings` is replaced as a whole. `queryable: false` refuses every statement on the stream; `max_query_range_hours` bounds ' +
      'statements and search jobs. All settings other than `description`, and `indexed` of a field, are stored and returned without effect.',
    body: ConfigureStreamBody,
    path: PATH,
    refusals: NOT_THERE,
  })
  @Put(':id/settings')
  configure(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<StreamView> {
    return this.change(id, parse(ConfigureStreamBody, body), caller);
  }

  @Access(STREAM_CONFIGURE_ACCESS)
  @Operation('Stream', {
    summary: 'Declare fields of a stream',
    description: 'A field has its declared type until a record has another one. Other fields are unchanged.',
    body: StreamSchemaBody,
    path: PATH,
    refusals: NOT_THERE,
  })
  @Put(':id/schema')
  declare(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<StreamView> {
    return this.change(id, parse(StreamSchemaBody, body), caller);
  }

  @Access(STREAM_CONFIGURE_ACCESS)
  @Operation('Stream', {
    summary: 'Update the retention of a stream',
    body: StreamRetentionBody,
    path: PATH,
    refusals: NOT_THERE,
  })
  @Put(':id/retention')
  retain(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<StreamView> {
    return this.change(id, { retention_days: parse(StreamRetentionBody, body).days }, caller);
  }

  @Access(STREAM_DELETE_ACCESS)
  @Operation('Deleted', {
    summary: 'Delete a stream and its records',
    description:
      'Its records are unreadable at once; its files are deleted an hour later by default. New telemetry creates the stream again.',
    path: PATH,
    refusals: NOT_THERE,
  })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteStream, pathId(StreamId, id, ABSENT), caller.signed);
  }

  private change(id: string, change: ConfigureStreamBody, caller: Caller): Promise<StreamView> {
    const named = pathId(StreamId, id, ABSENT);
    return this.bus.rpc.call(configureStream, parse(ConfigureStream, { ...change, ...named }), caller.signed);
  }
}
