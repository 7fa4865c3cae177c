import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, ORGANIZATION, TestGateway } from '../../gateway.fixture.js';

const OTHER = '00000000-0000-7000-8000-0000000000bb';
const stored: Record<string, number> = { [ORGANIZATION]: 1_000, [OTHER]: 5_000 };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
  await gateway.answer('svc.apm.usage.stored_bytes', stored);
  await gateway.sendHeartbeat();
});
afterAll(() => gateway.stop());

async function send(path: string, body: string, quota?: number): Promise<{ status: number; message?: string }> {
  const quotas = quota === undefined ? {} : { quotas: { stored_bytes: quota } };
  const token = gateway.iam.admit(contextWith(quotas));
  const headers = { 'content-type': 'application/json' };
  const response = await gateway.fetch(path, { method: 'POST', token, headers, body });
  return { status: response.status, ...((await response.json()) as { message?: string }) };
}
const traces = (quota?: number) => send('/v1/traces', '{"resourceSpans":[]}', quota);
const records = (quota?: number) => send('/api/v1/ingest/logs/default', '[]', quota);

describe('the bytes that are stored', () => {
  it('at the quota of the organization are 413, in OTLP as in the product’s own form', async () => {
    await eventually(async () => expect(await traces(1_000)).toMatchObject({ status: 413 }));
    expect(await records(1_000)).toMatchObject({
      status: 413,
      error: 'payload_too_large',
      message:
        'The organization has stored as much as it may: more is taken once retention or a deletion has made room.',
    });
  });

  it('below it, and without a quota, refuse nothing', async () => {
    expect((await traces(1_001)).status).toBe(200);
    expect((await traces()).status).toBe(200);
  });

  it('that have become fewer let the organization send again', async () => {
    stored[ORGANIZATION] = 10;
    await eventually(async () => expect((await traces(1_000)).status).toBe(200));
  });
});
