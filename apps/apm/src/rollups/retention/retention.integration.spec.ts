import { afterAll, beforeAll, expect, it } from 'vitest';
import { Figures, HOUR } from '../../apm/queries.fixture.js';
import { ServiceDetails } from '../../apm/services/service-detail.js';

let figures: Figures;

beforeAll(async () => {
  figures = await Figures.start();
});
afterAll(() => figures.stop());

it('forgets names that were last seen beyond the retention of hours, and takes them up again when they come back', async () => {
  const nowMs = Date.now();
  const detail = () =>
    new ServiceDetails(figures.reads, figures.incidents).detail({ service: 'cart' }, figures.contextOf());
  await figures.record([{ atMicros: figures.nowMicros - HOUR }, { service: 'busy' }]);
  await figures.retention.run(nowMs);
  expect((await detail()).red.request_count).toBe(1);
  await figures.admin.query(`update apm.series set last_seen_micros = $1 where service = 'cart'`, [
    (nowMs - 32 * 86_400_000) * 1_000,
  ]);
  await figures.retention.run(nowMs);
  await expect(detail()).rejects.toMatchObject({ kind: 'not_found' });
  await figures.record([{}]);
  expect((await detail()).service.versions).toEqual([]);
  const { rows } = await figures.admin.query(`select distinct service from apm.series order by service`);
  expect(rows.map((row: { service: string }) => row.service)).toEqual(['busy', 'cart']);
});
