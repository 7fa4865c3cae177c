/** What an independent web client reads of the answers about people and access, walked as that client calls them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capabilities } from '@spanwise/contracts/iam/iam';
import { Access, ADMIN_EMAIL, PASSWORD } from './access.fixture.js';

/**
 * Permissions that its buttons ask for, and pages of its own catalogue. It asks for `streams.manage` too, which is in no
 * catalogue of permissions (ACCESS-12).
 */
const BUTTONS = ['alerts.manage', 'alerts.acknowledge', 'alerts.silence', 'api_tokens.manage', 'org.members.manage'];
const PAGES =
  `home dashboards metrics logs traces profiles apm alerts intelligence datasource streams pipelines functions
  extend.tables reports iam.users iam.organizations settings.general settings.organization.management settings.license rum
  apm.overview apm.services apm.service.detail apm.service.runtime apm.transactions apm.transaction.detail
  apm.dependencies apm.errors apm.error.detail apm.deployments alert.incidents alert.rules alert.rule.new alert.rule.edit
  incident.detail stream.explore trace.detail settings.client_ip`.split(/\s+/);

const OF_THE_PLATFORM = [
  'iam.organizations',
  'settings.organization.management',
  'settings.license',
  'settings.client_ip',
];

let access: Access;
let token: string;
let signedIn: Record<string, unknown>;

beforeAll(async () => {
  access = await Access.start();
  signedIn = (await access.call('POST /auth/signin', { body: { email: ADMIN_EMAIL, password: PASSWORD } })).body;
  token = String(signedIn.token);
  await access.call('POST /auth/tokens', { token, body: { name: 'ci', expires_in_days: 30 } });
  await access.call('POST /invitations', { token, body: { email: 'invited@example.org' } });
  await access.call('POST /teams', { token, body: { name: 'On call', member_ids: [] } });
});
afterAll(() => access.stop());

/** The first element of a list, or the answer itself. */
const subject = (body: unknown): Record<string, unknown> => (Array.isArray(body) ? body[0] : body) as never;

describe('the client', () => {
  it('finds in the sign-in answer what it needs, and the scope in the token', () => {
    const members = ['token', 'user_id', 'email', 'display_name', 'org_id', 'org_name', 'display_role', 'roles'];
    expect(Object.keys(signedIn).toSorted()).toEqual(members.toSorted());
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
    expect(claims).toMatchObject({ scope: 'organization', org_id: signedIn.org_id, sub: signedIn.user_id });
  });

  it.each<[string, string[]]>([
    ['GET /instance', ['signup_enabled', 'version', 'release_channel', 'external_url']],
    [
      'GET /iam/capabilities',
      [
        'organization_id',
        'permissions',
        'features',
        'routes',
        'display_role',
        'roles',
        'scope',
        'version',
        'route_catalog_version',
      ],
    ],
    [
      'GET /me/preferences',
      [
        'theme',
        'density',
        'language',
        'default_home_route',
        'time_format',
        'date_format',
        'timezone',
        'keyboard_shortcuts_enabled',
      ],
    ],
    ['GET /me/profile', ['display_name', 'email', 'org_name', 'display_role']],
    ['GET /orgs', ['id', 'name', 'disabled', 'roles', 'display_role', 'system', 'slug']],
    [
      'GET /users',
      [
        'id',
        'status',
        'display_name',
        'email',
        'is_root',
        'disabled',
        'display_role',
        'roles',
        'team_names',
        'login_method',
        'joined_at_micros',
        'created_at_micros',
      ],
    ],
    ['GET /teams', ['id', 'org_id', 'name', 'member_ids']],
    ['GET /roles', ['id', 'key', 'name', 'description', 'builtin', 'role_type', 'permissions', 'usage']],
    [
      'GET /auth/tokens',
      ['id', 'prefix', 'name', 'role_id', 'role_key', 'role_name', 'token_kind', 'revoked', 'expires_at_micros'],
    ],
    ['GET /auth/tokens/default', ['id', 'prefix', 'token', 'role_key', 'token_kind', 'created_at_micros']],
    [
      'GET /invitations',
      ['id', 'org_id', 'email', 'role_id', 'role_key', 'role_name', 'inviter_id', 'status', 'sent_at_micros'],
    ],
    ['GET /audit', ['items']],
  ])('%s has every member that it reads, and none is null', async (line, members) => {
    const { status, body } = await access.call(line, { token });
    expect(status).toBe(200);
    const found = subject(body);
    expect(members.filter((member) => found[member] === undefined || found[member] === null)).toEqual([]);
  });

  it('finds in its capabilities the organization of the sign-in, its buttons and a way to every page', async () => {
    const { body } = await access.call<Capabilities>('GET /iam/capabilities', { token });
    expect(body.organization_id).toBe(signedIn.org_id);
    expect(body.permissions).toEqual(expect.arrayContaining(BUTTONS));
    const malformed = body.routes.filter(
      ({ id, path_pattern: pattern, allowed, ...rest }) =>
        typeof id !== 'string' ||
        !pattern.startsWith('/') ||
        typeof allowed !== 'boolean' ||
        (rest.navigation_group === undefined) !== (rest.navigation_position === undefined),
    );
    expect(malformed).toEqual([]);
    const groups = new Set(body.routes.flatMap((route) => route.navigation_group ?? []));
    expect([...groups].toSorted()).toEqual(['admin', 'home', 'investigate', 'pipeline']);
    const found = new Set(body.routes.map((route) => route.id));
    expect(PAGES.filter((id) => !found.has(id))).toEqual([]);
    const refused = body.routes.filter((route) => !route.allowed).map((route) => route.id);
    expect(PAGES.filter((id) => id.startsWith('apm') && refused.includes(id))).toEqual([]);
    const absent = /^(dashboards?|profiles?|rum|pipelines|functions?|reports|intelligence|extend)(\.|$)/;
    expect(body.routes.filter(({ id, allowed }) => allowed && absent.test(id))).toEqual([]);
    expect(refused.filter((id) => !absent.test(id) && PAGES.includes(id) && !OF_THE_PLATFORM.includes(id))).toEqual([]);
  });

  it('makes a token, shows it once, sees its use and revokes it', async () => {
    const { status, body: made } = await access.call('POST /auth/tokens', {
      token,
      body: { name: 'seen', expires_in_days: 1 },
    });
    const members = ['id', 'prefix', 'token', 'role_id', 'role_key', 'role_name', 'token_kind', 'created_at_micros'];
    expect([status, members.filter((member) => made[member] === undefined)]).toEqual([200, []]);
    expect((await access.call('GET /iam/capabilities', { token: String(made.token) })).status).toBe(200);
    const listed = async () =>
      (await access.call<Record<string, unknown>[]>('GET /auth/tokens', { token })).body.find(
        (one) => one.id === made.id,
      )!;
    expect((await listed()).last_used_at_micros).toBeGreaterThan(0);
    expect(await listed()).not.toHaveProperty('token');
    expect((await access.call(`DELETE /auth/tokens/${String(made.id)}`, { token })).body).toEqual({ revoked: true });
    expect((await listed()).revoked).toBe(true);
  });

  it('gets the same ingest token again, and can change the organization', async () => {
    const [first, again] = [
      await access.call('GET /auth/tokens/default', { token }),
      await access.call('GET /auth/tokens/default', { token }),
    ];
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    const { body } = await access.call(`POST /orgs/${String(signedIn.org_id)}/select`, { token });
    const members = ['token', 'user_id', 'org_id', 'org_name', 'display_role', 'roles', 'system'];
    expect(Object.keys(body).toSorted()).toEqual(members.toSorted());
  });

  it('is never signed out by a route that is forbidden or not there', async () => {
    const { body } = await access.call('GET /auth/tokens/default', { token });
    const ingest = String(body.token);
    for (const line of ['GET /users', 'GET /no/such/route', 'DELETE /users']) {
      expect([403, 404]).toContain((await access.call(line, { token: ingest })).status);
    }
  });
});

describe('scopes of a token', () => {
  it('limit it to some permissions of its role, which they must be', async () => {
    const make = (scopes: unknown) =>
      access.call('POST /auth/tokens', { token, body: { name: 's', role_key: 'viewer', scopes } });
    const { body } = await make(['streams.query']);
    const { body: seen } = await access.call('GET /iam/capabilities', { token: String(body.token) });
    expect([seen.permissions, seen.scope]).toEqual([['streams.query'], 'api_token']);
    for (const scopes of [['org.members.manage'], [], ['everything'], 'streams.query']) {
      expect((await make(scopes)).status).toBe(400);
    }
  });

  it('and its role end where its owner’s permissions end', async () => {
    const member = { email: 'm@example.org', display_name: 'M', password: PASSWORD };
    const role = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
    await access.call('POST /users', { token, body: { ...member, role_ids: [role(3)] } });
    const owner = await access.person('m@example.org');
    const { body } = await access.call('POST /auth/tokens', {
      token: owner.token,
      body: { name: 'o', role_key: 'admin' },
    });
    const users = async () => (await access.call('GET /users', { token: String(body.token) })).status;
    expect(await users()).toBe(200);
    await access.call(`POST /orgs/${owner.org_id}/members`, {
      token,
      body: { user_id: owner.user_id, role_ids: [role(5)] },
    });
    expect(await users()).toBe(403);
  });
});

describe('a wrong password (ACCESS-3)', () => {
  it('is the same 401 for unknown, active, pending, rejected and disabled users', async () => {
    await access.admin.query(
      `insert into iam.users (id, email, email_key, display_name, password_hash, status, disabled)
       select gen_random_uuid(), s || '@example.org', s || '@example.org', s, u.password_hash,
              case when s = 'disabled' then 'active' else s end, s = 'disabled'
         from iam.users u, unnest(array['active', 'pending', 'rejected', 'disabled']) as s
        where u.email_key = $1`,
      [ADMIN_EMAIL],
    );
    const answers = [];
    for (const name of ['unknown', 'active', 'pending', 'rejected', 'disabled']) {
      const { status, body } = await access.signIn(`${name}@example.org`, 'not the password');
      answers.push({ status, body: { ...body, request_id: '' } });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.status).toBe(401);
    for (const name of ['active', 'pending', 'rejected', 'disabled']) {
      expect([name, (await access.signIn(`${name}@example.org`)).status]).toEqual([name, 403]);
    }
  });
});
