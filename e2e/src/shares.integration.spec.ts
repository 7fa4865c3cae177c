import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';
import type { Answer } from './http-call.js';

interface Link {
  share: { id: string; view_count: number; requires_password: boolean };
  url: string;
}
interface Session {
  session: string;
  requires_password: boolean;
}

let access: Access;
let author: Person;
let admin: Person;
/** What is shared is no longer there. */
let gone = false;
let asked: { context: IamContext; data: Record<string, unknown> }[];

beforeAll(async () => {
  access = await Access.start({ SPANWISE_RATE_REFUSED: '1000000' });
  admin = await access.person(ADMIN_EMAIL);
  await addUser('author@example.org', 'editor');
  author = await access.person('author@example.org');
  asked = [];
  access.connection.subscribe('svc.apm.>', {
    callback: (_, message) => {
      const { context, data } = message.json() as { context: string; data: Record<string, unknown> };
      const claims = JSON.parse(Buffer.from(context.split('.')[1]!, 'base64url').toString()) as { context: IamContext };
      asked.push({ context: claims.context, data });
      const absent = { error: { kind: 'not_found', message: 'There is no such service.' } };
      message.respond(JSON.stringify(gone ? absent : { data: { answered: message.subject } }));
    },
  });
  await policy({ allow_public_links: true });
});
afterAll(() => access.stop());

const addUser = (email: string, role: string, token = admin.token) => {
  const roleIds = [BUILTIN_ROLES.find(({ key }) => key === role)!.id];
  return access.call<{ id: string }>('POST /users', {
    token,
    body: { email, display_name: 'A', password: PASSWORD, role_ids: roleIds },
  });
};
const policy = (body: object) => access.call('PUT /resource_shares/policy', { token: admin.token, body });

const PUBLIC = { resource_type: 'apm_services', share_mode: 'public_link', password: 'open sesame' };
const STAGING = { constraints: { environment: 'staging', last_secs: 600 } };
const create = (change: object = {}, token = author.token): Promise<Answer<Link>> =>
  access.call<Link>('POST /resource_shares', { token, body: { ...PUBLIC, ...STAGING, ...change } });

async function made(change: object = {}): Promise<{ id: string; token: string }> {
  const { status, body } = await create(change);
  expect(status).toBe(201);
  return { id: body.share.id, token: body.url.split('/s/')[1]! };
}

const exchange = (token: string) => access.call<Session>('POST /public/share/exchange', { body: { token } });
const withSession = (session: string) => ({ 'x-share-session': session, 'x-forwarded-for': access.newAddress() });
const info = (session: string) => access.call('GET /public/share', { headers: withSession(session) });
const query = (session: string, body: object = {}) =>
  access.call('POST /public/share/query', { headers: withSession(session), body });
const unlock = (session: string, password: string, headers = withSession(session)) =>
  access.call('POST /public/share/unlock', { headers, body: { password } });

/** A session of a public share that is unlocked. */
async function opened(token: string): Promise<string> {
  const { body } = await exchange(token);
  expect((await unlock(body.session, PUBLIC.password)).status).toBe(200);
  return body.session;
}

describe('making a share', () => {
  it.each<[string, object, number]>([
    ['of a kind that there is not', { resource_type: 'dashboard' }, 400],
    ['of a service without its name', { resource_type: 'apm_service' }, 400],
    ['of a list with a name', { resource_id: 'checkout' }, 400],
    ['with half a range', { constraints: { environment: 'staging', from_micros: 1 } }, 400],
    ['with a filter that there is not', { constraints: { environment: 'staging', organization: 'x' } }, 400],
    ['for longer than the policy says', { expires_in_secs: 8 * 86_400 }, 400],
    ['of another organization', { organization_id: uuidv7() }, 400],
    ['in public without a password', { password: undefined }, 403],
    ['in public of production', { constraints: { environment: 'Production' } }, 403],
    ['in public of every environment', { constraints: {} }, 403],
    ['across organizations by an editor', { share_mode: 'cross_org', target_organization_id: uuidv7() }, 403],
    ['across organizations without one', { share_mode: 'cross_org' }, 400],
  ])('%s is refused', async (_, change, status) => {
    expect((await create(change)).status).toBe(status);
  });

  it('needs the permission to share and to read, and shows the link once', async () => {
    await addUser('viewer@example.org', 'viewer');
    const viewer = await access.person('viewer@example.org');
    expect((await create({}, viewer.token)).status).toBe(403);
    const { id, token } = await made();
    const list = await access.call<object[]>('GET /resource_shares?resource_type=apm_services', author);
    expect(JSON.stringify(list.body)).toContain(id);
    expect(JSON.stringify(list.body)).not.toContain(token);
    const { rows } = await access.admin.query('select * from iam.resource_shares');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(PUBLIC.password);
  });
});

describe('a public link (ACCESS-15)', () => {
  it('shows nothing until the password is given, and then one view with its frozen filters', async () => {
    const { token } = await made();
    const { body } = await exchange(token);
    expect(Object.keys((await info(body.session)).body).toSorted()).toEqual(['expires_at_micros', 'requires_password']);
    expect((await query(body.session)).status).toBe(401);
    expect((await unlock(body.session, 'wrong')).status).toBe(401);
    expect((await unlock(body.session, PUBLIC.password)).body).toEqual({ unlocked: true });
    expect((await info(body.session)).body).toMatchObject({ requires_password: false, resource_type: 'apm_services' });
    asked.length = 0;
    expect((await query(body.session, { limit: 5, sort: 'name' })).body).toEqual({
      resource_type: 'apm_services',
      data: { answered: 'svc.apm.services.list' },
    });
    const { context, data } = asked[0]!;
    expect(data).toMatchObject({ environment: 'staging', limit: 5, sort: 'name' });
    expect(Number(data.to) - Number(data.from)).toBe(600_000_000);
    expect(context).toMatchObject({
      subject_type: 'share',
      organization_id: author.org_id,
      permissions: ['streams.query'],
      features: [],
    });
    expect((await query(body.session, { environment: 'production' })).status).toBe(400);
    expect((await query(body.session, { from: 1 })).status).toBe(400);
    expect(await access.audited(author.org_id)).toEqual(
      expect.arrayContaining(['resource_share.create', 'resource_share.open', 'resource_share.password_failure']),
    );
  });

  it('in a browser sets a cookie for the viewer alone', async () => {
    const { token } = await made();
    const response = await fetch(`${access.url}/s/${token}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api/v1/public/share']);
    const cookie = response.headers.get('set-cookie')!;
    expect(cookie).toMatch(
      /^spanwise_share=[\w-]{43}; Path=\/api\/v1\/public\/share; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => response.headers.get(name))).toEqual([
      'private, no-store',
      'no-referrer',
      'noindex, nofollow',
    ]);
    const shown = await access.call('GET /public/share', { headers: { cookie: cookie.split(';')[0]! } });
    expect(shown.status).toBe(200);
  });

  it('is counted when it shows something, and opens no more than its views', async () => {
    const { id, token } = await made({ max_views: 2 });
    const { body } = await exchange(token);
    await unlock(body.session, 'wrong');
    await Promise.all([opened(token), opened(token)]);
    expect((await exchange(token)).status).toBe(404);
    expect((await unlock(body.session, PUBLIC.password)).status).toBe(404);
    const share = await access.call<Link['share']>(`GET /resource_shares/${id}`, author);
    expect(share.body.view_count).toBe(2);
  });

  it('whose service has gone is refused as a session that there is not', async () => {
    const { token } = await made({ resource_type: 'apm_service', resource_id: 'checkout' });
    const session = await opened(token);
    gone = true;
    const [refused, unknown] = [await query(session), await query('x'.repeat(43))];
    gone = false;
    const plain = ({ status, body }: Answer) => [status, { ...body, request_id: '' }];
    expect(plain(refused)).toEqual(plain(unknown));
    expect((await query(session)).status).toBe(200);
  });

  it('counts for what its organization may ask in a minute', async () => {
    const system = await access.systemToken();
    const quota = (body: object) => access.call(`PUT /orgs/${author.org_id}/quotas`, { token: system, body });
    const { token } = await made();
    const session = await opened(token);
    await quota({ requests_per_minute: 20 });
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await query(session)).status));
    await quota({});
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('takes five passwords from a place, whichever session they come by', async () => {
    const { token } = await made();
    const headers = { 'x-forwarded-for': access.newAddress() };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const { session } = (await exchange(token)).body;
      statuses.push((await unlock(session, `wrong ${attempt}`, { ...withSession(session), ...headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('a live session ends within a second when (ACCESS-15)', () => {
  it.each<[string, (share: { id: string }) => Promise<unknown>, (() => Promise<unknown>)?]>([
    ['the share is revoked', ({ id }) => access.call(`DELETE /resource_shares/${id}`, { token: author.token })],
    ['its link is rotated', ({ id }) => access.call(`POST /resource_shares/${id}/rotate`, { token: author.token })],
    [
      'public links are no longer allowed',
      () => policy({ allow_public_links: false }),
      () => policy({ allow_public_links: true }),
    ],
    [
      'its author is disabled',
      () => access.call(`PATCH /users/${author.user_id}`, { token: admin.token, body: { disabled: true } }),
      () => access.call(`PATCH /users/${author.user_id}`, { token: admin.token, body: { disabled: false } }),
    ],
    [
      'its author may no longer read',
      () =>
        access.admin.query("update iam.memberships set role_keys = '{ingest}' where user_id = $1", [author.user_id]),
      () =>
        access.admin.query("update iam.memberships set role_keys = '{editor}' where user_id = $1", [author.user_id]),
    ],
    [
      'its organization is disabled',
      () => access.admin.query('update iam.organizations set disabled = true where id = $1', [author.org_id]),
      () => access.admin.query('update iam.organizations set disabled = false where id = $1', [author.org_id]),
    ],
    [
      'its time is over',
      ({ id }) => access.admin.query('update iam.resource_shares set expires_at = now() where id = $1', [id]),
    ],
  ])('%s', async (_, end, restore) => {
    author = await access.person('author@example.org');
    const share = await made();
    const session = await opened(share.token);
    expect((await query(session)).status).toBe(200);
    await end(share);
    await eventually(async () => expect((await query(session)).status).toBe(401));
    expect([(await info(session)).status, (await exchange(share.token)).status]).toEqual([401, 404]);
    await restore?.();
  });
});

describe('links for members', () => {
  const open = (token: string, as: string) =>
    access.call<Session>('POST /resource_shares/open', { token: as, body: { token } });

  it('open for members of the organization who have signed in, and for no other', async () => {
    author = await access.person('author@example.org');
    const { token } = await made({ share_mode: 'authenticated', password: undefined, constraints: {} });
    const viewer = await access.person('viewer@example.org');
    expect((await exchange(token)).status).toBe(401);
    const { body } = await open(token, viewer.token);
    expect((await query(body.session)).status).toBe(200);
    await access.call(`PATCH /users/${viewer.user_id}`, { token: admin.token, body: { disabled: true } });
    expect((await query(body.session)).status).toBe(401);
  });

  it('across organizations open for the other one alone', async () => {
    const system = await systemToken();
    const other = await access.call<{ id: string }>('POST /orgs', {
      token: system,
      body: { name: 'Guest', slug: 'guest' },
    });
    const inside = await access.call<{ token: string }>(`POST /orgs/${other.body.id}/select`, { token: admin.token });
    await addUser('guest@example.org', 'viewer', inside.body.token);
    const guest = await access.person('guest@example.org');
    const change = { share_mode: 'cross_org', target_organization_id: other.body.id, password: undefined };
    const link = (await create(change, admin.token)).body.url.split('/s/')[1];
    const { status, body } = await open(link!, guest.token);
    expect([status, (await query(body.session)).status]).toEqual([200, 200]);
    expect(asked.at(-1)!.context.organization_id).toBe(admin.org_id);
    expect((await open(link!, author.token)).status).toBe(404);
  });
});

it('a thousand forged and edited links and sessions open nothing, with one answer each', async () => {
  author = await access.person('author@example.org');
  const { token } = await made();
  const session = await opened(token);
  const forged = Array.from({ length: 250 }, (_, at) => forgery(at, token, session, author.token));
  const answers = new Map<string, number>();
  const note = (kind: string, { status, body }: Answer) => {
    const { request_id: _, ...rest } = body;
    const key = `${kind} ${status} ${JSON.stringify(rest)}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
  };
  for (const secret of forged) {
    note('link', await access.call('POST /public/share/exchange', { body: { token: secret } }));
    note('path', await access.call(`GET /../../s/${encodeURIComponent(secret)}`));
    note('session', await access.call('GET /public/share', { headers: { 'x-share-session': secret } }));
    note('unlock', await unlock(secret, PUBLIC.password, { 'x-share-session': secret, 'x-forwarded-for': '10.9.9.9' }));
  }
  expect([...answers].toSorted()).toEqual([
    ['link 404 {"error":"not_found","message":"There is no such share."}', 250],
    ['path 404 {"error":"not_found","message":"There is no such share."}', 250],
    ['session 401 {"error":"unauthorized","message":"The credential is missing, invalid or expired."}', 250],
    ['unlock 401 {"error":"unauthorized","message":"The credential is missing, invalid or expired."}', 250],
  ]);
  expect((await query(session)).status).toBe(200);
});

/** Cut, edited, of another kind, or made up. */
function forgery(at: number, token: string, session: string, jwt: string): string {
  const edit = (text: string) =>
    `${text.slice(0, at % 43)}${text[at % 43] === 'A' ? 'B' : 'A'}${text.slice((at % 43) + 1)}`;
  const kinds = [
    () => randomBytes(32).toString('base64url'),
    () => edit(token),
    () => edit(session),
    () => token.slice(0, (at % 42) + 1),
    () => `${token}${'A'.repeat((at % 9) + 1)}`,
    () => jwt.slice(0, 200),
    () => `sw_${token.slice(0, 12)}_${token}`,
    () => token.toUpperCase(),
    () => uuidv7(),
    () => `' or 1=1 -- ${at}`,
  ];
  return kinds[at % kinds.length]!();
}

async function systemToken(): Promise<string> {
  const { rows } = await access.admin.query<{ id: string }>("select id from iam.organizations where slug = '_sys'");
  admin = await access.person(ADMIN_EMAIL);
  return (await access.call<{ token: string }>(`POST /orgs/${rows[0]!.id}/select`, { token: admin.token })).body.token;
}
