/** Input of people who mean harm: each gets its documented answer and changes nothing. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authenticate } from '@spanwise/contracts/iam/iam';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from '../../src/access.fixture.js';
import { MailServer } from '../../src/mail.fixture.js';

const ORIGIN = 'https://obs.example.org';
const mail = new MailServer();
let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_SMTP_URL: await mail.start(), SPANWISE_BASE_URL: ORIGIN });
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(async () => {
  await access.stop();
  await mail.stop();
});

/** Every row of iam but those that every request makes: records of the audit log, counters and the mark of a last use. */
async function state(): Promise<string> {
  const { rows: tables } = await access.admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'iam'::regnamespace and relkind = 'r'
        and relname not in ('audit_log', 'audit_personal', 'audit_heads', 'sign_in_limits', 'sign_in_places', 'mail_outbox') order by 1`,
  );
  const seen: unknown[] = [];
  for (const { name } of tables) {
    const { rows } = await access.admin.query<{ row: string }>(
      `select (to_jsonb(t) - 'last_seen_at' - 'last_active_at' - 'last_used_at')::text as row from iam.${name} t order by 1`,
    );
    seen.push([name, rows]);
  }
  return JSON.stringify(seen);
}

describe('a member that a body does not have', () => {
  interface Operation {
    tags: string[];
    security?: unknown[];
    'x-permissions'?: { organization?: string; system?: string };
    requestBody?: { content: Record<string, { schema: { $ref: string }; example: object } | undefined> };
  }
  interface Description {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties: object }> };
  }
  const PLANTED = {
    org_id: '01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17',
    organization_id: '01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17',
    scope: 'system',
    permissions: ['sys.settings.manage'],
    platform_administrator: true,
  };

  it('is a 400 at every route with a body, for every caller, and changes nothing', async () => {
    const { body } = await access.call<Description>('GET /openapi.json');
    const system = await access.systemToken();
    const before = await state();
    const wrong: unknown[] = [];
    let asked = 0;
    for (const [path, methods] of Object.entries(body.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const content = operation.requestBody?.content['application/json'];
        if (content?.example === undefined) continue;
        const known = body.components.schemas[content.schema.$ref.split('/').at(-1)!]!.properties;
        const { organization, system: platform } = operation['x-permissions'] ?? {};
        const token = organization === undefined && platform !== undefined ? system : admin.token;
        const own = { user_id: admin.user_id, category: 'alert' };
        const line = path
          .replace('/api/v1', '')
          .replaceAll(/\{(\w+)\}/g, (_, name: string) => own[name as keyof typeof own] ?? admin.org_id);
        for (const [member, value] of Object.entries(PLANTED)) {
          if (Object.hasOwn(known, member)) continue;
          asked++;
          const answer = await access.call(`${method.toUpperCase()} ${line}`, {
            ...(operation.security?.length !== 0 && { token }),
            body: { ...content.example, [member]: value },
            headers: { 'x-forwarded-for': access.newAddress() },
          });
          if (answer.status !== 400) wrong.push([method, path, member, answer.status, answer.body.message]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(150);
    expect(await state()).toBe(before);
  });
});

describe('a credential of one class', () => {
  const secrets: Record<string, string> = {};

  beforeAll(async () => {
    await access.call('POST /invitations', { token: admin.token, body: { email: 'guest@example.org' } });
    await access.call('POST /auth/forgot-password', { body: { email: ADMIN_EMAIL } });
    const made = await access.call('POST /auth/tokens', { token: admin.token, body: { name: 't' } });
    const reply = await access.connection.request(
      authenticate.subject,
      JSON.stringify({ data: { credential: admin.token } }),
    );
    Object.assign(secrets, {
      'sign-in token': admin.token,
      'API token': String(made.body.token),
      context: reply.json<{ data: { signed: string } }>().data.signed,
      invitation: await mail.linkTo('guest@example.org', 'invitation_token'),
      'reset link': await mail.linkTo(ADMIN_EMAIL, 'reset_token'),
    });
  });

  it.each([
    ['invitation', 'bearer', 401],
    ['reset link', 'bearer', 401],
    ['context', 'bearer', 401],
    ['sign-in token', 'invitation', 400],
    ['API token', 'invitation', 400],
    ['reset link', 'invitation', 400],
    ['context', 'invitation', 400],
    ['sign-in token', 'reset link', 400],
    ['API token', 'reset link', 400],
    ['invitation', 'reset link', 400],
    ['context', 'reset link', 400],
    ['API token', 'password', 401],
    ['reset link', 'password', 401],
  ])('%s, is refused as a %s', async (kind, place, status) => {
    const token = secrets[kind];
    expect(token).toMatch(/./);
    const before = await state();
    const headers = { 'x-forwarded-for': access.newAddress() };
    const answers: Record<string, () => Promise<{ status: number }>> = {
      bearer: () => access.call('GET /me', { token }),
      invitation: () =>
        access.call('POST /invitations/accept', {
          body: { token, display_name: 'X', password: PASSWORD },
          headers,
        }),
      'reset link': () => access.call('POST /auth/reset-password', { body: { token, password: PASSWORD }, headers }),
      password: () => access.call('POST /auth/signin', { body: { email: ADMIN_EMAIL, password: token }, headers }),
    };
    expect((await answers[place]!()).status).toBe(status);
    expect(await state()).toBe(before);
  });
});

describe('the host that a request names', () => {
  /** As it goes over the wire: other clients set the host themselves. */
  const raw = (path: string, body: object, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = request(`${access.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': access.newAddress(), ...headers },
      });
      call.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on('error', reject).end(JSON.stringify(body));
    });
  const POISON = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };

  beforeEach(async () => {
    await access.admin.query('delete from iam.password_resets');
  });

  it('is in no mailed link', async () => {
    const bearer = { authorization: `Bearer ${admin.token}` };
    expect(await raw('/auth/forgot-password', { email: ADMIN_EMAIL }, POISON)).toBe(202);
    expect(await raw('/invitations', { email: 'new@example.org' }, { ...POISON, ...bearer })).toBe(201);
    const texts = [
      await mail.mailTo(ADMIN_EMAIL, 'reset_token'),
      await mail.mailTo('new@example.org', 'invitation_token'),
    ];
    for (const text of texts) {
      expect(text).toContain(`${ORIGIN}/`);
      expect(text).not.toContain('evil');
    }
  });
});

describe('an end of line', () => {
  const LINE = 'x\r\nBcc: victim@example.org';

  it.each<[string, string, object]>([
    ['an address', 'POST /users', { email: `a@example.org${LINE}`, display_name: 'A', password: PASSWORD }],
    ['an invited address', 'POST /invitations', { email: `a@example.org${LINE}` }],
    ['a name', 'POST /users', { email: 'a@example.org', display_name: LINE, password: PASSWORD }],
    ['one’s own name', 'PUT /me/profile', { display_name: LINE }],
    ['the name of a token', 'POST /auth/tokens', { name: LINE }],
    ['the name of a team', 'POST /teams', { name: LINE, member_ids: [] }],
  ])('in %s is refused', async (_, line, body) => {
    const before = await state();
    expect((await access.call(line, { token: admin.token, body })).status).toBe(400);
    expect(await state()).toBe(before);
  });

  it.each(['a%0d%0aSet-Cookie:%20a=b', 'a b', 'x'.repeat(65), 'a;b', '<script>'])(
    'or what else is no id, such as %j, is not echoed as the id of a request',
    async (id) => {
      const { headers } = await access.call('GET /instance', { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.has('set-cookie')).toBe(false);
    },
  );
});

describe('an address that looks like another', () => {
  it.each([
    ['in capitals', 'ADMIN@EXAMPLE.ORG', 409],
    ['in full-width letters', 'ａｄｍｉｎ@example.org', 409],
    ['with a full-width domain, which is none', 'admin@ｅxample.org', 400],
    ['with a letter of another script', '\u0430dmin@example.org', 400],
    ['with an invisible letter', 'ad\u200bmin@example.org', 400],
    ['in quotation marks', '"admin"@example.org', 400],
  ])('%s, is the same account or none: it cannot be made again', async (_, email, status) => {
    const before = await state();
    const body = { email, display_name: 'Double', password: PASSWORD };
    expect((await access.call('POST /users', { token: admin.token, body })).status).toBe(status);
    expect(await state()).toBe(before);
  });

  it.each([
    ['with a letter of another script', 'аdmin@example.org'],
    ['with a domain of another script', 'admin@еxample.org'],
  ])('%s is another one: it does not sign in, and its reset reaches no user', async (_, email) => {
    await access.admin.query('delete from iam.password_resets');
    const before = await state();
    expect((await access.signIn(email)).status).toBe(401);
    const mails = mail.received.length;
    const headers = { 'x-forwarded-for': access.newAddress() };
    const reset = await access.call('POST /auth/forgot-password', { body: { email }, headers });
    expect([reset.status, reset.body]).toEqual([202, { accepted: true }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(mail.received.length).toBe(mails);
    expect(await state()).toBe(before);
  });
});
