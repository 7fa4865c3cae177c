/** Rows of alert rules, their versions, and what was evaluated of them. All in a transaction of their organization. */
import type { RuleState } from '@spanwise/contracts/alerting/alert-rules';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { endFaults } from '../../platform/faults/faults.store.js';
import { existing } from '../../db/named-things.js';
import type { RuleDefinition } from './rule-definition.js';

export interface RuleRow {
  id: string;
  organization_id: string;
  enabled: boolean;
  version: number;
  definition: RuleDefinition;
  created_at: Date;
  updated_at: Date;
}

/** By name. */
export async function ruleRows(client: PoolClient, organizationId: string, limit: number): Promise<RuleRow[]> {
  const { rows } = await client.query<RuleRow>(
    'select * from alert_rules where organization_id = $1 order by name, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

/** What is evaluated; those that are enabled. */
export async function enabledRules(client: PoolClient, organizationId: string): Promise<RuleRow[]> {
  const { rows } = await client.query<RuleRow>(
    'select * from alert_rules where organization_id = $1 and enabled order by id',
    [organizationId],
  );
  return rows;
}

/** Throws `not_found`, as the others do. */
export async function ruleRow(
  client: PoolClient,
  organizationId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<RuleRow> {
  const { rows } = await client.query<RuleRow>(
    `select * from alert_rules where organization_id = $1 and id = $2 ${lock}`,
    [organizationId, id],
  );
  return existing(rows, 'alert rule');
}

export async function addRule(
  client: PoolClient,
  organizationId: string,
  rule: Pick<RuleRow, 'id' | 'enabled' | 'definition'>,
): Promise<RuleRow> {
  const { rows } = await client.query<RuleRow>(
    `insert into alert_rules (organization_id, id, name, definition, enabled, version)
     values ($1, $2, $3, $4, $5, 1) returning *`,
    [organizationId, rule.id, rule.definition.name, storableJson(rule.definition), rule.enabled],
  );
  return rows[0]!;
}

export async function setRule(
  client: PoolClient,
  organizationId: string,
  rule: Pick<RuleRow, 'id' | 'enabled' | 'version' | 'definition'>,
): Promise<RuleRow> {
  const { rows } = await client.query<RuleRow>(
    `update alert_rules set name = $3, definition = $4, enabled = $5, version = $6, updated_at = now()
     where organization_id = $1 and id = $2 returning *`,
    [organizationId, rule.id, rule.definition.name, storableJson(rule.definition), rule.enabled, rule.version],
  );
  return existing(rows, 'alert rule');
}

/** Its versions stay, for what is shown of the past. */
export async function removeRule(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query('delete from alert_rules where organization_id = $1 and id = $2', [organizationId, id]);
}

/** Bytes of the definitions of all rules but one. */
export async function definitionBytes(client: PoolClient, organizationId: string, except: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(definition::text)), 0)::float8 as bytes from alert_rules
     where organization_id = $1 and id <> $2`,
    [organizationId, except],
  );
  return rows[0]!.bytes;
}

export interface VersionRow {
  version: number;
  definition: RuleDefinition;
  created_at: Date;
}

export async function addVersion(client: PoolClient, organizationId: string, rule: RuleRow): Promise<void> {
  await client.query(
    'insert into alert_rule_versions (organization_id, rule_id, version, definition) values ($1, $2, $3, $4)',
    [organizationId, rule.id, rule.version, storableJson(rule.definition)],
  );
}

/** The newest first. */
export async function versionRows(
  client: PoolClient,
  organizationId: string,
  id: string,
  limit: number,
): Promise<VersionRow[]> {
  const { rows } = await client.query<VersionRow>(
    `select version, definition, created_at from alert_rule_versions
     where organization_id = $1 and rule_id = $2 order by version desc limit $3`,
    [organizationId, id, limit],
  );
  return rows;
}

/** Only organizations with such rules are evaluated. */
export async function noteHasRules(client: PoolClient, organizationId: string): Promise<void> {
  await client.query(
    `insert into organizations as o (id, has_alert_rules)
     values ($1, exists (select from alert_rules where organization_id = $1 and enabled))
     on conflict (id) do update set has_alert_rules = excluded.has_alert_rules
     where o.has_alert_rules <> excluded.has_alert_rules`,
    [organizationId],
  );
}

/** Waits for a step that is being evaluated, and keeps the next one waiting: before incidents are locked. */
export async function lockEvaluation(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('select from alert_cursors where organization_id = $1 order by pass for update', [organizationId]);
}

/** What the rule's label sets were evaluated to be says nothing of another version. */
export async function removeStates(client: PoolClient, organizationId: string, ruleId: string): Promise<void> {
  await client.query('delete from alert_states where organization_id = $1 and rule_id = $2', [organizationId, ruleId]);
  await endFaults(client, organizationId, { kind: 'rule' }, [ruleId]);
}

/** The last step that was evaluated in any provisional pass; undefined before the first. */
export async function lastStep(client: PoolClient, organizationId: string): Promise<number | undefined> {
  const { rows } = await client.query<{ step: number | null }>(
    `select max(step)::float8 as step from alert_cursors where organization_id = $1 and pass <> 'final'`,
    [organizationId],
  );
  return rows[0]?.step ?? undefined;
}

/** As far as rules show it; the evaluation writes it. */
export interface StoredState {
  state: RuleState;
  /** Step. */
  since: number;
  severity?: Severity;
  flapping?: boolean;
  breaches?: number[];
}

export interface StateRow {
  rule_id: string;
  labels: Record<string, string>;
  state: StoredState;
  incident_id: string | null;
}

export async function stateRows(client: PoolClient, organizationId: string, ruleId: string): Promise<StateRow[]> {
  const { rows } = await client.query<StateRow>(
    `select rule_id, labels, state, incident_id from alert_states
     where organization_id = $1 and pass <> 'final' and rule_id = $2 order by labels::text`,
    [organizationId, ruleId],
  );
  return rows;
}

export interface RuleStanding {
  firing: boolean;
  pending: boolean;
  /** Why its figure cannot be had; null where it can. */
  error: string | null;
  /** Steps in a row, of the label set that is nearest to firing. */
  consecutive: number;
}

/** Of each rule that has label sets which are not normal. */
export async function standings(client: PoolClient, organizationId: string): Promise<Map<string, RuleStanding>> {
  const { rows } = await client.query<RuleStanding & { rule_id: string }>(
    `select rule_id, bool_or(state->>'state' in ('firing', 'recovering')) as firing,
       bool_or(state->>'state' = 'pending') as pending,
       max(coalesce(state->>'reason', '')) filter (where state->>'state' = 'error') as error,
       coalesce(max((select max(n::int) from jsonb_array_elements_text(state->'breaches') n)), 0) as consecutive
     from alert_states where organization_id = $1 and pass <> 'final' group by rule_id`,
    [organizationId],
  );
  return new Map(rows.map(({ rule_id, ...standing }) => [rule_id, standing]));
}

export interface EvaluationRow {
  pass: string;
  step: number;
  /** gzip of JSON. */
  verdicts: Buffer;
}

/** Of all rules of the organization, before a place: the newest first. */
export async function evaluationsBefore(
  client: PoolClient,
  organizationId: string,
  before: { step: number; pass: string },
  limit: number,
): Promise<EvaluationRow[]> {
  const { rows } = await client.query<EvaluationRow>(
    `select pass, step::float8 as step, verdicts from alert_evaluations
     where organization_id = $1 and (step, pass) < ($2, $3) order by step desc, pass desc limit $4`,
    [organizationId, before.step, before.pass, limit],
  );
  return rows;
}
