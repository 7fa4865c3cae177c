/** A rule over others in the evaluator, over real tables; what apm measures is scripted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bus } from '@spanwise/bus/bus';
import { alertProgress, STEP_MICROS, type MeasureAlerts } from '@spanwise/contracts/alerting/measure';
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
import { TransitionHandler } from './transition-handler.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { Evaluator } from './evaluator.js';
import { PlatformIncidents } from './platform-incidents.js';

const FROM = Math.floor((Date.now() * 1_000) / STEP_MICROS) - 20;
const organizationId = uuidv7();
const [operand, composite] = [uuidv7(), uuidv7()];
const warnings: string[] = [];
let database: NotifyDatabase;
let streamMicros: number;

beforeAll(async () => {
  database = await NotifyDatabase.start('composite_step');
  const watched = {
    name: 'failures',
    trigger: { operator: 'gt', threshold: 10, silence_secs: 0 },
    condition: { type: 'red', of: 'service', figure: 'error_count', filters: {}, group_by: ['service'] },
    evaluation: { new_series_grace_steps: 0 },
  };
  const over = {
    name: 'composite',
    trigger: { operator: 'gte', threshold: 1, silence_secs: 0 },
    condition: {
      type: 'composite',
      expression: { and: [{ rule: operand }, { rule: operand }] },
      group_by: ['service'],
    },
    evaluation: { error_steps: 2 },
  };
  const add = (id: string, body: object) => (client: Parameters<typeof addRule>[0]) =>
    addRule(client, organizationId, { id, enabled: true, definition: definitionOf(parse(RuleBody, body)) });
  await database.transactions.in(organizationId, async (client) => {
    await lockOrganization(client, organizationId);
    await client.query('update organizations set has_alert_rules = id = $1', [organizationId]);
    await add(operand, watched)(client);
    await add(composite, over)(client);
  });
});
afterAll(() => database?.stop());

/** The service fails in the first step after `FROM` alone. */
async function evaluateUpTo(step: number): Promise<void> {
  streamMicros = step * STEP_MICROS + 30_000_000;
  const progress = () => ({ stream_time_micros: streamMicros, late_grace_micros: 5 * STEP_MICROS, replaying: false });
  const measured = ({ step: at, specs }: MeasureAlerts) => ({
    status: 'measured',
    coverage: { stream_time_micros: streamMicros, replaying: false, gap_minutes: [] },
    offsets: [],
    specs: specs.map(({ id }) => ({
      id,
      instances: [{ labels: { service: 'cart' }, value: at === FROM + 1 ? 20 : 0, samples: 100 }],
    })),
    digest: 'd',
  });
  const rpc = {
    call: async (contract: unknown, asked: MeasureAlerts) =>
      contract === alertProgress ? progress() : measured(asked),
  } as unknown as Bus['rpc'];
  const logger = { warn: ({ error }: { error: string }) => warnings.push(error) };
  const host = { registry: new Registry(), logger } as unknown as Host;
  const config = { values: { baseUrl: 'http://127.0.0.1:1' } } as NotifyConfig;
  const { transactions } = database;
  const platform = new PlatformIncidents(transactions, { is: async () => false }, config);
  const metrics = new EvaluationMetrics(host);
  await new Evaluator({ rpc }, transactions, new TransitionHandler(config), platform, metrics, host).round();
  expect(warnings).toEqual([]);
}

const incidents = async () =>
  (
    await database.admin.query<{ name: string; status: string; summary: string }>(
      `select details->>'rule_name' as name, status, details->>'summary' as summary
         from notify.incidents where organization_id = $1 and rule_id is not null order by created_at, 1`,
      [organizationId],
    )
  ).rows;

it('a rule over others (ALERT-113) fires in the step in which they do, and says when one of them is gone', async () => {
  await evaluateUpTo(FROM);
  await evaluateUpTo(FROM + 1);
  const opened = await incidents();
  expect(opened.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual(['composite open', 'failures open']);
  expect(opened.find(({ name }) => name === 'composite')?.summary).toBe('Firing together: failures.');
  await evaluateUpTo(FROM + 2);
  expect((await incidents()).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  await database.admin.query('delete from notify.alert_rules where id = $1', [operand]);
  for (const step of [3, 4, 5]) await evaluateUpTo(FROM + step);
  const notifications = (await incidents()).filter(({ status }) => status === 'open');
  expect(notifications).toEqual([
    {
      name: 'composite',
      status: 'open',
      summary: expect.stringContaining(`${operand}, which it is over, was deleted`),
    },
  ]);
});
