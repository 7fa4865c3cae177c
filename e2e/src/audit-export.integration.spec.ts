import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRecordView } from '@spanwise/contracts/iam/audit';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let viewer: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  viewer = await access.newPerson('viewer', admin.token);
});
afterAll(() => access.stop());

const file = (query = '', token = admin.token, path = '/audit/export') =>
  fetch(`${access.url}/api/v1${path}${query}`, { headers: { authorization: `Bearer ${token}` } });
const recordsOf = async (response: Response): Promise<AuditRecordView[]> => {
  const lines = (await response.text()).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as AuditRecordView);
};

describe('the audit log as a file', () => {
  it('holds every record once, the newest first, however many pages there are', async () => {
    for (let role = 0; role < 130; role++) {
      const made = { key: `r${role}`, name: 'R', description: '', permissions: [] };
      const { body } = await access.call('POST /roles', { token: admin.token, body: made });
      await access.call(`DELETE /roles/${String(body.id)}`, { token: admin.token });
    }
    const response = await file();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const records = await recordsOf(response);
    const { rows } = await access.admin.query<{ seq: string; hash: string }>(
      "select seq, encode(hash, 'hex') as hash from iam.audit_log where organization_id = $1 order by seq desc",
      [admin.org_id],
    );
    expect(rows.length).toBeGreaterThan(260);
    expect(records.map(({ seq, hash }) => [String(seq), hash])).toEqual(rows.map(({ seq, hash }) => [seq, hash]));
  });

  it('is in the log itself, with who took it and what of it', async () => {
    const [newest] = await recordsOf(await file('?actor_kind=user'));
    expect(newest).toMatchObject({
      action: 'audit.export',
      actor_id: admin.user_id,
      target_id: admin.org_id,
      payload: { actor_kind: 'user' },
    });
    const { credential_id: credential } = newest!;
    expect(credential).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is filtered as the pages are', async () => {
    const records = await recordsOf(await file('?action=role.delete'));
    expect(new Set(records.map((record) => record.action))).toEqual(new Set(['role.delete']));
    expect(records).toHaveLength(130);
    for (const query of ['?action=a&action=b', '?from=yesterday', '?limit=5', '?cursor=x', '?org_id=x']) {
      const { status } = await file(query);
      expect([query, status]).toEqual([query, 400]);
    }
  });

  it('is for those who may read the log; the platform’s is its own', async () => {
    expect((await file('', viewer.token)).status).toBe(403);
    expect((await file('', 'nonsense')).status).toBe(401);
    const system = await access.systemToken();
    expect((await file('', system)).status).toBe(403);
    expect((await file('', admin.token, '/system/audit/export')).status).toBe(403);
    const ofPlatform = await recordsOf(await file('', system, '/system/audit/export'));
    expect(ofPlatform.map((record) => record.action)).toContain('system_scope.issue');
  });

  it('is written once at a time, and given free when the reader is gone', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => file()));
    const statuses = many.map((response) => response.status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    const refused = many.find((response) => response.status === 429)!;
    expect(refused.headers.get('retry-after')).toBe('10');
    await Promise.all(many.map(async (response) => response.body?.cancel()));
    await expect.poll(async () => (await file()).status).toBe(200);
  });
});
