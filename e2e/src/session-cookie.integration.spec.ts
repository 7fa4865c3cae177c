/** Sessions of browsers, in a cookie (ACCESS-17). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Access, ADMIN_EMAIL, PASSWORD } from './access.fixture.js';
import type { Answer } from './http-call.js';

let access: Access;
/** Organization of the administrator beside the first one. */
let other: string;

interface Me {
  org_id: string;
  email: string;
}

beforeAll(async () => {
  access = await Access.start();
  const { body } = await access.call<Me>('GET /me', { token: await access.otherOrganization('beside') });
  other = body.org_id;
});
afterAll(() => access.stop());

const own = (cookie?: string): Record<string, string> => ({
  origin: access.url,
  'x-forwarded-for': access.newAddress(),
  ...(cookie !== undefined && { cookie }),
});

const begin = (password = PASSWORD, headers: Record<string, string> = own()) =>
  access.call('POST /auth/session', { body: { email: ADMIN_EMAIL, password }, headers });

/** What a browser would send from now on. */
const cookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('spanwise_session='))!
    .split(';')[0]!;

const session = async (): Promise<string> => cookieIn(await begin());
const statusWith = async (cookie: string, line = 'GET /me', headers = own(cookie)): Promise<number> =>
  (await access.call(line, { headers })).status;

describe('signing in with a cookie', () => {
  it('leaves the token in the cookie alone', async () => {
    const answer = await begin();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['display_role', 'org_id', 'org_name', 'roles', 'user_id']);
    const cookie = cookieIn(answer);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith(cookie))).toMatch(
      /; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(answer.body)).not.toContain(cookie.split('=')[1]);
    const { body } = await access.call<Me>('GET /me', { headers: { cookie } });
    expect(body.email).toBe(ADMIN_EMAIL);
  });

  it('is refused with a wrong password, and to pages of other origins', async () => {
    expect((await begin('a wrong one')).status).toBe(401);
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { ...own(), 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const refused = await begin(PASSWORD, { 'x-forwarded-for': access.newAddress(), ...headers });
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    }
  });

  it('leaves the answer to other clients as it is', async () => {
    const { body, headers } = await access.signIn(ADMIN_EMAIL);
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(headers.getSetCookie().every((line) => line.startsWith('spanwise_device='))).toBe(true);
  });
});

describe('a request with the cookie', () => {
  it('changes something only when a page of this origin sends it', async () => {
    const cookie = await session();
    const change = (headers: Record<string, string>) =>
      access.call('PUT /me/profile', { body: { display_name: 'Changed' }, headers: { cookie, ...headers } });
    expect((await change({})).status).toBe(403);
    expect((await change({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await change({ origin: access.url, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await access.call('GET /me', { headers: { cookie } })).body.display_name).not.toBe('Changed');
    expect((await change({ origin: access.url })).status).toBe(200);
    expect((await access.call('GET /me', { headers: { cookie } })).body.display_name).toBe('Changed');
  });

  it('is read by no page of another site', async () => {
    const cookie = await session();
    expect(await statusWith(cookie, 'GET /me', { ...own(cookie), 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusWith(cookie, 'GET /me', { ...own(cookie), origin: 'https://evil.example' })).toBe(403);
  });

  it('is the caller that Authorization names, where it is there', async () => {
    const cookie = await session();
    expect((await access.call('GET /me', { token: 'sw_nobody_nothing', headers: { cookie } })).status).toBe(401);
  });

  it('is no credential of intake', async () => {
    const cookie = await session();
    for (const path of ['/v1/traces', '/api/v1/traces', '/api/v1/ingest/logs/default', '/api/v1/prom/write']) {
      const send = (headers: Record<string, string>) =>
        fetch(`${access.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        });
      const [with_, without] = [await send(own(cookie)), await send({ origin: access.url })];
      expect([path, with_.status]).toEqual([path, without.status]);
      expect([401, 404]).toContain(with_.status);
    }
    const otlp = await fetch(`${access.url}/v1/traces`, { method: 'POST', headers: own(cookie), body: '' });
    expect(otlp.status).toBe(401);
  });
});

describe('another organization', () => {
  it('takes the place of the one before, in the cookie and without a token in the answer', async () => {
    const before = await session();
    const selected = await access.call<Me>('POST /auth/session/organization', {
      body: { id: other },
      headers: own(before),
    });
    expect([selected.status, selected.body.org_id]).toEqual([200, other]);
    const after = cookieIn(selected);
    expect(JSON.stringify(selected.body)).not.toContain(after.split('=')[1]);
    expect((await access.call<Me>('GET /me', { headers: { cookie: after } })).body.org_id).toBe(other);
    await expect.poll(() => statusWith(before)).toBe(401);
    expect(await statusWith(after)).toBe(200);
  });

  it('is not gone to by pages of other origins, nor by the route that answers with a token', async () => {
    const cookie = await session();
    const forged = { body: { id: other }, headers: { cookie, origin: 'https://evil.example' } };
    expect((await access.call('POST /auth/session/organization', forged)).status).toBe(403);
    const bare = await access.call(`POST /orgs/${other}/select`, { headers: own(cookie) });
    expect([bare.status, bare.body.token]).toEqual([400, undefined]);
    const { token } = await access.person(ADMIN_EMAIL);
    const byToken = await access.call('POST /auth/session/organization', {
      token,
      body: { id: other },
      headers: own(),
    });
    expect(byToken.status).toBe(400);
  });
});

describe('signing out', () => {
  it('ends the session and takes the cookie away', async () => {
    const cookie = await session();
    expect(await statusWith(cookie, 'DELETE /auth/session', { ...own(), cookie, origin: 'https://evil.example' })).toBe(
      403,
    );
    expect(await statusWith(cookie)).toBe(200);
    const ended = await access.call('DELETE /auth/session', { headers: own(cookie) });
    expect([ended.status, ended.headers.getSetCookie()]).toEqual([
      204,
      ['spanwise_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'],
    ]);
    await expect.poll(() => statusWith(cookie)).toBe(401);
  });
});
