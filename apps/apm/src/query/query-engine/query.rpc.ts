import { Controller } from '@nestjs/common';
import { HandleRpc, HandleStream, type ScopedCall, type StreamedCall } from '@spanwise/bus/rpc-handler';
import {
  cancelQuery,
  checkStatement,
  listRunningQueries,
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
import { AskedQueries } from './asked-queries.js';

@Controller()
export class QueryController {
  constructor(private readonly queries: AskedQueries) {}

  @HandleStream(runQuery)
  run(input: RunQuery, call: StreamedCall): Promise<QuerySummary> {
    return this.queries.run(input, call);
  }

  @HandleRpc(checkStatement)
  check(asked: CheckStatement): Promise<{ checked: true }> {
    return this.queries.check(asked);
  }

  @HandleRpc(listRunningQueries)
  running(_: Empty, { context }: ScopedCall): Promise<RunningQueryView[]> {
    return this.queries.running(context);
  }

  @HandleRpc(cancelQuery)
  cancel(asked: CancelQuery, { context }: ScopedCall): Promise<{ cancelled: true }> {
    return this.queries.cancel(asked, context);
  }

  @HandleRpc(slowQueries)
  slow(_: Empty, { context }: ScopedCall): Promise<SlowQueries> {
    return this.queries.slow(context);
  }
}
