import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';
import type { Answer } from './http-call.js';

const DAY_MICROS = 86_400_000_000;
const issuer = generateKeyPairSync('ed25519');
const nowMicros = () => Date.now() * 1_000;

interface View {
  id: string;
  edition: string;
  features: string[];
  instance_id: string;
  expires_at_micros?: number;
}

let access: Access;
let owner: Person;
let system: string;
let instanceId: string;

beforeAll(async () => {
  const { x } = issuer.publicKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x!, 'base64url').toString('base64');
  access = await Access.start({ SPANWISE_LICENSE_KEYS: `issuer:${publicKey}` });
  owner = await access.person(ADMIN_EMAIL);
  const { rows } = await access.admin.query<{ id: string }>("select id from iam.organizations where slug = '_sys'");
  system = (await access.call<{ token: string }>(`POST /orgs/${rows[0]!.id}/select`, { token: owner.token })).body
    .token;
  instanceId = (await current()).body.instance_id;
});
afterAll(() => access.stop());

const payloadOf = (change: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      format: 1,
      license_id: uuidv7(),
      issued_to: 'Acme',
      instance_id: instanceId,
      features: ['agent', 'sso', 'of a later version'],
      not_before_micros: nowMicros() - DAY_MICROS,
      expires_at_micros: nowMicros() + DAY_MICROS,
      ...change,
    }),
  );

function upload(payload: Buffer, key: KeyObject = issuer.privateKey, signature = sign(null, payload, key)) {
  const body = { payload_b64: payload.toString('base64'), signature_b64: signature.toString('base64') };
  return access.call<View>('POST /system/license/versions', { token: system, body });
}

const current = (): Promise<Answer<View>> => access.call<View>('GET /system/license', { token: system });
const activate = (id: string) => access.call<View>(`POST /system/license/versions/${id}/activate`, { token: system });
const edition = async () => (await access.call('GET /version')).body.edition;
const ownEdition = async () => {
  const origin = access.url;
  return ((await (await fetch(`${origin}/version`)).json()) as View).edition;
};
const features = async () => (await access.call<View>('GET /iam/capabilities', { token: owner.token })).body.features;
const intake = async () => {
  const made = await access.call<{ token: string }>('POST /auth/tokens', {
    token: owner.token,
    body: { name: uuidv7(), role_key: 'ingest' },
  });
  const answer = await access.call('POST /traces', { token: made.body.token, body: { resourceSpans: [] } });
  return [answer.status, answer.body.message];
};

describe('without a licence', () => {
  it('the edition is oss and nothing is entitled', async () => {
    expect((await current()).body).toMatchObject({ edition: 'oss', verified: false, expired: false, features: [] });
    expect([await edition(), await ownEdition(), await features()]).toEqual(['oss', 'oss', []]);
    expect((await access.call('DELETE /system/license', { token: system })).status).toBe(404);
  });
});

describe('a licence file', () => {
  const other = generateKeyPairSync('ed25519');
  it.each<[string, () => Promise<Answer<View>>]>([
    ['of another issuer', () => upload(payloadOf(), other.privateKey)],
    ['for another installation', () => upload(payloadOf({ instance_id: uuidv7() }))],
    ['for no installation', () => upload(payloadOf({ instance_id: undefined }))],
    ['that has expired', () => upload(payloadOf({ expires_at_micros: nowMicros() - 1 }))],
    ['of another format', () => upload(payloadOf({ format: 2 }))],
    ['that is no JSON', () => upload(Buffer.from('licence'))],
    ['that is null', () => upload(Buffer.from('null'))],
    ['with a cap that is no number', () => upload(payloadOf({ max_ingest_bytes_per_day: '1' }))],
    ['without a signature', () => upload(payloadOf(), issuer.privateKey, Buffer.alloc(0))],
  ])('%s is refused', async (_, sent) => {
    expect((await sent()).status).toBe(400);
  });

  it('is refused with any one bit of it flipped', async () => {
    const payload = payloadOf();
    const signature = sign(null, payload, issuer.privateKey);
    const statuses = new Set<number>();
    for (let bit = 0; bit < payload.length * 8; bit += 37)
      statuses.add((await upload(flipped(payload, bit), issuer.privateKey, signature)).status);
    for (let bit = 0; bit < signature.length * 8; bit += 11)
      statuses.add((await upload(payload, issuer.privateKey, flipped(signature, bit))).status);
    expect([...statuses]).toEqual([400]);
    expect((await upload(payload, issuer.privateKey, signature)).status).toBe(201);
    expect((await upload(payload, issuer.privateKey, signature)).status).toBe(409);
  });

  it('that is not valid yet waits for its time', async () => {
    const { body } = await upload(payloadOf({ not_before_micros: nowMicros() + DAY_MICROS }));
    expect((await activate(body.id)).status).toBe(409);
    expect(await edition()).toBe('oss');
  });
});

describe('the active licence', () => {
  it('entitles every organization, and is shown as the edition', async () => {
    const { body } = await upload(payloadOf());
    expect((await activate(body.id)).body).toMatchObject({ edition: 'enterprise', active_version_id: body.id });
    await eventually(async () => {
      expect(await features()).toEqual(['sso', 'agent']);
      expect([await edition(), await ownEdition()]).toEqual(['enterprise', 'enterprise']);
    });
    const versions = await access.call<{ id: string; active: boolean }[]>('GET /system/license/versions', {
      token: system,
    });
    expect(versions.body.filter(({ active }) => active).map(({ id }) => id)).toEqual([body.id]);
    expect(await access.audited(JSON.parse(atob(system.split('.')[1]!)).org_id as string)).toEqual(
      expect.arrayContaining(['license.upload', 'license.activate']),
    );
  });

  it('that expires takes its entitlements along and stops intake, until it is put away', async () => {
    // Uploaded and activated before that, also on a machine that stands still for seconds.
    const expires = nowMicros() + 7_000_000;
    const { body } = await upload(payloadOf({ expires_at_micros: expires }));
    await activate(body.id);
    await eventually(async () =>
      expect(await intake()).toEqual([402, 'The licence of this installation has expired.']),
    );
    expect(nowMicros()).toBeGreaterThan(expires);
    expect((await current()).body).toMatchObject({ edition: 'oss', expired: true, features: [] });
    expect((await activate(body.id)).status).toBe(409);
    expect((await access.call('GET /roles', { token: owner.token })).status).toBe(200);
    expect((await access.call<View>('DELETE /system/license', { token: system })).body.edition).toBe('oss');
    await eventually(async () => {
      expect((await intake())[0]).not.toBe(402);
      expect(await features()).toEqual([]);
    });
  });

  it('is no longer one when its file was changed in the database', async () => {
    const { body } = await upload(payloadOf());
    await access.admin.query(
      `update iam.license_versions set active = true, payload = convert_to(replace(convert_from(payload, 'utf8'), 'Acme', 'Acne'), 'utf8') where id = $1`,
      [body.id],
    );
    expect((await current()).body).toMatchObject({ edition: 'oss', verified: false, features: [] });
  });
});

it.each(['GET /system/license', 'DELETE /system/license', 'GET /system/license/versions'])(
  '%s is of the platform alone',
  async (line) => {
    expect((await access.call(line, { token: owner.token })).status).toBe(403);
  },
);

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}
