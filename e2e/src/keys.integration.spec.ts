import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '@spanwise/contracts/iam/iam';
import type { RotatedKeys, SigningKeyView } from '@spanwise/contracts/iam/keys';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually, PATIENCE_MS } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let key: KeyObject;
let kid: string;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  ({ kid, key } = await access.signingKey());
});
afterAll(() => access.stop());

const part = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const es256 = (body: string, by = key) =>
  `${body}.${sign('sha256', Buffer.from(body), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const nowSeconds = () => Math.floor(Date.now() / 1_000);
/** A token that only our own key could have signed, with changes. */
const resigned = (claims: object, header: object = {}) =>
  es256(`${part({ alg: 'ES256', typ: 'JWT', kid, ...header })}.${part({ ...claimsOf(admin.token), ...claims })}`);
const me = async (token: string) => (await access.call('GET /me', { token })).status;

describe('a token', () => {
  it('that our key signs with the same claims holds, so that each refusal below has its own reason', async () => {
    expect(await me(resigned({}))).toBe(200);
  });

  it.each<[string, () => string]>([
    ['without an algorithm', () => `${part({ alg: 'none', kid })}.${part(claimsOf(admin.token))}.`],
    ['without a signature', () => admin.token.replace(/[^.]*$/, '')],
    ['that is truncated', () => admin.token.slice(0, -4)],
    ['that has expired', () => resigned({ exp: nowSeconds() - 1 })],
    ['that never expires', () => resigned({ exp: undefined })],
    ['from the future', () => resigned({ iat: nowSeconds() + 3_600 })],
    ['that is not valid yet', () => resigned({ nbf: nowSeconds() + 3_600 })],
    ['without a time of issue', () => resigned({ iat: undefined })],
    ['for another audience', () => resigned({ aud: 'spanwise-services' })],
    ['of another issuer', () => resigned({ iss: 'spanwise-iam' })],
    ['of another user', () => resigned({ sub: uuidv7() })],
    ['of another session', () => resigned({ sid: uuidv7() })],
    ['for another organization', () => resigned({ org_id: uuidv7() })],
    ['for the scope of the platform', () => resigned({ scope: 'system' })],
    ['whose claims are no ids', () => resigned({ sub: "' or 1=1 --", sid: 7 })],
    ['with an unknown key', () => resigned({}, { kid: 'other' })],
    ['without a key', () => resigned({}, { kid: undefined })],
    ['whose key is a path', () => resigned({}, { kid: '../../dev/null' })],
    ['that brings its own key', () => resigned({}, { jwk: { kty: 'EC' } })],
    ['that says where its key is', () => resigned({}, { jku: 'https://evil.example/keys' })],
    ['with a critical extension', () => resigned({}, { crit: ['exp'] })],
    [
      'signed by another’s key',
      () => {
        const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
        return es256(`${part({ alg: 'ES256', kid })}.${part(claimsOf(admin.token))}`, foreign);
      },
    ],
    [
      'signed with the public key as a secret',
      () => {
        const body = `${part({ alg: 'HS256', kid })}.${part(claimsOf(admin.token))}`;
        const pem = createPublicKey(key).export({ format: 'pem', type: 'spki' });
        return `${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`;
      },
    ],
    ['in padded base64', () => admin.token.replace('.', '=.')],
    ['with a further part', () => `${admin.token}.${part({})}`],
    ['whose header is no JSON', () => es256(`${part('{')}.${part(claimsOf(admin.token))}`)],
    ['that is too long', () => resigned({ jti: 'x'.repeat(4_096) })],
  ])('%s is refused with the one 401', async (_, forge) => {
    const answer = await access.call('GET /me', { token: forge() });
    expect([answer.status, answer.body.message]).toEqual([401, 'The credential is missing, invalid or expired.']);
  });

  it('of another class is refused where it does not belong', async () => {
    const { body } = await access.call('POST /auth/tokens', { token: admin.token, body: { name: 't' } });
    const request = { data: { name: 'x' } };
    for (const context of [admin.token, String(body.token), resigned({})]) {
      const reply = await access.connection.request(createApiToken.subject, JSON.stringify({ ...request, context }), {
        timeout: PATIENCE_MS,
      });
      expect(reply.json()).toMatchObject({ error: { kind: 'unauthorized' } });
    }
  });
});

describe('the keys', () => {
  const published = async () => {
    const response = await fetch(`${access.url}/.well-known/jwks.json`);
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map((one) => one.kid);
  };
  const headerOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string };

  it('are managed by the platform alone', async () => {
    for (const line of ['GET /auth/jwt/secrets', 'POST /auth/jwt/rotate', `POST /auth/jwt/secrets/${kid}/revoke`]) {
      expect([line, (await access.call(line, { token: admin.token })).status]).toEqual([line, 403]);
    }
    expect(
      (await access.call('POST /auth/jwt/secrets/none/revoke', { token: await access.systemToken() })).status,
    ).toBe(404);
  });

  it('rotate: the new one is published before it signs, the old one verifies on', async () => {
    const token = await access.systemToken();
    const { body: rotated } = await access.call<RotatedKeys>('POST /auth/jwt/rotate', { token });
    expect(rotated).toMatchObject({ retired_kid: kid, active_count: 2 });
    expect(await published()).toEqual([rotated.new_kid, kid]);
    expect(headerOf((await access.person(ADMIN_EMAIL)).token).kid).toBe(kid);
    await access.admin.query("update iam.signing_keys set created_at = created_at - interval '6 seconds'");
    // Each look signs in, which is limited.
    await eventually(async () => expect(headerOf((await access.person(ADMIN_EMAIL)).token).kid).toBe(rotated.new_kid), {
      leastPauseMs: 500,
    });
    expect(await me(admin.token)).toBe(200);
    const { body: keys } = await access.call<SigningKeyView[]>('GET /auth/jwt/secrets', { token });
    expect(keys.map((one) => [one.id, one.is_primary])).toEqual([
      [rotated.new_kid, true],
      [kid, false],
    ]);
  });

  it('that are revoked end every token that they signed, everywhere within a second', async () => {
    const fresh = await access.person(ADMIN_EMAIL);
    expect([await me(admin.token), await me(fresh.token)]).toEqual([200, 200]);
    const { body: orgs } = await access.call<{ id: string; system: boolean }[]>('GET /orgs', { token: fresh.token });
    const { body } = await access.call<{ token: string }>(`POST /orgs/${orgs.find((org) => org.system)!.id}/select`, {
      token: fresh.token,
    });
    expect((await access.call(`POST /auth/jwt/secrets/${kid}/revoke`, { token: body.token })).body).toEqual({
      revoked: true,
    });
    await eventually(async () => expect(await me(admin.token)).toBe(401));
    expect(await me(fresh.token)).toBe(200);
    expect(await published()).not.toContain(kid);
    const signer = headerOf(fresh.token).kid;
    const last = await access.call<{ new_kid: string }>(`POST /auth/jwt/secrets/${signer}/revoke`, {
      token: body.token,
    });
    expect(last.body.new_kid).toMatch(/^[0-9a-f]{16}$/);
    await eventually(async () => expect(await me(fresh.token)).toBe(401));
    expect(headerOf((await access.person(ADMIN_EMAIL)).token).kid).toBe(last.body.new_kid);
  });
});
