/** What the gateway answers to all requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Access, ADMIN_EMAIL } from './access.fixture.js';

let access: Access;

beforeAll(async () => {
  access = await Access.start();
});
afterAll(() => access.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${access.url}${path}`, { headers });

describe('an answer with data of persons or a token', () => {
  it('is kept by nothing between and is taken for no other type', async () => {
    const signedIn = await access.signIn(ADMIN_EMAIL);
    const { token } = signedIn.body;
    const answers = [
      signedIn,
      await access.call('GET /me', { token }),
      await access.call('GET /users', { token }),
      await access.call('GET /tokens/default-ingest', { token }),
      await access.call('GET /users'),
      await access.call('GET /nowhere', { token }),
    ];
    for (const { headers } of answers)
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        'private, no-store',
        'nosniff',
      ]);
  });
});

describe('/metrics', () => {
  it('answers direct requests, and none that a proxy has forwarded', async () => {
    const own = await get('/metrics');
    expect([own.status, (await own.text()).includes('spanwise_intake_requests_total')]).toEqual([200, true]);
    for (const name of ['x-forwarded-for', 'forwarded']) {
      const through = await get('/metrics', { [name]: 'for=203.0.113.9' });
      expect([through.status, await through.text()]).toEqual([404, expect.stringContaining('not_found')]);
    }
  });
});
