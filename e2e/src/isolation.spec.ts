/** Every route of the API description against every kind of caller who has no business there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrgView, SelectedOrg } from '@spanwise/contracts/iam-orgs';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

interface Operation {
  security?: unknown[];
}

const document = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../apps/gateway/openapi.json', import.meta.url)), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

/** Routes below /api/v1 that need a credential, as `METHOD /path/{id}`. */
const PROTECTED = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/v1/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.security === undefined)
      .map(([method]) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  )
  .filter((route) => !route.startsWith('POST /traces'));
/** Answered by services that are not part of this test. */
const ELSEWHERE = /^\w+ \/(apm|notify|logs|metrics|query|streams|web|alerts)(\/|$)/;
const OF_IAM = PROTECTED.filter((route) => !ELSEWHERE.test(route));
/** What remains of a disabled organization: looking at oneself, and going elsewhere. */
const OWN =
  /^\w+ \/(me|me\/.*|orgs|orgs\/\{id\}\/select|iam\/capabilities|iam\/evaluate-batch|auth\/signout|users\/\{id\})$/;

let access: Access;
let admin: Person;
let victim: Person;
let stranger: Person;
/** Ids of things in the organization of the victim, by the first part of the path that names them. */
let ids: Record<string, string>;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  const token = admin.token;
  const member = async (name: string, as: string, role: string) => {
    const body = {
      email: `${name}@example.org`,
      display_name: name,
      password: PASSWORD,
      role_ids: [`00000000-0000-7000-8000-00000000000${role}`],
    };
    await access.call('POST /users', { token: as, body });
    return access.person(body.email);
  };
  victim = await member('victim', token, '3');
  const role = { key: 'secret_role', name: 'Secret role', description: '', permissions: ['streams.read'] };
  const binding = {
    role_id: '00000000-0000-7000-8000-000000000005',
    principal_type: 'user',
    principal_id: victim.user_id,
    resource_type: 'stream',
    resource_id: 'secret-stream',
  };
  const make = async (line: string, body: object) => (await access.call<{ id: string }>(line, { token, body })).body;
  const bound = (await make('POST /iam/role-bindings', binding)) as unknown as { value: { id: string } };
  ids = {
    users: victim.user_id,
    orgs: victim.org_id,
    roles: (await make('POST /roles', role)).id,
    invitations: (await make('POST /invitations', { email: 'secret@example.org' })).id,
    auth: (await make('POST /auth/tokens', { name: 'secret token' })).id,
    iam: bound.value.id,
    me: (await access.call<{ id: string }[]>('GET /me/sessions', { token: victim.token })).body[0].id,
  };
  const { body: orgs } = await access.call<OrgView[]>('GET /orgs', { token });
  const enter = async (id: string, by: string) =>
    (await access.call<SelectedOrg>(`POST /orgs/${id}/select`, { token: by })).body.token;
  const system = await enter(orgs.find((org) => org.system)!.id, token);
  const created = await access.call<OrgView>('POST /orgs', { token: system, body: { name: 'Other', slug: 'other' } });
  stranger = await member('stranger', await enter(created.body.id, token), '2');
});
afterAll(() => access.stop());
afterEach(() => vi.useRealTimers());

const BODIES: Record<string, object> = {
  'PATCH /users/{id}': { disabled: true },
  'PATCH /roles/{id}': { permissions: [] },
  'PATCH /orgs/{id}': { name: 'Taken' },
  'PATCH /orgs/{id}/status': { disabled: true },
};

function call(route: string, token?: string) {
  const first = route.split('/')[1];
  const line = route.replaceAll(/\{\w+\}/g, (name) => (name === '{user_id}' ? ids.users : (ids[first] ?? 'none')));
  const members = { user_id: ids.users, role_ids: ['00000000-0000-7000-8000-000000000005'] };
  const body =
    route === 'POST /orgs/{id}/members' ? members : (BODIES[route] ?? (route.startsWith('P') ? {} : undefined));
  return access.call(line, { token, ...(body && { body }) });
}

/** Everything that iam keeps of the victim's organization but the audit log. */
async function snapshot(): Promise<string> {
  const { rows } = await access.admin.query<{ kept: string }>(
    `select jsonb_build_array(
       (select jsonb_agg(to_jsonb(t) - 'policy_version') from iam.organizations t where id = $1),
       (select jsonb_agg(to_jsonb(t) order by user_id) from iam.memberships t where organization_id = $1),
       (select jsonb_agg(to_jsonb(t) - 'last_seen_at' order by id) from iam.sessions t where organization_id = $1),
       (select jsonb_agg(to_jsonb(t) - 'last_used_at' order by id) from iam.api_tokens t where organization_id = $1),
       (select jsonb_agg(to_jsonb(t) order by id) from iam.roles t where organization_id = $1),
       (select jsonb_agg(to_jsonb(t) order by id) from iam.role_bindings t where organization_id = $1),
       (select jsonb_agg(to_jsonb(t) order by id) from iam.invitations t where organization_id = $1))::text as kept`,
    [victim.org_id],
  );
  return rows[0].kept;
}

describe('the matrix', () => {
  it('has the routes of this part', () => {
    expect(OF_IAM.length).toBeGreaterThan(45);
  });

  it('nobody gets in without a credential', async () => {
    for (const route of PROTECTED) expect([route, (await call(route)).status]).toEqual([route, 401]);
  });

  it('a stranger sees and changes nothing of the organization', async () => {
    const before = await snapshot();
    const secrets = [...Object.values(ids), victim.email, 'Secret role', 'secret token', 'secret-stream'];
    for (const route of OF_IAM.filter((one) => one !== 'POST /auth/signout' && one !== 'POST /me/password')) {
      const { status, body } = await call(route, stranger.token);
      const shown = secrets.filter((secret) => JSON.stringify(body).includes(secret));
      expect([route, shown]).toEqual([route, []]);
      if (route.includes('{')) expect([route, status]).toEqual([route, expect.toBeOneOf([400, 403, 404])]);
    }
    expect(await snapshot()).toBe(before);
  });

  it('an ingest token may nothing of this', async () => {
    const { body } = await access.call('POST /auth/tokens', { token: admin.token, body: { name: 'ingest' } });
    const before = await snapshot();
    for (const route of OF_IAM.filter((one) => !OWN.test(one))) {
      expect([route, (await call(route, String(body.token))).status]).toEqual([route, 403]);
    }
    expect(await snapshot()).toBe(before);
  });

  it('a disabled organization lets its people look at themselves and leave', async () => {
    const set = (disabled: boolean) =>
      access.admin.query('update iam.organizations set disabled = $2 where id = $1', [victim.org_id, disabled]);
    await set(true);
    const fresh = { ...victim };
    access.connection.publish('evt.iam.invalidate', JSON.stringify({ organization_id: victim.org_id }));
    await access.connection.flush();
    await vi.waitFor(async () => expect((await call('GET /users', fresh.token)).status).toBe(403));
    for (const route of PROTECTED.filter((one) => !OWN.test(one))) {
      expect([route, (await call(route, fresh.token)).status]).toEqual([route, 403]);
    }
    await set(false);
    access.connection.publish('evt.iam.invalidate', JSON.stringify({ organization_id: victim.org_id }));
    await access.connection.flush();
  });

  it('a disabled user gets in nowhere', async () => {
    const body = { disabled: true };
    await access.call(`PATCH /users/${victim.user_id}`, { token: admin.token, body });
    for (const route of PROTECTED) expect([route, (await call(route, victim.token)).status]).toEqual([route, 401]);
  });
});

describe('a change of which no word arrives', () => {
  it('acts within 30 seconds all the same; with the bus cut the gateway refuses', async () => {
    const people = [await access.person(ADMIN_EMAIL), await access.person(ADMIN_EMAIL)];
    for (const person of people) expect((await access.call('GET /me', person)).status).toBe(200);
    await access.admin.query('update iam.sessions set revoked_at = now() where organization_id = $1', [admin.org_id]);
    expect((await access.call('GET /me', people[0])).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    expect((await access.call('GET /me', people[0])).status).toBe(401);
    access.nats.signal('SIGSTOP');
    try {
      const cut = await access.call('GET /me', people[1]);
      expect([cut.status, cut.headers.has('retry-after')]).toEqual([503, true]);
    } finally {
      access.nats.signal('SIGCONT');
    }
  }, 20_000);
});
