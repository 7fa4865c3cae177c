import { Controller } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { HandleRpc, HandleStream, type StreamedCall } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  cancelQuery,
  checkStatement,
  DEFAULT_ROWS,
  listRunningQueries,
  MAX_ROWS,
  runQuery,
  slowQueries,
  type CancelQuery,
  type CheckStatement,
  type QuerySummary,
  type RunningQueryView,
  type RunQuery,
  type SlowQueries,
} from '@spanwise/contracts/telemetry/query';
import type { Empty } from '@spanwise/contracts/authz/rpc';
import { ApmConfig } from '../../config.js';
import { LostTimes } from '../../rollups/lost-time/lost-times.js';
import { bothOf } from '../../store/stored-state/not-stored.js';
import { StoredReads } from '../../store/stored-state/stored-reads.js';
import { grantedStreams } from './granted-streams.js';
import { Queries, type QueryRequest } from './queries.js';
import { ownerOf, requestOf } from './query-request.js';

/** Rows of a JSON answer, which is held whole. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Queries as callers ask for them, and what of those that run and have run they may see and end. */
@Controller()
export class AskedQueries {
  constructor(
    private readonly queries: Queries,
    private readonly config: ApmConfig,
    private readonly bus: Bus,
    private readonly lostTimes: LostTimes,
    private readonly storedReads: StoredReads,
  ) {}

  @HandleStream(runQuery)
  async run(input: RunQuery, call: StreamedCall): Promise<QuerySummary> {
    const { organization_id: organizationId } = call.context;
    const held = input.form === 'arrays';
    const maxRows = held ? Math.min(input.limit ?? DEFAULT_ROWS, MAX_ROWS) : input.limit;
    const stored = this.storedReads.of(organizationId);
    const request: QueryRequest = {
      ...requestOf(input),
      stored,
      granted: grantedStreams(this.bus.rpc, call.context),
      ...(input.held_ids && { heldIds: input.held_ids }),
      id: input.query_id,
      form: input.form,
      countsUnfit: true,
      timeLimitMs: held ? this.config.queryTimeoutMs : this.config.queryStreamTimeoutMs,
      ...(held ? { maxBytes: MAX_ANSWER_BYTES } : { streamed: true as const }),
      ...(maxRows !== undefined && { maxRows }),
    };
    const sink = { begin: () => undefined, write: (bytes: Uint8Array) => call.write(bytes) };
    await this.storedReads.wait(organizationId, request.range, input.wait_for, call.signal);
    const summary = await this.queries.run(ownerOf(call.context), request, call.signal, sink);
    const lost = await this.lostTimes.of(organizationId, request.range);
    const lacking = bothOf(
      lost.length === 0 ? {} : { partial: true, partial_reason: 'telemetry_lost' },
      await stored.completeness(request.range),
    );
    return { ...summary, ...bothOf(summary, lacking), ...(lost.length > 0 && { lost }) };
  }

  @HandleRpc(checkStatement)
  async check({ organization_id: organizationId, statement }: CheckStatement): Promise<{ checked: true }> {
    await this.queries.check(organizationId, statement);
    return { checked: true };
  }

  @HandleRpc(listRunningQueries)
  async running(_: Empty, context: IamContext): Promise<RunningQueryView[]> {
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
  async cancel({ id }: CancelQuery, context: IamContext): Promise<{ cancelled: true }> {
    const any = context.permissions.includes('org.settings.manage');
    const { organizationId, subject } = ownerOf(context);
    this.queries.ports.running.cancel(id, organizationId, any ? undefined : subject);
    return { cancelled: true };
  }

  @HandleRpc(slowQueries)
  async slow(_: Empty, context: IamContext): Promise<SlowQueries> {
    const all = context.permissions.includes('org.settings.read');
    const newest = this.queries.ports.slow.newest(context.organization_id);
    const seen = all ? newest : newest.filter(({ user_id }) => user_id === context.subject);
    return { items: seen.map((slow_query) => ({ slow_query, recommendations: [] })) };
  }
}
