import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@spanwise/bus/bus';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { invalidArgument, unavailable } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { parse } from '@spanwise/contracts/authz/parse';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { NotifyConfig } from '../../config.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { changeIncidents } from '../../incidents/incidents/incident-lifecycle.js';
import { incidentRow } from '../../incidents/incidents/incidents.store.js';
import type { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import { enabledRules, ruleRow } from './alert-rules.store.js';
import { AlertRules } from './alert-rules.js';
import { ruleOfIncident } from './rule-view.js';

const A = uuidv7();
const B = uuidv7();
const BASE = { values: { baseUrl: 'https://spanwise.example' } };
let database: NotifyDatabase;
let rules: AlertRules;
/** What apm answers of a statement, and what it was asked. */
let refusal: Error | undefined;
const checked: string[] = [];

const context = (organizationId = A, permissions = ['streams.query']) =>
  ({
    organization_id: organizationId,
    subject: uuidv7(),
    subject_type: 'user',
    credential_id: uuidv7(),
    permissions,
  }) as unknown as IamContext;
const body = (change: object = {}) =>
  parse(RuleBody, {
    name: 'Error rate',
    condition: { type: 'red', of: 'service', figure: 'error_rate', filters: {}, group_by: ['service'] },
    trigger: { operator: 'gte', threshold: 0.05 },
    ...change,
  });
const QUERY = {
  language: 'sql',
  statement: 'select 1 as value',
  period_secs: 60,
  stream: { name: 'default', stream_type: 'logs' },
};
const sql = (change: object = {}) => body({ condition: undefined, query: QUERY, ...change });

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_alert_rules');
  const apm = {
    rpc: {
      call: async (_: unknown, { statement }: { statement: string }) => {
        checked.push(statement);
        if (refusal !== undefined) throw refusal;
        return { checked: true };
      },
    },
  };
  const worker = { wake: () => undefined } as unknown as DeliveryWorker;
  rules = new AlertRules(database.transactions, apm as unknown as Bus, BASE as NotifyConfig, worker);
});
afterAll(() => database.stop());
beforeEach(async () => {
  refusal = undefined;
  checked.length = 0;
  await database.admin.query(
    `truncate notify.alert_rules, notify.alert_rule_versions, notify.alert_states, notify.alert_cursors, notify.audit_outbox,
     notify.alert_evaluations, notify.incidents, notify.incident_timeline, notify.events, notify.organizations cascade`,
  );
});

const isEvaluated = async (): Promise<boolean> =>
  (await database.admin.query<{ has: boolean }>('select has_alert_rules as has from notify.organizations')).rows[0]!
    .has;
const audited = async (): Promise<string[]> =>
  (
    await database.admin.query<{ action: string }>(
      `select record->>'action' as action from notify.audit_outbox order by id`,
    )
  ).rows.map(({ action }) => action);

describe('rules of an organization (ALERT-2)', () => {
  it('are made, read, listed by name, replaced and deleted, each with a record', async () => {
    const made = await rules.create(body(), context());
    const { id } = made;
    expect(made).toMatchObject({ org_id: A, version: 1, enabled: true, last_state: { kind: 'healthy' } });
    expect(made).not.toHaveProperty('last_eval_at');
    await rules.create(body({ name: 'Absent' }), context());
    expect((await rules.list({}, context())).map(({ name }) => name)).toEqual(['Absent', 'Error rate']);
    const replaced = await rules.update({ id, body: body({ name: 'Errors', description: 'of all' }) }, context());
    expect(replaced).toMatchObject({ id, name: 'Errors', description: 'of all', version: 1 });
    expect(await rules.read({ id }, context())).toEqual(replaced);
    await rules.delete({ id }, context());
    await expect(rules.read({ id }, context())).rejects.toMatchObject({ kind: 'not_found' });
    expect(await audited()).toEqual(['create', 'create', 'update', 'delete'].map((action) => `alert_rule.${action}`));
  });

  it('have names of their own', async () => {
    const { id } = await rules.create(body(), context());
    await expect(rules.create(body(), context())).rejects.toMatchObject({ kind: 'conflict' });
    const other = await rules.create(body({ name: 'Other' }), context());
    await expect(rules.update({ id: other.id, body: body() }, context())).rejects.toMatchObject({ kind: 'conflict' });
    expect(await rules.create(body(), context(B))).not.toHaveProperty('id', id);
  });

  it('are no other organization’s', async () => {
    const { id } = await rules.create(body(), context());
    expect(await rules.list({}, context(B))).toEqual([]);
    const tries = [
      () => rules.read({ id }, context(B)),
      () => rules.update({ id, body: body() }, context(B)),
      () => rules.delete({ id }, context(B)),
      () => rules.versions({ id }, context(B)),
      () => rules.instances({ id }, context(B)),
      () => rules.evaluations({ id }, context(B)),
    ];
    for (const tried of tries) await expect(tried()).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('are at most 1000, and of so many bytes that one answer holds them', async () => {
    const fill = (definition: string) =>
      database.admin.query(
        `insert into notify.alert_rules (id, organization_id, name, definition, enabled, version)
         select gen_random_uuid(), $1, n::text, ${definition}, false, 1 from generate_series(1, 1000) n`,
        [A],
      );
    await fill(`'{}'`);
    await expect(rules.create(body(), context())).rejects.toMatchObject({
      kind: 'conflict',
      message: 'An organization can have 1000 alert rules.',
    });
    await database.admin.query('truncate notify.alert_rules');
    await fill(`jsonb_build_object('description', repeat('x', 2100))`);
    await database.admin.query(`delete from notify.alert_rules where name = '1000'`);
    await expect(rules.create(body(), context())).rejects.toMatchObject({ kind: 'invalid_argument' });
  });

  it('make their organization one that is evaluated, as long as one of them is on', async () => {
    const { id } = await rules.create(body({ enabled: false }), context());
    expect(await isEvaluated()).toBe(false);
    await rules.update({ id, body: body() }, context());
    expect(await isEvaluated()).toBe(true);
    await rules.update({ id, body: body({ enabled: false }) }, context());
    expect(await isEvaluated()).toBe(false);
    const other = await rules.create(body({ name: 'Other' }), context());
    expect(await isEvaluated()).toBe(true);
    expect(await database.transactions.in(A, (client) => enabledRules(client, A))).toHaveLength(1);
    await rules.delete({ id: other.id }, context());
    expect(await isEvaluated()).toBe(false);
  });
});

describe('a statement (ALERT-12)', () => {
  it('is checked when it is written, and not when it is kept', async () => {
    const { id } = await rules.create(sql(), context());
    await rules.update({ id, body: sql({ severity: 'error' }) }, context());
    expect(checked).toEqual(['select 1 as value']);
    await rules.update({ id, body: sql({ query: { ...QUERY, statement: 'select 2 as value' } }) }, context());
    expect(checked).toHaveLength(2);
  });

  it.each([
    ['that is no read-only query', invalidArgument('Only a SELECT statement can be run.'), 'invalid_argument'],
    ['while apm is away', unavailable('The apm service is not running at the moment.'), 'unavailable'],
  ])('%s makes no rule', async (_, answer, kind) => {
    refusal = answer;
    await expect(rules.create(sql(), context())).rejects.toMatchObject({ kind, message: answer.message });
    await expect(rules.validate(sql(), context())).rejects.toMatchObject({ kind });
    expect(await rules.list({}, context())).toEqual([]);
  });

  it('needs the permission to look at what it finds', async () => {
    const blind = context(A, ['alerts.manage']);
    await expect(rules.create(sql(), blind)).rejects.toMatchObject({ kind: 'forbidden' });
    const { id } = await rules.create(sql(), context());
    expect(await rules.update({ id, body: sql({ description: 'of everyone' }) }, blind)).toMatchObject({ version: 1 });
    const other = sql({ query: { ...QUERY, statement: 'select 2 as value' } });
    await expect(rules.update({ id, body: other }, blind)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(checked).toHaveLength(1);
  });
});

it('a rule that is only tried is shown as it would be stored, and not stored (ALERT-17)', async () => {
  const { valid, rule } = await rules.validate(body(), context());
  expect({ valid, rule }).toMatchObject({
    valid: true,
    rule: { name: 'Error rate', query: { language: 'sql' } },
  });
  expect(await rules.list({}, context())).toEqual([]);
});

/** A rule of which a label set fires, with its incident. */
async function firing() {
  const { id } = await rules.create(body(), context());
  const incident = await database.transactions.in(A, async (client) => {
    const rule = ruleOfIncident(await ruleRow(client, A, id));
    const opening = { rule, severity: 'warning' as const, value: 0.5, step: 1, startedAtMicros: 1 };
    const { incident: opened } = await changeIncidents(client, A, BASE.values, (incidents) =>
      incidents.open({ ...opening, labels: { service: 'cart' } }),
    );
    await client.query(
      `insert into alert_states (organization_id, pass, rule_id, labels_hash, labels, state, incident_id)
       values ($1, 's30', $2, '\\x01', '{"service":"cart"}', '{"state":"firing","since":10,"severity":"warning"}', $3),
              ($1, 's30', $2, '\\x02', '{"service":"shop"}', '{"state":"pending","since":11,"breaches":[2,1]}', null),
              ($1, 'final', $2, '\\x01', '{"service":"cart"}', '{"state":"firing","since":10}', $3)`,
      [A, id, opened.id],
    );
    return opened;
  });
  return { id, incident: () => database.transactions.in(A, (client) => incidentRow(client, A, incident.id)) };
}
const states = async () => (await database.admin.query('select from notify.alert_states')).rowCount;

describe('a rule over metrics (ALERT-114, ALERT-116)', () => {
  const promql = (statement: string, change: object = {}) =>
    sql({
      query: { ...QUERY, language: 'promql', statement, stream: { name: 'default', stream_type: 'metrics' } },
      ...change,
    });

  it('needs the permission to query, as a statement does, but not to be edited otherwise', async () => {
    const missing = { kind: 'forbidden', message: expect.stringContaining('streams.query') };
    const unable = context(A, []);
    await expect(rules.create(promql('sum(up)'), unable)).rejects.toMatchObject(missing);
    await expect(rules.validate(promql('sum(up)'), unable)).rejects.toMatchObject(missing);
    const { id } = await rules.create(promql('sum(up)'), context());
    await expect(rules.update({ id, body: promql('sum(down)') }, unable)).rejects.toMatchObject(missing);
    expect((await rules.update({ id, body: promql('sum(up)', { description: 'up' }) }, unable)).version).toBe(1);
    expect(checked).toEqual([]);
  });
});

describe('a rule over other rules (ALERT-112)', () => {
  const over = (expression: object, change: object = {}) =>
    body({
      name: 'Both',
      condition: { type: 'composite', expression, group_by: ['service'] },
      trigger: { operator: 'gte', threshold: 1 },
      ...change,
    });
  const refusedBy = (field: string) => ({ kind: 'invalid_argument', details: [expect.objectContaining({ field })] });

  it('needs rules of its own organization', async () => {
    const [own, foreign] = [await rules.create(body(), context()), await rules.create(body(), context(B))];
    const made = await rules.create(over({ not: { rule: own.id } }), context());
    expect(made.query).toMatchObject({ language: 'sql', statement: `rules not ${own.id} by service` });
    const refusal = refusedBy('condition.expression.and.1.rule');
    for (const id of [foreign.id, uuidv7()]) {
      const input = over({ and: [{ rule: own.id }, { rule: id }] }, { name: 'Other' });
      await expect(rules.create(input, context())).rejects.toMatchObject(refusal);
      await expect(rules.validate(input, context())).rejects.toMatchObject(refusal);
      await expect(rules.update({ id: made.id, body: input }, context())).rejects.toMatchObject(refusal);
    }
    expect((await rules.validate(over({ rule: own.id }, { name: 'Other' }), context())).valid).toBe(true);
  });

  it('is never over itself, also where two are changed at once', async () => {
    const { id } = await rules.create(body(), context());
    const [one, other] = [
      await rules.create(over({ rule: id }, { name: 'One' }), context()),
      await rules.create(over({ rule: id }, { name: 'Other' }), context()),
    ];
    const itself = rules.update({ id: one.id, body: over({ rule: one.id }, { name: 'One' }) }, context());
    await expect(itself).rejects.toMatchObject(refusedBy('condition.expression.rule'));
    const crossed = await Promise.allSettled([
      rules.update({ id: one.id, body: over({ rule: other.id }, { name: 'One' }) }, context()),
      rules.update({ id: other.id, body: over({ rule: one.id }, { name: 'Other' }) }, context()),
    ]);
    expect(crossed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a rule that fires (ALERT-19, ALERT-37)', () => {
  it.each<[string, (id: string) => Promise<unknown>, string | null]>([
    ['is deleted', (id) => rules.delete({ id }, context()), 'rule_deleted'],
    ['is disabled', (id) => rules.update({ id, body: body({ enabled: false }) }, context()), 'rule_disabled'],
    [
      'is evaluated otherwise',
      (id) => rules.update({ id, body: body({ trigger: { operator: 'gte', threshold: 0.5 } }) }, context()),
      'rule_changed',
    ],
    ['is called otherwise', (id) => rules.update({ id, body: body({ name: 'Other' }) }, context()), null],
  ])('and %s', async (_, edit, reason) => {
    const { id, incident } = await firing();
    await edit(id);
    const status = reason === null ? 'open' : 'resolved';
    expect(await incident()).toMatchObject({ status, resolved_reason: reason });
    expect(await states()).toBe(reason === null ? 3 : 0);
    const notified = await database.admin.query(`select from notify.events where event_type = 'alert.resolved'`);
    expect(notified.rowCount).toBe(reason === null ? 0 : 1);
  });

  it('keeps what it was', async () => {
    const { id } = await firing();
    await rules.update({ id, body: body({ trigger: { operator: 'gte', threshold: 0.5 } }) }, context());
    expect(await rules.versions({ id }, context())).toMatchObject([
      { version: 2, trigger: { threshold: 0.5 }, bands: [{ severity: 'warning', threshold: 0.5 }] },
      { version: 1, trigger: { threshold: 0.05 }, window_minutes: 5 },
    ]);
  });

  it('and is changed while a step is being evaluated waits for it', async () => {
    const { id, incident } = await firing();
    await database.admin.query(`insert into notify.alert_cursors values ($1, 's30', 10)`, [A]);
    let edited: Promise<unknown> | undefined;
    const order: string[] = [];
    await database.transactions.in(A, async (client) => {
      await client.query(`update alert_cursors set step = 11 where organization_id = $1`, [A]);
      edited = rules.delete({ id }, context()).then(() => order.push('deleted'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      await changeIncidents(client, A, BASE.values, async (incidents) => {
        const { id: incidentId } = await incident();
        return incidents.raiseSeverity(incidentId, 'critical', { step: 11, value: 1, labels: {} });
      });
      order.push('evaluated');
    });
    await edited;
    expect(order).toEqual(['evaluated', 'deleted']);
    expect(await incident()).toMatchObject({
      status: 'resolved',
      severity: 'critical',
      resolved_reason: 'rule_deleted',
    });
  });
});

describe('what was evaluated (ALERT-20)', () => {
  const evaluated = (ruleId: string, value: number) =>
    gzipSync(
      JSON.stringify([
        { rule_id: uuidv7(), instances: [] },
        { rule_id: ruleId, instances: [{ labels: { service: 'cart' }, verdict: 'breach', value, state: 'firing' }] },
      ]),
    );

  it('is shown of the rule, of its label sets, and step by step', async () => {
    const { id, incident } = await firing();
    const step = Math.ceil(Date.now() / 60_000) + 1;
    await database.admin.query(`insert into notify.alert_cursors values ($1, 's30', $2), ($1, 'final', $3)`, [
      A,
      step,
      step - 5,
    ]);
    for (const [at, pass, value] of [
      [step, 's30', 0.7],
      [step - 1, 's30', 0.6],
      [step - 1, 'final', 0.5],
    ] as const) {
      await database.admin.query(`insert into notify.alert_evaluations values ($1, $2, $3, 'd', '', $4)`, [
        A,
        pass,
        at,
        evaluated(id, value),
      ]);
    }
    expect(await rules.read({ id }, context())).toMatchObject({
      last_state: { kind: 'firing' },
      last_eval_at: step * STEP_MICROS,
    });
    expect(await rules.instances({ id }, context())).toEqual([
      {
        labels: { service: 'cart' },
        state: 'firing',
        severity: 'warning',
        flapping: false,
        since: 10 * STEP_MICROS,
        value: 0.7,
        verdict: 'breach',
        incident_id: (await incident()).id,
      },
      {
        labels: { service: 'shop' },
        state: 'pending',
        flapping: false,
        since: 11 * STEP_MICROS,
        value: null,
        verdict: 'unknown',
      },
    ]);
    const shown = await rules.evaluations({ id, limit: 3 }, context());
    expect(shown.map(({ step_end, pass, instances }) => [step_end / STEP_MICROS, pass, instances[0]!.value])).toEqual([
      [step, 's30', 0.7],
      [step - 1, 's30', 0.6],
      [step - 1, 'final', 0.5],
    ]);
    expect(await rules.evaluations({ id, limit: 1 }, context())).toHaveLength(1);
  });

  it('is pending for as long as the nearest of its label sets', async () => {
    const { id } = await firing();
    await database.admin.query(`delete from notify.alert_states where state->>'state' = 'firing'`);
    expect((await rules.list({}, context()))[0]!.last_state).toEqual({ kind: 'pending', consecutive: 2 });
    await database.admin.query('truncate notify.alert_states');
    expect((await rules.read({ id }, context())).last_state).toEqual({ kind: 'healthy' });
  });
});
