import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  ALERTS_MANAGE,
  ALERTS_READ,
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
  updateRule,
  validateRule,
  type AlertRule,
  type RuleEvaluationView,
  type RuleInstance,
  type RuleVersion,
  type ValidRule,
} from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the alert rule' };
const ABSENT = 'There is no such alert rule.';
const STATEMENT = {
  forbidden: 'The permission `streams.query` is missing, which a rule over stored telemetry needs.',
  unavailable: 'A statement cannot be checked at the moment.',
};
const WRITTEN = { ...STATEMENT, conflict: 'The name is taken, or the organization has too many alert rules.' };

const ruleId = (id: string): RuleId => pathId(RuleId, id, ABSENT);

/** What is watched, and from where on it is notified (ALERT-2). */
@Controller('api/v1/alerts/rules')
export class AlertRulesController {
  constructor(private readonly bus: Bus) {}

  @Access(ALERTS_READ)
  @Operation('AlertRules', { summary: 'Alert rules of the organization, by name' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<AlertRule[]> {
    return this.bus.rpc.call(listRules, new Empty(), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('AlertRule', {
    summary: 'Create an alert rule',
    description:
      'With a `condition`, or a statement in `query`: one SELECT, or an expression in the supported subset of PromQL.',
    body: RuleBody,
    refusals: WRITTEN,
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<AlertRule> {
    return this.bus.rpc.call(createRule, parse(RuleBody, body), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('ValidAlertRule', {
    summary: 'Validate an alert rule',
    description: 'Nothing is saved.',
    body: RuleBody,
    refusals: STATEMENT,
  })
  @Post('validate')
  @HttpCode(200)
  validate(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ValidRule> {
    return this.bus.rpc.call(validateRule, parse(RuleBody, body), caller.signed);
  }

  @Access(ALERTS_READ)
  @Operation('AlertRule', { summary: 'One alert rule', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AlertRule> {
    return this.bus.rpc.call(readRule, ruleId(id), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('AlertRule', {
    summary: 'Replace an alert rule',
    description:
      'Without `condition` and with the rule’s current statement, the condition is unchanged; without `evaluation` that is unchanged. Changing what is measured or evaluated resolves the rule’s incidents.',
    path: PATH,
    body: RuleBody,
    refusals: WRITTEN,
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<AlertRule> {
    return this.bus.rpc.call(updateRule, { ...ruleId(id), body: parse(RuleBody, body) }, caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('Deleted', { summary: 'Delete an alert rule', description: 'Resolves its incidents.', path: PATH })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteRule, ruleId(id), caller.signed);
  }

  @Access(ALERTS_READ)
  @Operation('AlertRuleInstances', { summary: 'Alert instances of the rule that are not OK', path: PATH })
  @Get(':id/instances')
  instances(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<RuleInstance[]> {
    return this.bus.rpc.call(ruleInstances, ruleId(id), caller.signed);
  }

  @Access(ALERTS_READ)
  @Operation('AlertRuleVersions', { summary: 'List rule versions, newest first', path: PATH })
  @Get(':id/versions')
  versions(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<RuleVersion[]> {
    return this.bus.rpc.call(ruleVersions, ruleId(id), caller.signed);
  }

  @Access(ALERTS_READ)
  @Operation('AlertRuleEvaluations', {
    summary: 'List evaluations of the rule, newest first',
    description:
      'Of the last `limit` steps and passes of the organization, 60 by default, those that evaluated the rule.',
    path: PATH,
    query: EvaluationsAsked,
    without: ['id'],
  })
  @Get(':id/evaluations')
  evaluations(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @CurrentCaller() caller: Caller,
  ): Promise<RuleEvaluationView[]> {
    const asked = parseQuery(EvaluationsAsked, { ...query, ...ruleId(id) }, ['limit']);
    return this.bus.rpc.call(ruleEvaluations, asked, caller.signed);
  }
}
