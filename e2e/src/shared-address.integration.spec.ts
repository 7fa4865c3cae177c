/** Sign-ins of many behind one address: an office, a carrier, or a proxy that is not configured as trusted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Access, ADMIN_EMAIL, PASSWORD } from './access.fixture.js';

const SHARED = '203.0.113.9';
const COLLEAGUE = 'colleague@example.org';
let access: Access;

beforeAll(async () => {
  access = await Access.start();
  await access.newPerson('colleague', (await access.person(ADMIN_EMAIL)).token);
});
beforeEach(() => access.admin.query('truncate iam.sign_in_limits, iam.sign_in_places'));
afterAll(() => access.stop());

const attempt = (email: string, password: string, cookie?: string, address = SHARED) =>
  access.call('POST /auth/signin', {
    body: { email, password },
    headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
  });
const statusOf = async (...of: Parameters<typeof attempt>): Promise<number> => (await attempt(...of)).status;

/** The cookie that a success leaves. */
async function deviceOf(email: string): Promise<string> {
  const { headers } = await attempt(email, PASSWORD, undefined, access.newAddress());
  return headers.get('set-cookie')!.split(';')[0]!;
}

/** Twenty a minute are let in; where a new minute begins meanwhile, it takes more of them. */
async function fillAddress(): Promise<void> {
  const guesses = Array.from({ length: 50 }, (_, guess) => `unknown${guess}@example.org`);
  for (const email of guesses) if ((await statusOf(email, 'a wrong one')) === 429) return;
  expect.fail('the address could guess for ever');
}

describe('an address whose sign-ins others have used up', () => {
  it('still lets a device in that has signed in to the account before, and no other', async () => {
    const [own, another] = [await deviceOf(ADMIN_EMAIL), await deviceOf(COLLEAGUE)];
    await fillAddress();
    const forged = own.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    const later = own.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`);
    for (const cookie of [undefined, another, forged, later, 'spanwise_device=', 'spanwise_device=a.1.b']) {
      // A place comes back every three seconds, which a busy machine may take for a request: a device that is known
      // would be let in each of the four times.
      await fillAddress();
      const statuses = await Promise.all(Array.from({ length: 4 }, () => statusOf(ADMIN_EMAIL, PASSWORD, cookie)));
      expect([cookie, statuses]).toEqual([cookie, expect.arrayContaining([429])]);
    }
    expect(await statusOf(ADMIN_EMAIL, PASSWORD, own)).toBe(200);
    expect(await statusOf(COLLEAGUE, PASSWORD, `other=1; ${another}`)).toBe(200);
  });

  it('lets it in also when the guesses there were at this very account', async () => {
    const own = await deviceOf(ADMIN_EMAIL);
    for (let guess = 0; guess < 8; guess++) await attempt(ADMIN_EMAIL, 'a wrong one');
    expect(await statusOf(ADMIN_EMAIL, PASSWORD)).toBe(429);
    expect(await statusOf(ADMIN_EMAIL, PASSWORD, own)).toBe(200);
  });

  it('gives the holder of a stolen device few guesses, and an account no endless ones', async () => {
    const own = await deviceOf(ADMIN_EMAIL);
    await fillAddress();
    // Places come back with time: on a slow machine one or two of them meanwhile.
    const wrong = [];
    while (wrong.at(-1) !== 429 && wrong.length < 10) wrong.push(await statusOf(ADMIN_EMAIL, 'a wrong one', own));
    expect([wrong.slice(0, 5), wrong.at(-1)]).toEqual([Array(5).fill(401), 429]);
    const right = [];
    const colleague = await deviceOf(COLLEAGUE);
    while (right.at(-1) !== 429 && right.length < 30) right.push(await statusOf(COLLEAGUE, PASSWORD, colleague));
    expect([right.slice(0, 10), right.at(-1)]).toEqual([Array(10).fill(200), 429]);
  });
});

describe('the cookie of a device', () => {
  it('is for signing in alone, and no script can read it', async () => {
    const { headers, body } = await attempt(ADMIN_EMAIL, PASSWORD);
    expect(headers.get('set-cookie')).toMatch(
      /^spanwise_device=[\w-]{22}\.\d{10}\.[\w-]{43}; Path=\/api\/v1\/auth\/signin; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(body).not.toHaveProperty('device');
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    expect((await access.call('GET /me', { headers: { cookie } })).status).toBe(401);
    expect((await access.call('GET /me', { token: cookie.split('=')[1] })).status).toBe(401);
  });
});
