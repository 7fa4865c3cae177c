import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuotaView } from '@spanwise/contracts/iam/quotas';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let system: string;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  system = await access.systemToken();
});
afterAll(() => access.stop());

const set = (body: object, token = system, id = admin.org_id) =>
  access.call<QuotaView[]>(`PUT /orgs/${id}/quotas`, { token, body });
const addUser = (name: string) =>
  access.call('POST /users', {
    token: admin.token,
    body: { email: `${name}@example.org`, display_name: name, password: PASSWORD },
  });
const addToken = () => access.call('POST /auth/tokens', { token: admin.token, body: { name: 't' } });

describe('the quotas of an organization', () => {
  it('are the defaults until the platform sets them; the organization sees them and its use', async () => {
    const defaults = [
      { key: 'members', limit: 1_000, set: false, used: 1 },
      { key: 'api_tokens', limit: 1_000, set: false, used: 0 },
      { key: 'requests_per_minute', set: false },
      { key: 'ingest_bytes_per_day', set: false },
      { key: 'stored_bytes', set: false },
    ];
    const own = () => access.call<QuotaView[]>('GET /orgs/quotas', { token: admin.token });
    expect((await own()).body).toEqual(defaults);
    const changed = await set({ members: 2, requests_per_minute: 100_000 });
    expect(changed.body).toEqual([
      { key: 'members', limit: 2, set: true, used: 1 },
      defaults[1],
      { key: 'requests_per_minute', limit: 100_000, set: true },
      defaults[3],
      defaults[4],
    ]);
    expect((await own()).body).toEqual(changed.body);
    expect((await access.call(`GET /orgs/${admin.org_id}/quotas`, { token: system })).body).toEqual(changed.body);
    expect((await set({})).body).toEqual(defaults);
    expect(await access.audited(admin.org_id)).toContain('organization.quotas');
  });

  it('keep more members and tokens out, also of those who come at the same moment', async () => {
    await set({ members: 2, api_tokens: 3 });
    const users = await Promise.all(['a', 'b', 'c', 'd'].map(addUser));
    expect(users.map((one) => one.status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(users.find((one) => one.status === 409)?.body.message).toBe('This organization can have 2 members.');
    const tokens = await Promise.all(Array.from({ length: 6 }, addToken));
    const made = tokens.filter((one) => one.status < 300);
    expect([made.length, tokens.filter((one) => one.status === 409).length]).toEqual([3, 3]);
    expect((await access.call('GET /auth/tokens/default', { token: admin.token })).status).toBe(409);
    await access.call(`DELETE /auth/tokens/${String(made[0]!.body.id)}`, { token: admin.token });
    expect((await addToken()).status).toBeLessThan(300);
    await set({});
  });

  it('hold back its requests everywhere', async () => {
    expect((await access.call('GET /me', admin)).status).toBe(200);
    await set({ requests_per_minute: 10 });
    await eventually(async () => {
      const { status, headers } = await access.call('GET /me', admin);
      expect([status, headers.get('ratelimit-policy')]).toEqual([429, expect.stringContaining('10;w=60')]);
    });
    await set({});
    await eventually(async () => expect((await access.call('GET /me', admin)).status).toBe(200));
  });

  it('are set by the platform alone, within bounds', async () => {
    expect((await set({ members: 5 }, admin.token)).status).toBe(403);
    expect((await access.call(`GET /orgs/${admin.org_id}/quotas`, { token: admin.token })).status).toBe(403);
    for (const body of [{ members: 0 }, { members: 1_001 }, { api_tokens: 1.5 }, { spans: 1 }, { members: '5' }]) {
      expect([body, (await set(body)).status]).toEqual([body, 400]);
    }
    expect((await set({}, system, uuidv7())).status).toBe(404);
    const { rows } = await access.admin.query<{ id: string }>('select id from iam.organizations where system');
    expect((await set({}, system, rows[0]!.id)).status).toBe(403);
  });
});
