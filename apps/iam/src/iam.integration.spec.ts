import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type NatsConnection } from 'nats';
import { ContextVerifier, publicKeysOverBus } from '@spanwise/bus/context-verifier';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError, type ErrorKind } from '@spanwise/contracts/base/errors';
import {
  authenticate,
  capabilities,
  createApiToken,
  listApiTokens,
  me,
  publicKeys,
  revokeApiToken,
  signIn,
  signOut,
  type SignInReply,
} from '@spanwise/contracts/iam/iam';
import { INVALIDATION_SUBJECT } from '@spanwise/contracts/authz/invalidation';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { loadConfig } from '@spanwise/host/config';
import { startService, type RunningService } from '@spanwise/host/service';
import { migrate } from '@spanwise/postgres/migrate';
import { createDataSource } from '@spanwise/postgres/database';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { variables } from './config.js';
import { migrations } from './db/migrations.js';
import { iam } from './iam.service-definition.js';

const EMAIL = 'Owner@Example.org';
const PASSWORD = 'correct horse 9 battery';
const KEYRING = `k1:${Buffer.alloc(32, 3).toString('base64')}`;

let database: ScratchDatabase;
let nats: ScratchNats;
let connection: NatsConnection;
let admin: Client;
let services: RunningService[];
let rpc: RpcClient;
let session: SignInReply;

const config = () =>
  loadConfig(variables, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    NATS_URL: nats.url,
    DATABASE_URL: database.urlAs('spanwise_iam'),
    SPANWISE_ADMIN_EMAIL: EMAIL,
    SPANWISE_ADMIN_PASSWORD: PASSWORD,
    SPANWISE_TOKEN_KEYS: KEYRING,
    SPANWISE_SECRET_KEYS: KEYRING,
  });

beforeAll(async () => {
  database = await scratchDatabase('iam');
  await provision(database.url, TEST_PASSWORDS);
  const url = database.urlAs('spanwise_iam');
  await migrate(createDataSource({ url, schema: 'iam', applicationName: 'test', migrations }), url, 'iam');
  nats = await scratchNats();
  connection = await connect({ servers: nats.url });
  rpc = new RpcClient(connection);
  // Two at once: the first start is safe against a second one.
  services = await Promise.all([startService(iam, config()), startService(iam, config())]);
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  session = await rpc.call(signIn, { email: EMAIL, password: PASSWORD });
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await connection.close();
  await admin.end();
  await nats.stop();
  await database.drop();
});

async function kindOf(work: Promise<unknown>): Promise<{ kind: ErrorKind; message: string }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error('nothing was refused');
  return { kind: error.kind, message: error.message };
}

const contextOf = async (credential: string) => rpc.call(authenticate, { credential });

describe('the first start (ACCESS-9)', () => {
  it('makes one organization, its owner and _sys, also when two processes start at once', async () => {
    const { rows } = await admin.query('select slug, system from iam.organizations order by slug');
    expect(rows).toEqual([
      { slug: '_sys', system: true },
      { slug: 'default', system: false },
    ]);
    expect((await admin.query('select from iam.users')).rowCount).toBe(1);
    expect((await admin.query('select from iam.signing_keys')).rowCount).toBe(1);
  });

  it('refuses a weak password together with the other faults', () => {
    expect(() =>
      loadConfig(variables, { SPANWISE_ADMIN_PASSWORD: 'spanwise1', SPANWISE_ADMIN_EMAIL: 'unknown' }),
    ).toThrow(/SPANWISE_ADMIN_EMAIL: .*\n?.*SPANWISE_ADMIN_PASSWORD: is too common/s);
  });
});

describe('signing in', () => {
  it('answers the documented members', () => {
    expect(session).toMatchObject({
      email: EMAIL,
      org_name: 'Default',
      display_role: 'Owner',
      roles: [{ key: 'owner', builtin: true }],
    });
    expect(session.token.split('.')).toHaveLength(3);
  });

  it('finds the address in any case', async () => {
    expect((await rpc.call(signIn, { email: EMAIL.toLowerCase(), password: PASSWORD })).user_id).toBe(session.user_id);
  });

  it('refuses an unknown address and a wrong password with the same words', async () => {
    const unknown = await kindOf(rpc.call(signIn, { email: 'unknown@example.org', password: PASSWORD }));
    const wrong = await kindOf(rpc.call(signIn, { email: EMAIL, password: `${PASSWORD}x` }));
    expect(unknown).toEqual(wrong);
    expect(wrong.kind).toBe('unauthorized');
  });

  it('of a disabled user: a wrong password is just wrong, the right one is forbidden (ACCESS-3)', async () => {
    await admin.query('update iam.users set disabled = true');
    const wrong = await kindOf(rpc.call(signIn, { email: EMAIL, password: 'wrong password' }));
    const right = await kindOf(rpc.call(signIn, { email: EMAIL, password: PASSWORD }));
    const old = await kindOf(contextOf(session.token));
    await admin.query('update iam.users set disabled = false');
    expect([wrong.kind, right.kind, old.kind]).toEqual(['unauthorized', 'forbidden', 'unauthorized']);
  });

  it('without an enabled organization is forbidden; the platform administrator comes to _sys (ACCESS-5)', async () => {
    await admin.query("update iam.organizations set disabled = true where slug = 'default'");
    await admin.query('update iam.users set platform_administrator = false');
    const refused = await kindOf(rpc.call(signIn, { email: EMAIL, password: PASSWORD }));
    await admin.query('update iam.users set platform_administrator = true');
    const { token, org_name: name } = await rpc.call(signIn, { email: EMAIL, password: PASSWORD });
    const { context } = await contextOf(token);
    await admin.query("update iam.organizations set disabled = false where slug = 'default'");
    expect(refused.kind).toBe('forbidden');
    expect([name, context.scope]).toEqual(['_sys', 'system']);
    expect(context.permissions.every((permission) => permission.startsWith('sys.'))).toBe(true);
  });

  it('ends with signing out: the token is refused and the caches are notified', async () => {
    const { token } = await rpc.call(signIn, { email: EMAIL, password: PASSWORD });
    const { signed, context } = await contextOf(token);
    const messages: unknown[] = [];
    connection.subscribe(INVALIDATION_SUBJECT, { callback: (_, message) => void messages.push(message.json()) });
    await rpc.call(signOut, new Empty(), signed);
    expect((await kindOf(contextOf(token))).kind).toBe('unauthorized');
    await connection.flush();
    expect(messages).toContainEqual({ credential_id: context.credential_id });
  });
});

describe('a signed context (ACCESS-2)', () => {
  it('verifies with the published keys and says who, where and what', async () => {
    const { signed, context } = await contextOf(session.token);
    expect(await new ContextVerifier(publicKeysOverBus(rpc)).verify(signed)).toEqual(context);
    expect(context).toMatchObject({
      subject: session.user_id,
      scope: 'organization',
      organization_id: session.org_id,
      features: [],
    });
    expect(context.permissions).toContain('streams.query');
    expect(context.permissions.some((permission) => permission.startsWith('sys.'))).toBe(false);
  });

  it('is not accepted as a sign-in token, nor a sign-in token as a context', async () => {
    const { signed } = await contextOf(session.token);
    expect((await kindOf(contextOf(signed))).kind).toBe('unauthorized');
    expect((await kindOf(rpc.call(me, new Empty(), session.token))).kind).toBe('unauthorized');
  });

  it('is needed: a call without one is refused', async () => {
    expect((await kindOf(rpc.call(capabilities, new Empty()))).kind).toBe('unauthorized');
  });
});

describe('a forged token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => ({
    sub: session.user_id,
    org_id: session.org_id,
    scope: 'organization',
    sid: uuidv7(),
    iss: 'spanwise',
    aud: 'spanwise-api',
    exp: 4_000_000_000,
  });

  it.each([
    'alg none',
    'HS256 with the public key',
    'another key under our kid',
    'a foreign kid',
    'truncated',
    'changed claims',
  ])('with %s is refused', async (how) => {
    const { keys } = await rpc.call(publicKeys, new Empty());
    const { kid, x, y } = keys[0]!;
    const [header, payload, signature] = session.token.split('.');
    const es256 = (keyId: string) => {
      const body = `${part({ alg: 'ES256', kid: keyId })}.${part(claims())}`;
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return `${body}.${sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    };
    const hs256 = () => {
      const body = `${part({ alg: 'HS256', kid })}.${part(claims())}`;
      return `${body}.${createHmac('sha256', x + y)
        .update(body)
        .digest('base64url')}`;
    };
    const forged: Record<string, string> = {
      'alg none': `${part({ alg: 'none', kid })}.${part(claims())}.`,
      'HS256 with the public key': hs256(),
      'another key under our kid': es256(kid),
      'a foreign kid': es256('other'),
      truncated: session.token.slice(0, -4),
      'changed claims': `${header}.${Buffer.from(Buffer.from(payload!, 'base64url').toString().replace('organization', 'systemsystem')).toString('base64url')}.${signature}`,
    };
    expect(await kindOf(contextOf(forged[how]!))).toMatchObject({ kind: 'unauthorized' });
  });
});

describe('API tokens', () => {
  const owner = async () => (await contextOf(session.token)).signed;

  it('have their form, are shown once, and do what their role may', async () => {
    const created = await rpc.call(createApiToken, { name: 'ci', expires_in_days: 2 }, await owner());
    expect(created.token).toMatch(/^sw_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
    expect(created).toMatchObject({ role_key: 'ingest', token_kind: 'personal' });
    const { context } = await contextOf(created.token);
    expect([context.permissions, context.subject_type]).toEqual([['streams.write'], 'api_token']);
    const listed = await rpc.call(listApiTokens, new Empty(), await owner());
    expect(listed.find((view) => view.id === created.id)).toMatchObject({ name: 'ci', revoked: false });
    expect(JSON.stringify(listed)).not.toContain(created.token.slice(-20));
  });

  it('are stored as an HMAC alone', async () => {
    const { token } = await rpc.call(createApiToken, { name: 'stored' }, await owner());
    const { rows } = await admin.query('select t::text as row from iam.api_tokens t');
    expect(JSON.stringify(rows)).not.toContain(token.split('_')[2]);
  });

  it('with one changed character are refused before anything is looked up', async () => {
    const { token } = await rpc.call(createApiToken, { name: 'flip' }, await owner());
    for (const at of [4, 20, 40, token.length - 1]) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect((await kindOf(contextOf(changed))).kind).toBe('unauthorized');
    }
  });

  it('stop working when they are revoked or have expired', async () => {
    const revoked = await rpc.call(createApiToken, { name: 'revoked' }, await owner());
    await rpc.call(revokeApiToken, { id: revoked.id }, await owner());
    expect((await kindOf(contextOf(revoked.token))).kind).toBe('unauthorized');
    const expired = await rpc.call(createApiToken, { name: 'expired', expires_in_days: 1 }, await owner());
    await admin.query("update iam.api_tokens set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
    expect((await kindOf(contextOf(expired.token))).kind).toBe('unauthorized');
  });

  it('cannot do more than their maker, cannot be of an unknown role, and cannot be revoked by their id alone', async () => {
    const viewer = await rpc.call(createApiToken, { name: 'viewer', role_key: 'viewer' }, await owner());
    const { signed } = await contextOf(viewer.token);
    expect(await kindOf(rpc.call(createApiToken, { name: 'more' }, signed))).toMatchObject({ kind: 'forbidden' });
    expect(
      (await kindOf(rpc.call(createApiToken, { name: 'x', role_key: 'platform_owner' }, await owner()))).kind,
    ).toBe('invalid_argument');
    expect((await kindOf(rpc.call(createApiToken, { name: ' ' }, await owner()))).kind).toBe('invalid_argument');
    expect((await kindOf(rpc.call(revokeApiToken, { id: uuidv7() }, await owner()))).kind).toBe('not_found');
  });
});

describe('capabilities', () => {
  it('are the whole snapshot of a caller', async () => {
    const answer = await rpc.call(capabilities, new Empty(), (await contextOf(session.token)).signed);
    expect(answer).toMatchObject({ organization_id: session.org_id, scope: 'organization', display_role: 'Owner' });
    expect(answer.permissions).toEqual([...answer.permissions].sort());
    expect(answer.routes).toHaveLength(122);
    const route = (id: string) => answer.routes.find((one) => one.id === id);
    expect(route('apm.overview')?.allowed).toBe(true);
    expect(route('iam.organizations')?.allowed).toBe(false);
    expect(route('intelligence')?.allowed).toBe(false);
    expect(route('apm')).toMatchObject({ navigation_group: 'investigate', navigation_position: 50 });
  });
});

describe('row-level security', () => {
  it('is on every table that holds rows of organizations, for the owner of the table too', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
        where c.relnamespace = 'iam'::regnamespace and c.relkind in ('r', 'p')
          and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(rows).toEqual([]);
  });

  it('keeps the rows of an organization from a transaction that names another', async () => {
    const client = new Client({ connectionString: database.urlAs('spanwise_iam') });
    await client.connect();
    const countAs = async (organization: string) => {
      await client.query(`begin; set local spanwise.organization_id = '${organization}'`);
      const counts = [];
      for (const table of ['api_tokens', 'memberships', 'sessions', 'audit_log'])
        counts.push((await client.query(`select from iam.${table}`)).rowCount);
      await client.query('rollback');
      return counts;
    };
    expect((await countAs(session.org_id)).every((count) => count !== null && count > 0)).toBe(true);
    expect(await countAs(uuidv7())).toEqual([0, 0, 0, 0]);
    await client.end();
  });
});
