import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import {
  listDeployments,
  recordDeployment,
  type Deployment,
  type Deployments,
  type RecordDeployment,
} from '@spanwise/contracts/apm/deployments';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { AuditedChange } from '@spanwise/postgres/audit-outbox';
import { RedAggregate } from '@spanwise/span-model/red';
import { storable } from '@spanwise/span-model/utf8';
import { Database } from '@spanwise/postgres/database';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { DEFAULT_LIMIT } from '../paging/list.js';
import { MICROS } from '../range/query-range.js';
import { ApmReads } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { readSeries } from '../read/series-rows.store.js';
import { readEvents, writeEvent } from './deploy-events.store.js';
import { eventView, timelineOf, type DeployEvent } from './timeline.js';
import { SERVICE_KINDS } from '../services/services.store.js';

/** The clock of a pipeline may be this much ahead. */
const MAX_AHEAD_MICROS = 10 * MICROS.minute;
/** A version that is first seen this long after its deployment is still the one that was deployed. */
const ROLLOUT_MICROS = MICROS.day;

/** Deployments as pipelines record them and as new versions show themselves. */
@Controller()
export class DeploymentRecords {
  constructor(
    private readonly reads: ApmReads,
    private readonly database: Database,
  ) {}

  @HandleRpc(recordDeployment)
  record(input: RecordDeployment, context: IamContext): Promise<Deployment> {
    const { organization_id: organizationId } = context;
    const { nowMicros } = this.reads;
    const event: DeployEvent = {
      id: uuidv7(),
      namespace: input.namespace ?? '',
      service: input.service,
      environment: input.environment ?? '',
      version: input.version,
      deployedAtMicros: input.deployed_at ?? nowMicros,
      description: storable(input.description ?? ''),
      url: input.url ?? '',
    };
    const oldest = this.reads.keptFrom(nowMicros).hourMicros;
    if (event.deployedAtMicros > nowMicros + MAX_AHEAD_MICROS || event.deployedAtMicros < oldest) {
      throw invalidArgument('The time of a deployment must lie within the retention and not in the future.', [
        { field: 'deployed_at', reason: 'is too old or in the future' },
      ]);
    }
    return this.database.transaction({ organizationId }, async (client) => {
      const stored = await writeEvent(client, organizationId, event);
      await recordChange(client, context, changeOf(stored));
      return eventView(stored);
    });
  }

  @HandleRpc(listDeployments)
  list(query: ApmQuery, context: IamContext): Promise<Deployments> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    return this.reads.answer(context, this.reads.rangeOf(query), filtersOf(query), async (read, meta) => {
      const reach = { ...read.range, fromMicros: read.range.fromMicros - ROLLOUT_MICROS };
      const events = await readEvents(read.snapshot, read.filters, reach, limit + 1);
      const series = await readSeries(read.snapshot, SERVICE_KINDS, read.filters);
      const timeline = timelineOf(events, [...series.values()], read.range);
      return {
        items: timeline.slice(0, limit),
        has_more: timeline.length > limit,
        meta: await meta(new RedAggregate()),
      };
    });
  }
}

const changeOf = ({ id, namespace, service, environment, version, deployedAtMicros }: DeployEvent): AuditedChange => ({
  action: 'deployment.record',
  target_kind: 'deployment',
  target_id: id,
  payload: { namespace, service, environment, version, deployed_at: deployedAtMicros },
});
