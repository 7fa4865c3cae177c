import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createRule,
  deleteRule,
  EvaluationsAsked,
  listRules,
  readRule,
  RuleBody,
  ruleEvaluations,
  RuleId,
  ruleInstances,
  ruleVersions,
  SetRule,
  updateRule,
  validateRule,
  type AlertRule,
  type RuleEvaluationView,
  type RuleInstance,
  type RuleVersion,
  type ValidRule,
} from '@spanwise/contracts/alerting/alert-rules';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { AlertRules } from './alert-rules.js';

@Controller()
export class AlertRulesController {
  constructor(private readonly rules: AlertRules) {}

  @HandleRpc(listRules)
  list(_: Empty, { context }: ScopedCall): Promise<AlertRule[]> {
    return this.rules.list(context.organization_id);
  }

  @HandleRpc(readRule)
  read({ id }: RuleId, { context }: ScopedCall): Promise<AlertRule> {
    return this.rules.read(context.organization_id, id);
  }

  @HandleRpc(createRule)
  create(input: RuleBody, { context }: ScopedCall): Promise<AlertRule> {
    return this.rules.create(context, input);
  }

  @HandleRpc(updateRule)
  update({ id, body }: SetRule, { context }: ScopedCall): Promise<AlertRule> {
    return this.rules.update(context, id, body);
  }

  @HandleRpc(deleteRule)
  delete({ id }: RuleId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.rules.delete(context, id);
  }

  @HandleRpc(validateRule)
  validate(input: RuleBody, { context }: ScopedCall): Promise<ValidRule> {
    return this.rules.validate(context, input);
  }

  @HandleRpc(ruleVersions)
  versions({ id }: RuleId, { context }: ScopedCall): Promise<RuleVersion[]> {
    return this.rules.versions(context.organization_id, id);
  }

  @HandleRpc(ruleInstances)
  instances({ id }: RuleId, { context }: ScopedCall): Promise<RuleInstance[]> {
    return this.rules.instances(context.organization_id, id);
  }

  @HandleRpc(ruleEvaluations)
  evaluations({ id, limit }: EvaluationsAsked, { context }: ScopedCall): Promise<RuleEvaluationView[]> {
    return this.rules.evaluations(context.organization_id, id, limit);
  }
}
