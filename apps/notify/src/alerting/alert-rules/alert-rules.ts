import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { Bus } from '@spanwise/bus/bus';
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
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import { conflict, forbidden, invalidArgument, ServiceError } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { checkStatement } from '@spanwise/contracts/telemetry/query';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { NotifyConfig } from '../../config.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { faultsOf } from '../../platform/faults/faults.store.js';
import { lockOrganization, OrganizationTransactions } from '../../db/organization-transactions.js';
import { changeIncidents } from '../../incidents/incidents/incident-lifecycle.js';
import type { ResolveReason } from '../../incidents/incidents/incident-opening.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import {
  addRule,
  addVersion,
  definitionBytes,
  lastStep,
  lockEvaluation,
  noteHasRules,
  removeRule,
  removeStates,
  ruleRow,
  ruleRows,
  setRule,
  standings,
  stateRows,
  versionRows,
  type RuleRow,
} from './alert-rules.store.js';
import { evaluationsOf, lastEvaluated } from './evaluations.js';
import { refuseUnfitOperands } from './operands.js';
import { definitionOf, isNewVersion, refused, telemetryRead, type RuleDefinition } from './rule-definition.js';
import { requireEscalation } from './rule-escalation.js';
import { draftView, instanceView, ruleView, versionView } from './rule-view.js';

const MAX_RULES = 1_000;
/** All of them are one answer, which goes over the bus in one piece. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_VERSIONS = 1_000;
const DEFAULT_STEPS = 60;
const QUERY = 'streams.query';

/** The rules of an organization (ALERT-2 to ALERT-17). */
@Controller()
export class AlertRules {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly bus: Bus,
    private readonly config: NotifyConfig,
    private readonly worker: DeliveryWorker,
  ) {}

  @HandleRpc(listRules)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<AlertRule[]> {
    return this.transactions.in(organizationId, async (client) => {
      const progress = await progressOf(client, organizationId);
      return (await ruleRows(client, organizationId, MAX_RULES)).map((row) => ruleView(row, progress));
    });
  }

  @HandleRpc(readRule)
  read({ id }: RuleId, { organization_id: organizationId }: IamContext): Promise<AlertRule> {
    return this.transactions.in(organizationId, async (client) =>
      ruleView(await ruleRow(client, organizationId, id), await progressOf(client, organizationId)),
    );
  }

  @HandleRpc(createRule)
  async create(body: RuleBody, context: IamContext): Promise<AlertRule> {
    const { organization_id: organizationId } = context;
    const definition = definitionOf(body);
    await this.checkTelemetry(context, definition);
    return this.write(organizationId, async (client) => {
      await requireRoom(client, organizationId, 'alert_rules', MAX_RULES);
      const id = uuidv7();
      await requireBytes(client, organizationId, id, definition);
      await requireOperands(client, organizationId, definition, id);
      await requireEscalation(client, organizationId, definition);
      const row = await addRule(client, organizationId, { id, enabled: body.enabled, definition });
      await addVersion(client, organizationId, row);
      await noteHasRules(client, organizationId);
      await recordChange(client, context, changeOf('alert_rule.create', row));
      return ruleView(row, await progressOf(client, organizationId));
    });
  }

  /** Replaces the whole rule. What is watched or evaluated otherwise makes a version, whose label sets all begin as normal. */
  @HandleRpc(updateRule)
  async update({ id, body }: SetRule, context: IamContext): Promise<AlertRule> {
    const { organization_id: organizationId } = context;
    const before = await this.transactions.in(organizationId, (client) => ruleRow(client, organizationId, id));
    await this.checkTelemetry(context, definitionOf(body, before.definition), before.definition);
    return this.write(organizationId, async (client) => {
      await lockEvaluation(client, organizationId);
      const stored = await ruleRow(client, organizationId, id, 'for update');
      const definition = definitionOf(body, stored.definition);
      if (telemetryRead(definition, stored.definition) !== telemetryRead(definition, before.definition)) {
        throw conflict('Another user has just changed the alert rule: try again.');
      }
      await requireBytes(client, organizationId, id, definition);
      await requireOperands(client, organizationId, definition, id);
      await requireEscalation(client, organizationId, definition, stored.definition);
      const row = await this.replace(client, stored, { enabled: body.enabled, definition });
      await recordChange(client, context, changeOf('alert_rule.update', row));
      return ruleView(row, await progressOf(client, organizationId));
    });
  }

  @HandleRpc(deleteRule)
  async delete({ id }: RuleId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    await this.write(organizationId, async (client) => {
      await lockEvaluation(client, organizationId);
      const row = await ruleRow(client, organizationId, id, 'for update');
      await removeRule(client, organizationId, id);
      await this.endEvaluation(client, row, 'rule_deleted');
      await noteHasRules(client, organizationId);
      await recordChange(client, context, changeOf('alert_rule.delete', row));
    });
    return { deleted: true };
  }

  /** Keeps nothing. */
  @HandleRpc(validateRule)
  async validate(body: RuleBody, context: IamContext): Promise<ValidRule> {
    const definition = definitionOf(body);
    await this.checkTelemetry(context, definition);
    const { organization_id: organizationId } = context;
    await this.transactions.in(organizationId, async (client) => {
      await requireOperands(client, organizationId, definition);
      await requireEscalation(client, organizationId, definition);
    });
    return { valid: true, rule: draftView(definition, body.enabled) };
  }

  @HandleRpc(ruleVersions)
  versions({ id }: RuleId, { organization_id: organizationId }: IamContext): Promise<RuleVersion[]> {
    return this.ofRule(organizationId, id, async (client) =>
      (await versionRows(client, organizationId, id, MAX_VERSIONS)).map(versionView),
    );
  }

  @HandleRpc(ruleInstances)
  instances({ id }: RuleId, { organization_id: organizationId }: IamContext): Promise<RuleInstance[]> {
    return this.ofRule(organizationId, id, async (client) => {
      const evaluated = await lastEvaluated(client, organizationId, id);
      const rows = await stateRows(client, organizationId, id);
      return rows.map((row) => instanceView(row, evaluated.get(canonicalJson(row.labels))));
    });
  }

  @HandleRpc(ruleEvaluations)
  evaluations(
    { id, limit = DEFAULT_STEPS }: EvaluationsAsked,
    { organization_id: organizationId }: IamContext,
  ): Promise<RuleEvaluationView[]> {
    return this.ofRule(organizationId, id, (client) => evaluationsOf(client, organizationId, id, limit));
  }

  private ofRule<T>(organizationId: string, id: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.transactions.in(organizationId, async (client) => {
      await ruleRow(client, organizationId, id);
      return work(client);
    });
  }

  private async write<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const result = await uniquelyNamed('rule', () => this.transactions.in(organizationId, work));
    this.worker.wake();
    return result;
  }

  private async replace(
    client: PoolClient,
    stored: RuleRow,
    { enabled, definition }: Pick<RuleRow, 'enabled' | 'definition'>,
  ): Promise<RuleRow> {
    const { id, organization_id: organizationId } = stored;
    const isNew = isNewVersion(stored.definition, definition);
    const version = stored.version + (isNew ? 1 : 0);
    const row = await setRule(client, organizationId, { id, enabled, definition, version });
    if (isNew) await addVersion(client, organizationId, row);
    const isDisabled = stored.enabled && !enabled;
    if (isNew || isDisabled) await this.endEvaluation(client, row, isDisabled ? 'rule_disabled' : 'rule_changed');
    await noteHasRules(client, organizationId);
    return row;
  }

  private async endEvaluation(client: PoolClient, rule: RuleRow, reason: ResolveReason): Promise<void> {
    const { id, organization_id: organizationId } = rule;
    const { baseUrl } = this.config.values;
    await removeStates(client, organizationId, id);
    await changeIncidents(client, organizationId, { baseUrl }, (incidents) => incidents.resolveOfRule(id, reason));
  }

  /** What is found in stored telemetry is sent to every user who sees the rule's incidents: the author must be allowed to read it. */
  private async checkTelemetry(
    context: IamContext,
    definition: RuleDefinition,
    stored?: RuleDefinition,
  ): Promise<void> {
    const read = telemetryRead(definition, stored);
    if (read === undefined) return;
    if (!context.permissions.includes(QUERY)) {
      throw forbidden(`The permission ${QUERY} is missing, which a rule over stored telemetry needs.`);
    }
    if (definition.condition.type !== 'sql') return;
    try {
      await this.bus.rpc.call(checkStatement, { organization_id: context.organization_id, statement: read });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid_argument') throw error;
      throw refusedStatement(error.message);
    }
  }
}

const refusedStatement = (said: string): ServiceError =>
  invalidArgument(said, [{ field: 'query.statement', reason: 'must be one read-only SELECT statement' }]);

async function requireBytes(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: RuleDefinition,
): Promise<void> {
  const own = Buffer.byteLength(JSON.stringify(definition));
  if (own + (await definitionBytes(client, organizationId, id)) <= MAX_BYTES) return;
  throw refused(
    'query.statement',
    `is too long: the rules of an organization have at most ${MAX_BYTES} bytes together`,
  );
}

/** Under the organization's lock: two rules that are changed at once do not come to be over each other. */
async function requireOperands(
  client: PoolClient,
  organizationId: string,
  definition: RuleDefinition,
  id?: string,
): Promise<void> {
  if (definition.condition.type !== 'composite') return;
  await lockOrganization(client, organizationId);
  const rules = await ruleRows(client, organizationId, MAX_RULES);
  refuseUnfitOperands(definition, new Map(rules.map((rule) => [rule.id, rule.definition])), id);
}

const progressOf = async (client: PoolClient, organizationId: string) => ({
  lastStep: await lastStep(client, organizationId),
  standings: await standings(client, organizationId),
  faults: await faultsOf(client, organizationId, 'rule'),
});

const changeOf = (action: string, { id, enabled, version, definition }: RuleRow): Change => ({
  action,
  target_kind: 'alert_rule',
  target_id: id,
  payload: { name: definition.name, enabled, version, condition: definition.condition.type },
});
