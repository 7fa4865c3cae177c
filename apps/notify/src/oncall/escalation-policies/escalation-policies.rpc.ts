import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createEscalation,
  deleteEscalation,
  EscalationBody,
  EscalationId,
  listEscalations,
  readEscalation,
  SetEscalation,
  updateEscalation,
  type EscalationView,
} from '@spanwise/contracts/alerting/escalation-policies';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { EscalationPolicies } from './escalation-policies.js';

@Controller()
export class EscalationPoliciesController {
  constructor(private readonly escalations: EscalationPolicies) {}

  @HandleRpc(listEscalations)
  list(_: Empty, { context }: ScopedCall): Promise<EscalationView[]> {
    return this.escalations.list(context.organization_id);
  }

  @HandleRpc(readEscalation)
  read({ id }: EscalationId, { context }: ScopedCall): Promise<EscalationView> {
    return this.escalations.read(context.organization_id, id);
  }

  @HandleRpc(createEscalation)
  create(body: EscalationBody, { context }: ScopedCall): Promise<EscalationView> {
    return this.escalations.create(context, body);
  }

  @HandleRpc(updateEscalation)
  update({ id, body }: SetEscalation, { context }: ScopedCall): Promise<EscalationView> {
    return this.escalations.update(context, id, body);
  }

  @HandleRpc(deleteEscalation)
  delete({ id }: EscalationId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.escalations.delete(context, id);
  }
}
