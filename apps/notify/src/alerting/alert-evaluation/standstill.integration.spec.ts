/** An organization whose rules are not evaluated at all (ALERT-151), and others beside it (ALERT-152). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MeasureAlerts, MeasureAnswer } from '@spanwise/contracts/alerting/measure';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Registry } from 'prom-client';
import {
  database,
  evaluator,
  incidents,
  measured,
  organizationId,
  telemetry,
  useEvaluator,
} from './evaluator.fixture.js';

useEvaluator('alert_standstill');

let nowMs: number;
beforeEach(() => {
  nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

const ofPlatform = async () => (await incidents('rule_id is null')).map(({ status, events }) => [status, events]);
let broken: Set<string>;
beforeEach(() => (broken = new Set()));
const measure = (asked: MeasureAlerts): MeasureAnswer => {
  if (broken.has(asked.organization_id)) throw new Error('a figure that cannot be read');
  return measured(asked);
};

/** A second organization that has rules too. */
async function addOrganization(): Promise<string> {
  const id = uuidv7();
  await database.admin.query('insert into notify.organizations (id, has_alert_rules) values ($1, true)', [id]);
  await database.admin.query(
    `insert into notify.alert_rules (organization_id, id, name, definition, enabled, version)
     select $1, $2, name, definition, true, 1 from notify.alert_rules where organization_id = $3 limit 1`,
    [id, uuidv7(), organizationId],
  );
  return id;
}

it('one that stands still for two minutes has an incident of the platform, and others go on', async () => {
  const other = await addOrganization();
  const registry = new Registry();
  const one = evaluator(measure, database, registry);
  const standing = async () =>
    (await registry.getSingleMetric('spanwise_alert_held_organizations')!.get()).values.find(
      ({ labels }) => labels.reason === 'standstill',
    )?.value;
  broken.add(organizationId);
  telemetry.streamMicros = Date.now() * 1_000;
  await one.round();
  expect([await ofPlatform(), await standing()]).toEqual([[], 0]);
  nowMs += 121_000;
  telemetry.streamMicros += STEP_MICROS;
  await one.round();
  expect([await ofPlatform(), await standing()]).toEqual([[['open', ['alert.triggered']]], 1]);
  expect(one.evaluatedMs).toBe(nowMs);
  const { rows } = await database.admin.query('select from notify.alert_evaluations where organization_id = $1', [
    other,
  ]);
  expect(rows.length).toBeGreaterThan(0);
  broken.clear();
  await one.round();
  await one.round();
  expect([await ofPlatform(), await standing()]).toEqual([[['resolved', ['alert.resolved', 'alert.triggered']]], 0]);
});

it('only where no organization comes further the dead man’s switch falls silent', async () => {
  const other = await addOrganization();
  const one = evaluator(measure);
  telemetry.streamMicros = Date.now() * 1_000;
  await one.round();
  expect(one.evaluatedMs).toBe(nowMs);
  const beganMs = nowMs;
  broken = new Set([organizationId, other]);
  nowMs += 121_000;
  telemetry.streamMicros += STEP_MICROS;
  await one.round();
  expect(one.evaluatedMs).toBe(beganMs);
});

it('one whose question hangs keeps no other waiting', async () => {
  vi.restoreAllMocks();
  const other = await addOrganization();
  const hanging = (asked: MeasureAlerts) =>
    asked.organization_id === organizationId ? new Promise<MeasureAnswer>(() => undefined) : measured(asked);
  const one = evaluator(hanging);
  telemetry.streamMicros = Date.now() * 1_000;
  void one.round();
  await expect
    .poll(async () => {
      const { rowCount } = await database.admin.query(
        'select from notify.alert_evaluations where organization_id = $1',
        [other],
      );
      return rowCount;
    })
    .toBeGreaterThan(0);
});
