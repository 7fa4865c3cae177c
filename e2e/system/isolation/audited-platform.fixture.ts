/** Calls of the platform's owner. */
import { sign, type KeyObject } from 'node:crypto';
import { Stripe } from 'stripe';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Made, Scene } from './audited-scene.fixture.js';

const SECRET = 'whsec_signing_secret_of_the_endpoint';
const DAY_MICROS = 86_400_000_000;

export async function changeOrganizations({ call, system }: Scene): Promise<void> {
  const platform = { token: system };
  const { id } = await call('POST /orgs', { name: 'Short', slug: 'short' }, platform);
  await call(`PATCH /orgs/${id}`, { name: 'Shorter' }, platform);
  await call(`PUT /orgs/${id}/quotas`, { members: 9 }, platform);
  await call(`PATCH /orgs/${id}/status`, { disabled: true }, platform);
  await call(`DELETE /orgs/${id}`, undefined, platform);
  await call('POST /orgs/email-domains', { domain: 'audited.example' });
  await call('DELETE /orgs/email-domains/audited.example');
}

export async function bill({ call, system, owner }: Scene): Promise<void> {
  await call('PUT /billing/settings', { enabled: true, webhook_secret: SECRET }, { token: system });
  const subscription = { id: 'sub_1', status: 'active', metadata: { org_id: owner.org_id } };
  const type = 'customer.subscription.updated';
  const payload = JSON.stringify({ id: 'evt_1', type, created: 1_700_000_000, data: { object: subscription } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await call('POST /billing/stripe/webhook', payload, { token: '', headers });
}

/** `issuer` signs for the key that the product was given. */
export async function license({ call, system }: Scene, issuer: KeyObject): Promise<void> {
  const platform = { token: system };
  const { instance_id } = await call<{ instance_id: string }>('GET /system/license', undefined, platform);
  const nowMicros = Date.now() * 1_000;
  const file = { format: 1, license_id: uuidv7(), issued_to: 'Acme', instance_id, features: ['sso'] };
  const times = { not_before_micros: nowMicros - DAY_MICROS, expires_at_micros: nowMicros + DAY_MICROS };
  const payload = Buffer.from(JSON.stringify({ ...file, ...times }));
  const signature = sign(null, payload, issuer);
  const body = { payload_b64: payload.toString('base64'), signature_b64: signature.toString('base64') };
  const { id } = await call('POST /system/license/versions', body, platform);
  await call(`POST /system/license/versions/${id}/activate`, undefined, platform);
  await call('DELETE /system/license', undefined, platform);
}

/** Earlier sessions are out afterwards. */
export async function turnKeys({ call, system }: Scene): Promise<void> {
  const platform = { token: system };
  const { id } = (await call<Made[]>('GET /auth/jwt/secrets', undefined, platform))[0]!;
  await call('POST /auth/jwt/rotate', undefined, platform);
  await call(`POST /auth/jwt/secrets/${id}/revoke`, undefined, platform);
}
