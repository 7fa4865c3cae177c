import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LicenseState } from '@spanwise/contracts/iam/license';
import { dayOfMicros, dayText, type UsageToday } from '@spanwise/contracts/telemetry/usage';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, ORGANIZATION, TestGateway } from '../../gateway.fixture.js';

const OTHER = '00000000-0000-7000-8000-0000000000bb';
let gateway: TestGateway;
const today: UsageToday = {
  day: dayText(dayOfMicros(Date.now() * 1_000)),
  bytes: { [ORGANIZATION]: 600, [OTHER]: 400 },
};
const license: LicenseState = { edition: 'enterprise', max_ingest_bytes_per_day: 1_001 };

beforeAll(async () => {
  gateway = await TestGateway.start();
  await gateway.answer('svc.projector.usage.today', today);
  await gateway.answer('svc.iam.license.state', license);
  await gateway.sendHeartbeat();
});
afterAll(() => gateway.stop());

async function send(quota?: number): Promise<[number, unknown, string | null]> {
  const quotas = quota === undefined ? {} : { quotas: { ingest_bytes_per_day: quota } };
  const token = gateway.iam.admit(contextWith(quotas));
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"resourceSpans":[]}' };
  const response = await gateway.fetch('/v1/traces', { ...init, token });
  const { message } = (await response.json()) as { message?: string };
  return [response.status, message, response.headers.get('ratelimit-policy')];
}

describe('the bytes of a day', () => {
  it('beyond the quota of the organization are 429 until midnight', async () => {
    await eventually(async () => {
      expect(await send(600)).toEqual([
        429,
        'The organization has sent as much as it may in a day.',
        '"ingest_bytes_per_day";q=600;w=86400',
      ]);
    });
    expect((await send(601))[0]).toBe(200);
    expect((await send())[0]).toBe(200);
  });

  it('of all organizations together beyond the cap of the licence are 402', async () => {
    license.max_ingest_bytes_per_day = 1_000;
    gateway.connection.publish('evt.iam.invalidate', JSON.stringify({ everything: true }));
    await eventually(async () => {
      expect((await send()).slice(0, 2)).toEqual([
        402,
        'The licence of this installation covers no more telemetry today.',
      ]);
    });
  });
});
