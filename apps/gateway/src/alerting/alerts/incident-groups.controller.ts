import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  acknowledgeIncidentGroup,
  IncidentGroupId,
  IncidentGroupsAsked,
  listIncidentGroups,
  resolveIncidentGroup,
  type AcknowledgedGroup,
  type IncidentGroup,
  type ResolvedGroup,
} from '@spanwise/contracts/alerting/grouping';
import { ALERTS_ACKNOWLEDGE, ALERTS_READ } from '@spanwise/contracts/alerting/alert-rules';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the group' };

const groupId = (id: string): IncidentGroupId => pathId(IncidentGroupId, id, 'There is no such group of incidents.');

/** Incidents that are notified together (ALERT-126). */
@Controller('api/v1/alerts/incident_groups')
export class IncidentGroupsController {
  constructor(private readonly bus: Bus) {}

  @Access(ALERTS_READ)
  @Operation('IncidentGroups', {
    summary: 'Incident groups, most recent first',
    description: 'Optionally of one state. `limit` defaults to 200, at most 1000.',
    query: IncidentGroupsAsked,
  })
  @Get()
  list(@Query() query: Record<string, unknown>, @CurrentCaller() caller: Caller): Promise<IncidentGroup[]> {
    return this.bus.rpc.call(listIncidentGroups, parseQuery(IncidentGroupsAsked, query, ['limit']), caller.signed);
  }

  @Access(ALERTS_ACKNOWLEDGE)
  @Operation('AcknowledgedIncidentGroup', { summary: 'Acknowledge all open incidents of a group', path: PATH })
  @Post(':id/ack')
  @HttpCode(200)
  acknowledge(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AcknowledgedGroup> {
    return this.bus.rpc.call(acknowledgeIncidentGroup, groupId(id), caller.signed);
  }

  @Access(ALERTS_ACKNOWLEDGE)
  @Operation('ResolvedIncidentGroup', { summary: 'Resolve all incidents of a group', path: PATH })
  @Post(':id/resolve')
  @HttpCode(200)
  resolve(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ResolvedGroup> {
    return this.bus.rpc.call(resolveIncidentGroup, groupId(id), caller.signed);
  }
}
