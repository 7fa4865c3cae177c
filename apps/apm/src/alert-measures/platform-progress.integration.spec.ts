/** What is wrong with intake, of all organizations together, from the records that are kept (ALERT-140). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { GatewayMinute } from '@spanwise/span-model/gateway-minutes';
import { Figures, MINUTE, ORGANIZATION, OTHER_ORGANIZATION } from '../apm/queries.fixture.js';
import { gatewayMinute, gatewayMinutes, progressOf } from './alerts.fixture.js';
import { RECORD_GRACE_MICROS } from './intake-health.js';

let figures: Figures;
/** The minute after the newest that all have reported. */
let to: number;

beforeAll(async () => {
  figures = await Figures.start();
  for (const organization of [ORGANIZATION, OTHER_ORGANIZATION]) await figures.record([{}], organization);
});
afterAll(() => figures.stop());
beforeEach(async () => {
  to = Math.floor((figures.nowMicros - RECORD_GRACE_MICROS) / MINUTE);
  await figures.admin.query('delete from apm.gateway_minutes; delete from apm.refused_minutes; delete from apm.gaps');
});

/** The log has come as far as minute `to` and the time to report the one before it. */
const report = (minutes: GatewayMinute[]) => figures.recordGateways(minutes, to * MINUTE + RECORD_GRACE_MICROS);
const read = () => progressOf(figures);

it('says how far each shard is, and nothing against an installation whose gateways never spoke', async () => {
  await report([]);
  const streamTime = to * MINUTE + RECORD_GRACE_MICROS;
  expect(await read()).toEqual({
    stream_time_micros: streamTime,
    late_grace_micros: 300_000_000,
    replaying: false,
    shards: [{ shard: 0, stream_time_micros: streamTime }],
    faults: [],
  });
});

it('names the gateway that is gone, since its first minute, and those that refuse of whomever', async () => {
  const [gone, refusing, deaf] = [randomUUID(), randomUUID(), randomUUID()].sort();
  const refused = [{ organizationId: OTHER_ORGANIZATION, reason: 'log', requests: 2 }];
  await report([
    ...gatewayMinutes(gone!, to - 10, to - 2),
    ...gatewayMinutes(refusing!, to - 10, to),
    ...gatewayMinutes(deaf!, to - 10, to - 3),
    gatewayMinute(deaf!, to - 3, { refused: [{ reason: 'dependency', requests: 1 }] }),
    ...gatewayMinutes(deaf!, to - 2, to),
  ]);
  await figures.recordGateways(
    [gatewayMinute(randomUUID(), to - 9, { refused, leftMicros: (to - 8) * MINUTE })],
    to * MINUTE + RECORD_GRACE_MICROS,
  );
  await figures.admin.query(
    `insert into apm.refused_minutes (organization_id, minute, gateway_id, reason, requests)
     values ($1, $3, $2, 'log', 1), ($1, $4, $2, 'log', 1)`,
    [OTHER_ORGANIZATION, refusing, to - 2, to - 1],
  );
  expect((await read()).faults).toEqual([
    { reason: 'no_gateway', gateway_id: gone, since_micros: (to - 2) * MINUTE },
    { reason: 'refusing', gateway_id: deaf, since_micros: (to - 3) * MINUTE },
    { reason: 'refusing', gateway_id: refusing, since_micros: (to - 2) * MINUTE },
  ]);
});

it('reports a part of the log that was lost, and not what was sent too late', async () => {
  const gap = (reason: string, minute: number) =>
    figures.admin.query(
      `insert into apm.gaps (organization_id, minute, reason, dropped, recorded_at_micros) values ($1, $2, $3, 1, 1)`,
      [ORGANIZATION, minute, reason],
    );
  await report([]);
  await gap('late_dropped', to - 1);
  await gap('flush_failed', to - 6);
  expect((await read()).faults).toEqual([]);
  await gap('flush_failed', to - 2);
  expect((await read()).faults).toEqual([{ reason: 'gap', since_micros: (to - 2) * MINUTE }]);
});
