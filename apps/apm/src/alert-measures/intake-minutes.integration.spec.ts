/** Minutes of gateways, from a delta to what is said of a step's window (ALERT-100). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AbsenceCondition } from '@spanwise/contracts/alerting/alert-conditions';
import type { GatewayMinute } from '@spanwise/span-model/gateway-minutes';
import { Figures, MINUTE, ORGANIZATION, OTHER_ORGANIZATION } from '../apm/queries.fixture.js';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { AlertMeasures } from './alert-measures.js';
import { askFor, finalStep, gatewayMinute, gatewayMinutes, measured, measuresOver, specOf } from './alerts.fixture.js';
import { RECORD_GRACE_MICROS } from './intake-health.js';

let figures: Figures;
let measures: AlertMeasures;
let step: number;

beforeAll(async () => {
  figures = await Figures.start();
  measures = measuresOver(figures);
  for (const organization of [ORGANIZATION, OTHER_ORGANIZATION]) await figures.record([{}], organization);
});
beforeEach(async () => {
  step = finalStep(figures);
  await figures.admin.query('delete from apm.gateway_minutes; delete from apm.refused_minutes');
});
afterAll(() => figures.stop());

const report = (minutes: GatewayMinute[]) => figures.recordGateways(minutes, figures.nowMicros);
const absence: AbsenceCondition = {
  type: 'absence',
  of: 'service',
  filters: {},
  group_by: ['service'],
  expected_minutes: 1,
};

async function badIn(windowMinutes: number, organizationId = ORGANIZATION) {
  const change = { organization_id: organizationId };
  const { coverage } = await measured(measures, [specOf(absence, windowMinutes)], step, change);
  return coverage.gap_minutes;
}

describe('the minutes of a window', () => {
  it('have nothing against them where gateways never spoke', async () => {
    expect(await badIn(10)).toEqual([]);
  });

  it('in which no gateway spoke are named, from the first record on and within the window', async () => {
    const gateway = randomUUID();
    await report([...gatewayMinutes(gateway, step - 8, step - 4), ...gatewayMinutes(gateway, step - 2, step)]);
    const lost = [step - 4, step - 3].map((minute) => ({ minute, reason: 'no_gateway' }));
    expect(await badIn(30)).toEqual(lost);
    expect(await badIn(3)).toEqual(lost.slice(1));
    expect(await badIn(2)).toEqual([]);
  });

  it('in which something was refused are named to the organization that it was refused of', async () => {
    const refused = [{ organizationId: ORGANIZATION, reason: 'log', requests: 2 }];
    const gateway = randomUUID();
    await report([
      ...gatewayMinutes(gateway, step - 8, step - 3),
      gatewayMinute(gateway, step - 3, { refused }),
      gatewayMinute(gateway, step - 2, { refused: [{ reason: 'dependency', requests: 1 }] }),
      gatewayMinute(gateway, step - 1),
    ]);
    expect(await badIn(5)).toEqual([step - 3, step - 2].map((minute) => ({ minute, reason: 'refusing' })));
    expect(await badIn(5, OTHER_ORGANIZATION)).toEqual([{ minute: step - 2, reason: 'refusing' }]);
  });

  it('stand beside what was lost on the way', async () => {
    const gateway = randomUUID();
    await report([...gatewayMinutes(gateway, step - 8, step - 3), ...gatewayMinutes(gateway, step - 2, step)]);
    await figures.admin.query(
      `insert into apm.gaps (organization_id, minute, reason, dropped, recorded_at_micros) values ($1, $2, 'flush_failed', 1, 1)`,
      [ORGANIZATION, step - 5],
    );
    expect(await badIn(8)).toEqual([
      { minute: step - 5, reason: 'flush_failed' },
      { minute: step - 3, reason: 'no_gateway' },
    ]);
    await figures.admin.query('delete from apm.gaps');
  });
});

describe('what is kept of gateways (PROTO-32)', () => {
  it('is written once, however often a delta has it', async () => {
    const refused = [
      { organizationId: ORGANIZATION, reason: 'log', requests: 2 },
      { reason: 'log', requests: 3 },
    ];
    const minute = gatewayMinute(randomUUID(), step - 1, { refused, leftMicros: step * MINUTE - 5 });
    await report([minute]);
    await report([minute]);
    const { rows } = await figures.admin.query(
      `select g.minute, refused_others::int, left_micros::float8, reason, requests::int from apm.gateway_minutes g join apm.refused_minutes using (minute, gateway_id)`,
    );
    expect(rows).toEqual([
      { minute: step - 1, refused_others: 3, left_micros: step * MINUTE - 5, reason: 'log', requests: 2 },
    ]);
  });

  it('shows an organization no refusals of others', async () => {
    const refused = [{ organizationId: ORGANIZATION, reason: 'log', requests: 2 }];
    await report([gatewayMinute(randomUUID(), step - 1, { refused })]);
    const seen = (organizationId: string) =>
      inTransaction(figures.source.pool, { organizationId, readOnly: true }, async (client) =>
        Number((await client.query('select from refused_minutes')).rowCount),
      );
    expect([await seen(ORGANIZATION), await seen(OTHER_ORGANIZATION)]).toEqual([1, 0]);
  });

  it('lives as long as figures by minute', async () => {
    const refused = [{ organizationId: ORGANIZATION, reason: 'log', requests: 2 }];
    const gateway = randomUUID();
    await report([step - 25 * 60, step - 23 * 60].map((minute) => gatewayMinute(gateway, minute, { refused })));
    await figures.retention.run(Date.now());
    for (const table of ['gateway_minutes', 'refused_minutes']) {
      const { rows } = await figures.admin.query(`select minute from apm.${table}`);
      expect(rows).toEqual([{ minute: step - 23 * 60 }]);
    }
  });
});

describe('a step waits for its newest minute', () => {
  const status = async (pass: 'provisional' | 'final') =>
    (await measures.measure(askFor([specOf(absence, 1)], step, { pass }))).status;
  const passed = (micros: number) =>
    figures.admin.query('update apm.delta_offsets set stream_time_micros = $1', [step * MINUTE + micros]);

  it('until all known gateways have reported it', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await report([...gatewayMinutes(one, step - 5, step), ...gatewayMinutes(other, step - 5, step - 1)]);
    await passed(1);
    expect(await status('provisional')).toBe('not_yet');
    await figures.recordGateways([gatewayMinute(other, step - 1)], step * MINUTE + 2);
    expect(await status('provisional')).toBe('measured');
  });

  it('and no longer than they have the time to', async () => {
    await report(gatewayMinutes(randomUUID(), step - 5, step - 1));
    await passed(RECORD_GRACE_MICROS - 1);
    expect(await status('provisional')).toBe('not_yet');
    await passed(RECORD_GRACE_MICROS);
    expect(await status('provisional')).toBe('measured');
    await passed(10 * MINUTE);
    expect(await badIn(1)).toEqual([{ minute: step - 1, reason: 'no_gateway' }]);
  });
});
