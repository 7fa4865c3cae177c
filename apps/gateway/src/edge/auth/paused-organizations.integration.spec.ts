import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '@spanwise/contracts/authz/billing-state';
import { PERMISSIONS } from '@spanwise/contracts/authz/permissions';
import { contextWith, TestGateway } from '../../gateway.fixture.js';

/** The table: what an organization whose service is paused keeps. Everything else that needs a caller is 402. */
const RECOVERY = [
  'GET /api/v1/auth/tokens',
  'POST /api/v1/auth/tokens',
  'GET /api/v1/auth/tokens/default',
  'DELETE /api/v1/auth/tokens/{id}',
  'POST /api/v1/auth/signout',
  'DELETE /api/v1/auth/session',
  'POST /api/v1/auth/session/organization',
  'GET /api/v1/auth/jwt/secrets',
  'POST /api/v1/auth/jwt/rotate',
  'POST /api/v1/auth/jwt/secrets/{id}/revoke',
  'GET /api/v1/billing/settings',
  'PUT /api/v1/billing/settings',
  'GET /api/v1/billing/trial',
  'GET /api/v1/billing/usage',
  'GET /api/v1/iam/capabilities',
  'GET /api/v1/me',
  'GET /api/v1/me/profile',
  'PUT /api/v1/me/profile',
  'GET /api/v1/me/preferences',
  'PUT /api/v1/me/preferences',
  'POST /api/v1/me/password',
  'POST /api/v1/me/avatar',
  'GET /api/v1/me/sessions',
  'DELETE /api/v1/me/sessions/{id}',
  'GET /api/v1/orgs',
  'POST /api/v1/orgs/{id}/select',
];

/** Routes of a narrower credential that take an API token as well. */
const WITH_API_TOKEN = ['POST /api/v1/_bulk', 'POST /api/v1/loki/api/v1/push'];

const TOMORROW = (Date.now() + 86_400_000) * 1_000;
const STATES: readonly [name: string, billing: Billing, paused: boolean][] = [
  ['active', { billing_state: 'active' }, false],
  ['trial', { billing_state: 'trial', trial_ends_micros: TOMORROW }, false],
  ['trial that has ended', { billing_state: 'trial', trial_ends_micros: 1 }, true],
  ['past_due', { billing_state: 'past_due' }, true],
  ['suspended', { billing_state: 'suspended' }, true],
  ['cancelled', { billing_state: 'cancelled' }, true],
];

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { 'x-permissions'?: object }>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    public: operation['x-permissions'] === undefined && !WITH_API_TOKEN.includes(`${method.toUpperCase()} ${path}`),
  })),
);

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
  await gateway.sendHeartbeat();
});
afterAll(() => gateway.stop());

async function statusOf(operation: string, token: string): Promise<number> {
  const [method, template] = operation.split(' ');
  const path = template!.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-00000000abcd');
  const sent = { body: '{}', headers: { 'content-type': 'application/json' } };
  const response = await gateway.fetch(path, { method, token, ...(method!.startsWith('P') && sent) });
  await response.arrayBuffer();
  return response.status;
}

describe('every operation of the API description in the billing state (ACCESS-16)', () => {
  const permissions = PERMISSIONS.filter(({ scope }) => scope === 'organization').map(({ key }) => key);

  it.each(STATES)('%s is 402 exactly where the table says', async (_, billing, paused) => {
    const token = gateway.iam.admit(contextWith({ permissions, ...billing }));
    const refused: string[] = [];
    for (const { name } of operations) if ((await statusOf(name, token)) === 402) refused.push(name);
    const expected = operations.filter((one) => paused && !one.public && !RECOVERY.includes(one.name));
    expect(refused).toEqual(expected.map(({ name }) => name));
    expect(operations.length).toBeGreaterThan(100);
  });
});

describe('402', () => {
  const paused = { billing_state: 'suspended' } as const;

  it('comes behind 401 and before 403', async () => {
    const none = contextWith({ permissions: [], ...paused, organization_disabled: true });
    expect(await statusOf('GET /api/v1/apm/overview', gateway.iam.admit(none))).toBe(402);
    expect(await statusOf('GET /api/v1/apm/overview', 'sw_nobody_nothing')).toBe(401);
  });

  it('says why in the one form, and in that of OTLP at intake', async () => {
    const token = gateway.iam.admit(contextWith(paused));
    const read = await gateway.fetch('/api/v1/apm/overview', { token });
    expect(await read.json()).toMatchObject({
      error: 'payment_required',
      message: 'The subscription of this organization is suspended.',
    });
    const headers = { 'content-type': 'application/json' };
    const sent = await gateway.fetch('/v1/traces', { method: 'POST', token, headers, body: '{"resourceSpans":[]}' });
    expect([sent.status, ((await sent.json()) as { message: string }).message]).toEqual([
      402,
      'The subscription of this organization is suspended.',
    ]);
  });
});
