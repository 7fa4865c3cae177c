import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
import { IncidentGroups } from './incident-groups.js';

@Controller()
export class IncidentGroupsController {
  constructor(private readonly groups: IncidentGroups) {}

  @HandleRpc(listIncidentGroups)
  list(asked: IncidentGroupsAsked, { context }: ScopedCall): Promise<IncidentGroup[]> {
    return this.groups.list(context.organization_id, asked);
  }

  @HandleRpc(acknowledgeIncidentGroup)
  acknowledge({ id }: IncidentGroupId, { context }: ScopedCall): Promise<AcknowledgedGroup> {
    return this.groups.acknowledge(context, id);
  }

  @HandleRpc(resolveIncidentGroup)
  resolve({ id }: IncidentGroupId, { context }: ScopedCall): Promise<ResolvedGroup> {
    return this.groups.resolve(context, id);
  }
}
