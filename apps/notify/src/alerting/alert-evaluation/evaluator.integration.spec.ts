import { expect, it, vi } from 'vitest';
import { STEP_MICROS, type MeasureAlerts, type MeasureAnswer } from '@spanwise/contracts/alerting/measure';
import type { Host } from '@spanwise/host/service';
import { Registry } from 'prom-client';
import { EvaluationRetention } from './evaluation-retention.js';
import type { Evaluator } from './evaluator.js';
import {
  addRuleNamed,
  breachAt,
  cursors,
  database,
  evaluator,
  incidents,
  evaluateUpTo,
  measured,
  NOW_STEP,
  organizationId,
  ruleId,
  telemetry,
  values,
  warnings,
  useEvaluator,
} from './evaluator.fixture.js';
import { incidentView } from '../../incidents/incidents/incident-rows.js';
import { incidentRows, timelineOf } from '../../incidents/incidents/incidents.store.js';
import { MAX_CATCH_UP_STEPS } from './passes.js';

useEvaluator('alert_evaluator');

it('two bad minutes open one incident, which is notified once and ends with its reason', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 2, from + 3);
  for (let step = from; step <= from + 4; step++) await evaluateUpTo(step);
  expect(warnings).toEqual([]);
  expect(await incidents()).toEqual([
    expect.objectContaining({
      status: 'resolved',
      resolved_reason: 'recovered',
      started_at: new Date(((from + 1) * STEP_MICROS) / 1_000),
      kinds: ['opened', 'resolved'],
      events: ['alert.resolved', 'alert.triggered'],
    }),
  ]);
  expect(await cursors()).toMatchObject({ s30: from + 4 });
});

it('what is over is forgotten, and fires again after as many bad minutes as the first time', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 3, from + 4, from + 6, from + 7);
  for (let step = from; step <= from + 6; step++) await evaluateUpTo(step);
  const started_at = new Date(((from + 3) * STEP_MICROS) / 1_000);
  expect(await incidents()).toEqual([expect.objectContaining({ status: 'resolved', started_at })]);
  await evaluateUpTo(from + 7);
  expect(await incidents()).toEqual([
    expect.objectContaining({ status: 'open', kinds: ['opened', 'resolved', 'reopened'] }),
  ]);
});

it('an incident has its value at opening, its worst and its latest value, and falls with it (ALERT-161)', async () => {
  const from = NOW_STEP - 20;
  const thresholds = [
    { severity: 'warning', operator: 'gt', threshold: 10 },
    { severity: 'critical', operator: 'gt', threshold: 50 },
  ];
  const banded = await addRuleNamed('banded', { thresholds });
  for (const [at, value] of [20, 90, 30, 20].entries()) values.set(from + at, value);
  for (let step = from; step <= from + 3; step++) await evaluateUpTo(step);
  const [row] = await database.transactions.in(organizationId, async (client) =>
    (await incidentRows(client, organizationId, 'active', 60, 10)).filter(({ rule_id: id }) => id === banded),
  );
  expect(incidentView(row!)).toMatchObject({
    severity: 'warning',
    values: { opening: 20, peak: 90, now: 20, at: (from + 3) * STEP_MICROS, unit: '{request}' },
  });
  const kinds = await database.transactions.in(organizationId, async (client) =>
    (await timelineOf(client, organizationId, row!.id, 100)).map(({ kind }) => kind),
  );
  expect(kinds).toEqual(['opened', 'severity_raised', 'severity_lowered']);
});

it('every step is evaluated once, in order, after a time in which nothing was evaluated', async () => {
  const from = NOW_STEP - 30;
  breachAt(from + 5, from + 6);
  await evaluateUpTo(from);
  await evaluateUpTo(from + 10);
  const { rows } = await database.admin.query<{ step: string }>(
    `select step from notify.alert_evaluations where organization_id = $1 and pass = 's30' order by evaluated_at, step`,
    [organizationId],
  );
  expect(rows.map(({ step }) => Number(step) - from)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // It began and ended unseen: it is written down and no page is sent.
  expect(await incidents()).toEqual([expect.objectContaining({ status: 'resolved', events: [] })]);
});

it('what began and ended in such a time is notified together, once for each (ALERT-128)', async () => {
  const digests = async () =>
    (
      await database.admin.query<{ event_id: string }>(
        `select event_id from notify.events where organization_id = $1 and event_type = 'alert.digest' order by created_at`,
        [organizationId],
      )
    ).rows.map(({ event_id }) => event_id);
  const from = NOW_STEP - 80;
  breachAt(from + 2, from + 3, from + 30, from + 31);
  await evaluateUpTo(from);
  await evaluateUpTo(from + 20);
  expect(await digests()).toEqual([`alert.digest:s30:${from + 20}`]);
  await evaluateUpTo(from + 21);
  expect(await digests()).toHaveLength(1);
  await evaluateUpTo(from + 41);
  expect(await digests()).toEqual([`alert.digest:s30:${from + 20}`, `alert.digest:s30:${from + 41}`]);
});

it('what still holds after such a time is notified, once', async () => {
  const from = NOW_STEP - 30;
  breachAt(from + 5, from + 6, from + 7, from + 8, from + 9, from + 10, from + 11);
  await evaluateUpTo(from);
  await evaluateUpTo(from + 10);
  await evaluateUpTo(from + 11);
  expect(await incidents()).toEqual([expect.objectContaining({ status: 'open', events: ['alert.triggered'] })]);
});

it('two evaluators at once evaluate a step once (ALERT-1)', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 2);
  await evaluateUpTo(from);
  for (const step of [from + 1, from + 2]) {
    telemetry.streamMicros = step * STEP_MICROS + 30_000_000;
    await Promise.all([evaluator().round(), evaluator().round(), evaluator().round()]);
    // One breach was counted once.
    expect(await incidents()).toHaveLength(step - from - 1);
  }
  expect(warnings).toEqual([]);
  expect(await incidents()).toEqual([expect.objectContaining({ events: ['alert.triggered'] })]);
});

it('a gap in the telemetry (ALERT-9) neither fires nor resolves', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 2);
  telemetry.gaps = [from + 2];
  for (let step = from; step <= from + 3; step++) await evaluateUpTo(step);
  expect((await incidents()).map(({ status }) => status)).toEqual(['open']);
  telemetry.gaps = [];
  await evaluateUpTo(from + 4);
  expect((await incidents()).map(({ status }) => status)).toEqual(['resolved']);
});

it('a step whose transaction fails never happened (ALERT-5)', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 2);
  await evaluateUpTo(from);
  await evaluateUpTo(from + 1);
  await database.admin.query(
    `alter table notify.alert_evaluations add constraint fails check (step <> ${from + 2}) not valid`,
  );
  try {
    await evaluateUpTo(from + 2);
    expect(warnings).toHaveLength(1);
    expect(await incidents()).toEqual([]);
    expect(await cursors()).toMatchObject({ s30: from + 1 });
  } finally {
    await database.admin.query('alter table notify.alert_evaluations drop constraint fails');
  }
  await evaluateUpTo(from + 2);
  expect(await incidents()).toEqual([expect.objectContaining({ status: 'open', events: ['alert.triggered'] })]);
});

it('a rule that was edited while its values were measured is evaluated from the next step on', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 2);
  await evaluateUpTo(from);
  await evaluateUpTo(from + 1);
  const edit = async (asked: MeasureAlerts): Promise<MeasureAnswer> => {
    await database.admin.query('update notify.alert_rules set version = version + 1 where id = $1', [ruleId]);
    return measured(asked);
  };
  await evaluateUpTo(from + 2, evaluator(edit));
  expect(await incidents()).toEqual([]);
  expect(await cursors()).toMatchObject({ s30: from + 2 });
});

/** It was started a minute ago, and telemetry is late. */
async function lateEvaluator(): Promise<Evaluator> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  const one = evaluator();
  vi.useRealTimers();
  for (const step of [NOW_STEP - 10, NOW_STEP - 9]) await evaluateUpTo(step, one);
  return one;
}

it('a moment of lag, as after each start, opens no incident of the platform (ALERT-9)', async () => {
  const one = evaluator();
  for (const step of [NOW_STEP - 10, NOW_STEP - 9]) await evaluateUpTo(step, one);
  expect(await incidents('rule_id is null')).toEqual([]);
});

it('an incident of the platform ends with its reason, whatever holds rules after it (ALERT-9)', async () => {
  const shown = async () =>
    (await incidents('rule_id is null')).map(({ status, reason }) => `${reason} ${status}`).toSorted();
  const one = await lateEvaluator();
  expect(await shown()).toEqual(['lag open']);
  const nowMicros = Date.now() * 1_000;
  const minute = Math.floor((nowMicros - 30_000_000) / STEP_MICROS);
  Object.assign(telemetry, { gaps: [minute - 1, minute], gapReason: 'no_gateway', streamMicros: nowMicros });
  // A few rounds until what was missed is evaluated.
  for (let round = 0; round < 5; round++) await one.round();
  expect(await shown()).toEqual(['lag resolved', 'no_gateway open']);
  telemetry.streamMicros += 2 * STEP_MICROS;
  await one.round();
  expect(await shown()).toEqual(['lag resolved', 'no_gateway resolved']);
});

it('figures that come late open one incident of the platform (ALERT-9), which ends when they are caught up with', async () => {
  const ofPlatform = () => incidents('rule_id is null');
  const one = await lateEvaluator();
  await evaluateUpTo(NOW_STEP - 8);
  expect(await ofPlatform()).toEqual([expect.objectContaining({ status: 'open', events: ['alert.triggered'] })]);
  telemetry.streamMicros = Date.now() * 1_000;
  await one.round();
  await one.round();
  expect(await ofPlatform()).toEqual([
    expect.objectContaining({ status: 'resolved', resolved_reason: 'platform_healthy', kinds: ['opened', 'resolved'] }),
  ]);
});

it.each(['no_gateway', 'refusing'])(
  'minutes of %s open one incident, of the platform, that names them for as long as a rule looks at them (ALERT-101)',
  async (reason) => {
    const registry = new Registry();
    const one = evaluator(measured, database, registry);
    const nowMicros = Date.now() * 1_000;
    const first = Math.floor((nowMicros - 30_000_000) / STEP_MICROS);
    Object.assign(telemetry, { gaps: [first - 1, first], gapReason: reason });
    breachAt(first, first + 1);
    /** All incidents there are, and how many organizations are held, once the step that comes so much later is evaluated. */
    const after = async (steps: number): Promise<unknown[]> => {
      telemetry.streamMicros = nowMicros + steps * STEP_MICROS;
      await one.round();
      const { rows } = await database.admin.query<object>(
        `select status, details->'labels' as labels from notify.incidents where organization_id = $1`,
        [organizationId],
      );
      const { values: held } = await registry.getSingleMetric('spanwise_alert_held_organizations')!.get();
      return [...rows, held.find(({ labels }) => labels.reason === reason)?.value];
    };
    const labels = { about: 'platform', reason };
    expect(await after(0)).toEqual([{ status: 'open', labels }, 1]);
    expect(await after(1)).toEqual([{ status: 'open', labels }, 1]);
    expect(await after(2)).toEqual([{ status: 'resolved', labels }, 0]);
  },
);

it('steps whose figures are gone are written down as skipped (ALERT-5)', async () => {
  await evaluateUpTo(NOW_STEP - 3_000);
  await evaluateUpTo(NOW_STEP);
  const { rows } = await database.admin.query<{ step: string }>(
    `select step from notify.alert_evaluations where organization_id = $1 and pass = 's30' and digest = 'skipped'`,
    [organizationId],
  );
  expect(rows).toEqual([{ step: String(NOW_STEP - MAX_CATCH_UP_STEPS - 1) }]);
});

it('evaluated steps are kept for a week and no longer', async () => {
  await evaluateUpTo(NOW_STEP - 20);
  await evaluateUpTo(NOW_STEP - 19);
  const aged = (days: number, step: number) =>
    database.admin.query(
      `update notify.alert_evaluations set evaluated_at = now() - make_interval(days => $3) where organization_id = $1 and step = $2`,
      [organizationId, step, days],
    );
  await aged(8, NOW_STEP - 20);
  await aged(6, NOW_STEP - 19);
  await new EvaluationRetention(database.transactions, {} as Host).sweep();
  const { rows } = await database.admin.query<{ step: string }>(
    `select step from notify.alert_evaluations where organization_id = $1 and pass = 's30'`,
    [organizationId],
  );
  expect(rows).toEqual([{ step: String(NOW_STEP - 19) }]);
});

it('an organization of which nothing is due is not looked at', async () => {
  const turns: string[] = [];
  const { transactions } = database;
  const counted = new Proxy(transactions, {
    get: (target, name: keyof typeof transactions) =>
      name === 'in'
        ? (id: string, work: Parameters<typeof transactions.in>[1]) => {
            turns.push(id);
            return target.in(id, work);
          }
        : target[name].bind(target),
  });
  const one = evaluator(measured, { transactions: counted });
  telemetry.streamMicros = Date.now() * 1_000;
  await one.round();
  expect(turns).toContain(organizationId);
  turns.length = 0;
  await one.round();
  expect(turns).toEqual([]);
  telemetry.streamMicros += STEP_MICROS;
  await one.round();
  expect(turns).toContain(organizationId);
});
