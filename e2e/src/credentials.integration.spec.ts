/** Small things about how credentials are sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(() => access.stop());

describe('a credential', () => {
  it.each(['bearer', 'BEARER', 'Bearer'])('is read behind the scheme "%s"', async (scheme) => {
    const answer = await access.call('GET /me', { headers: { authorization: `${scheme} ${admin.token}` } });
    expect(answer.status).toBe(200);
  });

  it('that is an API token has no session to sign out of, and goes on', async () => {
    const { body } = await access.call<{ token: string }>('POST /auth/tokens', {
      token: admin.token,
      body: { name: 't', role_key: 'viewer' },
    });
    const out = await access.call('POST /auth/signout', { token: body.token });
    expect([out.status, out.body.message]).toEqual([
      400,
      'An API token has no session to end: revoke the token instead.',
    ]);
    expect((await access.call('GET /me', { token: body.token })).status).toBe(200);
  });

  it('in a form is refused, and not repeated in the answer', async () => {
    for (const text of [
      JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD }),
      `email=${ADMIN_EMAIL}&password=${encodeURIComponent(PASSWORD)}`,
      PASSWORD.replaceAll(' ', ''),
    ]) {
      const answer = await access.call('POST /auth/signin', {
        body: text,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'The request body must be JSON, with the content type application/json.',
      ]);
      expect(JSON.stringify(answer.body)).not.toMatch(/horse|admin/);
    }
  });
});
