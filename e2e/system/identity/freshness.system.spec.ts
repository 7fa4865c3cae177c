/** Revocation when its message is lost, and when iam does not answer. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Access, ADMIN_EMAIL, type Person } from '../../src/access.fixture.js';

let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(() => access.stop());
afterEach(() => vi.useRealTimers());

describe('a change of which no word arrives', () => {
  it('acts within 30 seconds all the same; with the bus cut the gateway refuses (ACCESS-2)', async () => {
    const people = [await access.person(ADMIN_EMAIL), await access.person(ADMIN_EMAIL)];
    for (const person of people) expect((await access.call('GET /me', person)).status).toBe(200);
    await access.admin.query('update iam.sessions set revoked_at = now() where organization_id = $1', [admin.org_id]);
    expect((await access.call('GET /me', people[0])).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    expect((await access.call('GET /me', people[0])).status).toBe(401);
    await access.nats.standStill();
    try {
      const cut = await access.call('GET /me', people[1]);
      expect([cut.status, cut.headers.has('retry-after')]).toEqual([503, true]);
    } finally {
      access.nats.goOn();
    }
  });
});
