import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm';
import { ErrorDetailController } from '../errors/error-detail.controller.js';
import { ServiceDetailController } from '../services/service-detail.controller.js';
import { Figures, MINUTE, ORGANIZATION, OTHER_ORGANIZATION } from '../queries.fixture.js';

let figures: Figures;
let nowMicros: number;
const broken = { type: 'Broken', message: 'no', stacktrace: '' };

beforeAll(async () => {
  figures = await Figures.start();
  nowMicros = Math.floor(figures.nowMicros / MINUTE) * MINUTE - MINUTE / 2;
  const at = (minutes: number) => nowMicros - minutes * MINUTE;
  await figures.record([
    { version: '1', error: broken, atMicros: at(9) },
    { version: '2', error: broken, atMicros: at(5) },
    { version: '3', error: broken, atMicros: at(1) },
  ]);
  await stored('traces', at(6), at(4));
  await stored('traces', at(5), at(3));
  await stored('logs', at(9), at(1));
  await stored('traces', at(9), at(1), OTHER_ORGANIZATION);
});
afterAll(() => figures.stop());

async function stored(signal: string, from: number, to: number, organization = ORGANIZATION): Promise<void> {
  const stream = randomUUID();
  await figures.admin.query(
    `insert into apm.streams (organization_id, id, signal, name, created_at_micros, updated_at_micros)
     values ($1, $2, $3, $4, 0, 0)`,
    [organization, stream, signal, stream],
  );
  await figures.admin.query(
    `insert into apm.segments (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, stored_at_micros)
     values ($1, $2, $3, $6, 1, 1, $4, $5, $5)`,
    [organization, stream, randomUUID(), from, to, randomUUID()],
  );
}

const asked = (): ApmQuery => ({ from: nowMicros - 20 * MINUTE, to: nowMicros + MINUTE });

describe('a trace that is stored', () => {
  it('can be opened from the samples of its error group, and another one cannot', async () => {
    const service = await new ServiceDetailController(figures.reads).detail(
      { ...asked(), service: 'cart' },
      figures.callOf(),
    );
    const { fingerprint } = service.errors[0].error;
    const { samples } = await new ErrorDetailController(figures.reads).detail(
      { ...asked(), fingerprint },
      figures.callOf(),
    );
    expect(samples.map(({ version, trace_available, trace_link }) => [version, trace_available, trace_link])).toEqual([
      ['3', false, undefined],
      ['2', true, `/traces/${samples[1].trace_id}`],
      ['1', false, undefined],
    ]);
  });

  it('can be opened from the exemplars of figures and of their trend', async () => {
    const { red, trend } = await new ServiceDetailController(figures.reads).detail(
      { ...asked(), service: 'cart' },
      figures.callOf(),
    );
    const openable = (exemplars: typeof red.exemplars) =>
      exemplars.filter((one) => one.trace_available).map((one) => one.event_time);
    expect(red.exemplars).toHaveLength(3);
    expect(openable(red.exemplars)).toEqual([nowMicros - 5 * MINUTE]);
    expect(openable(trend.flatMap((point) => point.red.exemplars))).toEqual([nowMicros - 5 * MINUTE]);
  });
});
