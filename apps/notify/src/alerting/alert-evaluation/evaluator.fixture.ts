/** The evaluator over real tables, for specs of what it does; what apm measures is scripted. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Bus } from '@spanwise/bus/bus';
import {
  alertProgress,
  STEP_MICROS,
  type AlertProgress,
  type MeasureAlerts,
  type MeasureAnswer,
  type MeasuredInstance,
} from '@spanwise/contracts/alerting/measure';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { Registry } from 'prom-client';
import { addRule } from '../alert-rules/alert-rules.store.js';
import { definitionOf } from '../alert-rules/rule-definition.js';
import type { NotifyConfig } from '../../config.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { lockOrganization } from '../../db/organization-transactions.js';
import { toThoseNamed } from '../../routing/policies/built-in-policies.js';
import { addPolicy } from '../../routing/policies/policies.store.js';
import { TransitionHandler } from './transition-handler.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { Evaluator } from './evaluator.js';
import { PlatformIncidents } from './platform-incidents.js';

const LATE_GRACE_MICROS = 5 * STEP_MICROS;
/** The minute that begins now: steps are near the clock, as they are when they are evaluated. */
export const NOW_STEP = Math.floor((Date.now() * 1_000) / STEP_MICROS);

export let database: NotifyDatabase;
export let organizationId: string;
export let ruleId: string;

/** Values by step; a step without one has 0. */
export let values: Map<number, number | null>;
/** What comes late: only the final pass sees it. */
export let lateValues: Map<number, number>;
export const telemetry = {
  /** Minutes that were lost, or bad. */
  gaps: [] as number[],
  /** Why they are. */
  gapReason: 'lost',
  streamMicros: 0,
};
export let warnings: string[];

/** An organization with a rule of its own for each test, in a database for the specs of a file. */
export function useEvaluator(name: string): void {
  beforeAll(async () => (database = await NotifyDatabase.start(name)));
  afterAll(() => database?.stop());

  beforeEach(async () => {
    [values, lateValues, warnings] = [new Map(), new Map(), []];
    Object.assign(telemetry, { gaps: [], gapReason: 'lost' });
    organizationId = uuidv7();
    ruleId = uuidv7();
    await database.transactions.in(organizationId, async (client) => {
      await lockOrganization(client, organizationId);
      await client.query('update organizations set has_alert_rules = id = $1', [organizationId]);
    });
    await addRuleNamed('failures', {}, ruleId);
  });
}

/** Another rule of the organization: it fires in its second step of more than ten failures. */
export async function addRuleNamed(name: string, change: object = {}, id = uuidv7()): Promise<string> {
  const body = parse(RuleBody, {
    name,
    trigger: { operator: 'gt', threshold: 10, for_periods: 2, silence_secs: 0 },
    query: {
      language: 'condition',
      statement: 'x',
      period_secs: 60,
      stream: { name: 'default', stream_type: 'traces' },
    },
    condition: { type: 'red', of: 'service', figure: 'error_count', filters: {}, group_by: ['service'] },
    evaluation: { new_series_grace_steps: 0, missing_steps: 2 },
    ...change,
  });
  await database.transactions.in(organizationId, (client) =>
    addRule(client, organizationId, { id, enabled: true, definition: definitionOf(body) }),
  );
  return id;
}

/** A policy of `alert.triggered` or `alert.resolved` that notifies the organization's default routes of it. */
export async function addPolicyOf(eventType: string, template?: string): Promise<string> {
  const [connector, templateId, policy] = [uuidv7(), uuidv7(), uuidv7()];
  const routes = [{ connector_id: connector, target_type: 'fixed_address', target: 'everyone', order: 1 }];
  await database.admin.query(
    `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, $3, 'webhook', '')`,
    [connector, organizationId, connector],
  );
  await database.admin.query(
    `insert into notify.default_routes (id, organization_id, category, routes, enabled) values ($1, $2, 'alert', $3, true)
     on conflict do nothing`,
    [uuidv7(), organizationId, JSON.stringify(routes)],
  );
  if (template !== undefined)
    await database.admin.query(
      `insert into notify.templates (id, organization_id, name, body, format, category) values ($1, $2, $3, $4, 'text', 'alert')`,
      [templateId, organizationId, templateId, template],
    );
  const definition = { ...toThoseNamed(eventType, 'alert', true), name: policy };
  await database.transactions.in(organizationId, (client) =>
    addPolicy(client, organizationId, policy, { ...definition, ...(template && { template_id: templateId }) }),
  );
  return policy;
}

/** Messages of deliveries that are about rules, in their order. */
export const deliveries = async (): Promise<{ event_type: string; message: { title: string; text: string } }[]> =>
  (
    await database.admin.query(
      `select event_type, message from notify.deliveries where organization_id = $1 and message->>'title' <> 'Platform' order by id`,
      [organizationId],
    )
  ).rows;

const instance = (value: number | null): MeasuredInstance => ({
  labels: { service: 'cart' },
  value,
  samples: 100,
  trace_ids: ['a'.repeat(32)],
});

export function measured({ step, pass, specs }: MeasureAlerts): MeasureAnswer {
  const late = pass === 'final' ? lateValues.get(step) : undefined;
  const value = late ?? (values.has(step) ? values.get(step)! : 0);
  return {
    status: 'measured',
    coverage: {
      stream_time_micros: telemetry.streamMicros,
      replaying: false,
      gap_minutes: telemetry.gaps.map((minute) => ({ minute, reason: telemetry.gapReason })),
    },
    offsets: [],
    specs: specs.map(({ id }) => ({ id, instances: [instance(value)] })),
    digest: 'd',
  };
}

export function evaluator(
  measure: (asked: MeasureAlerts) => MeasureAnswer | Promise<MeasureAnswer> = measured,
  { transactions }: Pick<NotifyDatabase, 'transactions'> = database,
  registry = new Registry(),
): Evaluator {
  const progress = (): AlertProgress => ({
    stream_time_micros: telemetry.streamMicros,
    late_grace_micros: LATE_GRACE_MICROS,
    replaying: false,
  });
  const rpc = {
    call: async (contract: unknown, input: MeasureAlerts) => (contract === alertProgress ? progress() : measure(input)),
  } as unknown as Bus['rpc'];
  const host = {
    registry,
    logger: { warn: (fields: { error: string }) => warnings.push(fields.error) },
  } as unknown as Host;
  const config = { values: { baseUrl: 'http://127.0.0.1:1' } } as NotifyConfig;
  const [consequences, platform] = [
    new TransitionHandler(config),
    new PlatformIncidents(transactions, { is: async () => false }, config),
  ];
  return new Evaluator({ rpc }, transactions, consequences, platform, new EvaluationMetrics(host), host);
}

/** Evaluates everything up to the step, provisionally, and finally what is complete by then. */
export async function evaluateUpTo(step: number, one = evaluator()): Promise<void> {
  telemetry.streamMicros = step * STEP_MICROS + 30_000_000;
  await one.round();
}

interface Shown {
  reason: string | null;
  status: string;
  started_at: Date;
  resolved_reason: string | null;
  kinds: string[];
  events: string[];
}

export async function incidents(of = 'rule_id is not null'): Promise<Shown[]> {
  const { rows } = await database.admin.query<Shown>(
    `select status, started_at, resolved_reason, details->'labels'->>'reason' as reason,
            array(select kind from notify.incident_timeline t where t.incident_id = i.id order by t.id) as kinds,
            array(select event_type from notify.events e
                   where e.organization_id = i.organization_id and e.event_id like 'incident:' || i.id || ':%' order by event_id collate "C") as events
       from notify.incidents i where organization_id = $1 and ${of} order by created_at, id`,
    [organizationId],
  );
  return rows;
}

export const cursors = async (): Promise<Record<string, number>> => {
  const { rows } = await database.admin.query<{ pass: string; step: string }>(
    'select pass, step from notify.alert_cursors where organization_id = $1',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ pass, step }) => [pass, Number(step)]));
};

export const breachAt = (...steps: number[]) => steps.forEach((step) => values.set(step, 20));
