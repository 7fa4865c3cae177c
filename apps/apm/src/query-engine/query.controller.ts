import { Controller } from '@nestjs/common';
import { HandleRpc, HandleStream, type ScopedCall, type StreamedCall } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  cancelQuery,
  DEFAULT_ROWS,
  listRunningQueries,
  MAX_ROWS,
  runQuery,
  slowQueries,
  type CancelQuery,
  type QueryBody,
  type QuerySummary,
  type RunningQueryView,
  type RunQuery,
  type SlowQueries,
} from '@spanwise/contracts/query';
import type { Empty } from '@spanwise/contracts/rpc';
import { ApmConfig } from '../config.js';
import { Queries, type QueryRequest } from './queries.js';
import type { QueryOwner } from './running-queries.js';

/** Rows of a JSON answer, which is held whole. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export const ownerOf = ({ organization_id, subject }: IamContext): QueryOwner => ({
  organizationId: organization_id,
  subject,
});

/** What a body asks for, whoever runs it. Throws `invalid_argument` for a range that ends before it begins. */
export function requestOf(body: QueryBody): Pick<QueryRequest, 'statement' | 'range' | 'stream'> {
  const { start, end } = body.time_range;
  if (end <= start) {
    throw invalidArgument('The time range must end after it begins.', [
      { field: 'time_range.end', reason: 'must be after start' },
    ]);
  }
  return {
    statement: body.statement,
    range: { fromMicros: start, toMicros: end },
    ...(body.stream && { stream: { name: body.stream.name, signal: body.stream.stream_type } }),
  };
}

@Controller()
export class QueryController {
  constructor(
    private readonly queries: Queries,
    private readonly config: ApmConfig,
  ) {}

  @HandleStream(runQuery)
  run(input: RunQuery, call: StreamedCall): Promise<QuerySummary> {
    const held = input.form === 'arrays';
    const maxRows = held ? Math.min(input.limit ?? DEFAULT_ROWS, MAX_ROWS) : input.limit;
    const request: QueryRequest = {
      ...requestOf(input),
      id: input.query_id,
      form: input.form,
      timeLimitMs: held ? this.config.queryTimeoutMs : this.config.queryStreamTimeoutMs,
      ...(held && { maxBytes: MAX_ANSWER_BYTES }),
      ...(maxRows !== undefined && { maxRows }),
    };
    const sink = { begin: () => undefined, write: (bytes: Uint8Array) => call.write(bytes) };
    return this.queries.run(ownerOf(call.context), request, call.signal, sink);
  }

  @HandleRpc(listRunningQueries)
  async running(_: Empty, { context }: ScopedCall): Promise<RunningQueryView[]> {
    const all = context.permissions.includes('org.settings.read');
    const { organizationId, subject } = ownerOf(context);
    return this.queries.ports.running.list(organizationId, all ? undefined : subject).map((query) => ({
      id: query.id,
      org_id: query.organizationId,
      user_id: query.subject,
      statement: query.statement,
      started_at_micros: query.startedAtMicros,
      cancelled: query.cancelled,
    }));
  }

  @HandleRpc(cancelQuery)
  async cancel({ id }: CancelQuery, { context }: ScopedCall): Promise<{ cancelled: true }> {
    const any = context.permissions.includes('org.settings.manage');
    const { organizationId, subject } = ownerOf(context);
    this.queries.ports.running.cancel(id, organizationId, any ? undefined : subject);
    return { cancelled: true };
  }

  @HandleRpc(slowQueries)
  async slow(_: Empty, { context }: ScopedCall): Promise<SlowQueries> {
    const all = context.permissions.includes('org.settings.read');
    const newest = this.queries.ports.slow.newest(context.organization_id);
    const seen = all ? newest : newest.filter(({ user_id }) => user_id === context.subject);
    return { items: seen.map((slow_query) => ({ slow_query, recommendations: [] })) };
  }
}
