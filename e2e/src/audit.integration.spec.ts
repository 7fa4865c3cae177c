import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { recordChange, type AuditPage, type AuditRecordView } from '@spanwise/contracts/iam/audit';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { verifyAudit } from '@spanwise/iam/platform/audit/verify.command';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let viewer: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  viewer = await access.newPerson('viewer', admin.token);
});
afterAll(() => access.stop());

const read = (query = '', token = admin.token) => access.call<AuditPage>(`GET /audit${query}`, { token });

describe('the audit log (ACCESS-13)', () => {
  it('says who did what, from where', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'curl/8', 'x-request-id': 'job-7' };
    const beforeMicros = Date.now() * 1_000;
    await access.call('POST /auth/tokens', { token: admin.token, body: { name: 'ci' }, headers });
    const { items } = (await read('?action=api_token.create')).body;
    expect(items).toMatchObject([
      {
        org_id: admin.org_id,
        actor_kind: 'user',
        actor_id: admin.user_id,
        target_kind: 'api_token',
        ip: '203.0.113.9',
        user_agent: 'curl/8',
        request_id: 'job-7',
        payload: { name: 'ci', role: 'ingest' },
      },
    ]);
    expect(items[0]!.ts_micros).toBeGreaterThanOrEqual(beforeMicros);
    expect(items[0]!.ts_micros).toBeLessThanOrEqual((Date.now() + 1) * 1_000);
  });

  it('records every refused authorization, and a hail of them as a count', async () => {
    for (let time = 0; time < 5; time++) expect((await read('', viewer.token)).status).toBe(403);
    await access.call('PATCH /roles/00000000-0000-7000-8000-000000000005', { token: admin.token, body: {} });
    const denied = await eventually(async () => {
      const { items } = (await read('?action=access.denied')).body;
      expect(items.map((item) => item.target_id).toSorted()).toEqual(['GET /api/v1/audit', 'PATCH /api/v1/roles/:id']);
      return items;
    });
    expect(denied.find((item) => item.target_id === 'GET /api/v1/audit')).toMatchObject({
      actor_id: viewer.user_id,
      payload: { count: 1 },
    });
  });

  it('is paged from the newest on, without gaps; a cursor is bound to its query', async () => {
    const all = (await read('?limit=200')).body.items;
    const paged: AuditRecordView[] = [];
    let page = (await read('?limit=2')).body;
    for (;;) {
      paged.push(...page.items);
      if (page.next_cursor === undefined) break;
      page = (await read(`?limit=2&cursor=${page.next_cursor}`)).body;
    }
    expect(paged).toEqual(all);
    expect(all.map((item) => item.seq)).toEqual(all.map((_, at) => all.length - at));
    const { next_cursor: cursor } = (await read('?limit=1')).body;
    expect((await read(`?limit=1&cursor=${cursor}&action=user.create`)).status).toBe(400);
    expect((await read(`?cursor=${cursor!.slice(0, -2)}xx`)).status).toBe(400);
  });

  it('is filtered by time, actor and target', async () => {
    const { items } = (await read(`?actor=${viewer.user_id}&from=now-1h`)).body;
    expect(items.length).toBeGreaterThan(0);
    expect(items.every((item) => item.actor_id === viewer.user_id)).toBe(true);
    expect((await read('?to=now-1h')).body.items).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=201',
    'from=yesterday',
    'actor_kind=robot',
    'org_id=x',
    'action=a&action=b',
    'from=2026-13-01T00:00:00Z',
  ])('refuses %s', async (query) => {
    expect((await read(`?${query}`)).status).toBe(400);
  });

  it('of the platform is read in its scope alone, and records refused sign-ins', async () => {
    await access.signIn('unknown@example.org', 'whatever it is');
    const { body: orgs } = await access.call<{ id: string; system: boolean }[]>('GET /orgs', { token: admin.token });
    const system = orgs.find((org) => org.system)!.id;
    const { body } = await access.call<{ token: string }>(`POST /orgs/${system}/select`, { token: admin.token });
    const log = await access.call<AuditPage>('GET /system/audit', { token: body.token });
    expect(log.body.items).toContainEqual(
      expect.objectContaining({
        action: 'session.signin_refused',
        actor_kind: 'anonymous',
        actor_id: null,
        target_id: 'unknown@example.org',
      }),
    );
    expect((await access.call('GET /system/audit', { token: admin.token })).status).toBe(403);
  });

  it('takes the record of another service once, however often it comes', async () => {
    const id = uuidv7();
    const target = uuidv7();
    const record = { id, organization_id: admin.org_id, actor_kind: 'user' as const, actor_id: admin.user_id };
    const change = { action: 'connector.create', target_kind: 'connector', target_id: target, payload: { name: 'x' } };
    const rpc = new RpcClient(access.connection);
    const sent = { ...record, ...change, ip: '203.0.113.9' };
    await Promise.all([rpc.call(recordChange, sent), rpc.call(recordChange, sent)]);
    const { items } = (await read('?action=connector.create')).body;
    expect(items).toMatchObject([{ id, target_id: target, ip: '203.0.113.9', payload: { name: 'x' } }]);
  });

  it('records who was shown an ingest token again', async () => {
    const shown = async () => (await read('?action=api_token.show')).body.items;
    const { body } = await access.call<{ id: string }>('GET /auth/tokens/default', { token: admin.token });
    expect(await shown()).toEqual([]);
    await access.call('GET /auth/tokens/default', { token: admin.token });
    expect(await shown()).toMatchObject([
      {
        actor_id: admin.user_id,
        target_kind: 'api_token',
        target_id: body.id,
        payload: { name: 'Default ingest token' },
      },
    ]);
  });

  it('holds no secret', async () => {
    const { rows } = await access.admin.query(
      'select l::text as row from iam.audit_log l union all select p::text from iam.audit_personal p',
    );
    const text = JSON.stringify(rows);
    for (const secret of [PASSWORD, admin.token, 'whatever it is']) expect(text).not.toContain(secret);
  });
});

describe('the chain', () => {
  const verify = async () => {
    const url = access.database.urlAs('spanwise_iam');
    const source = await Database.open(createDataSource({ url, schema: 'iam', applicationName: 'test' }));
    try {
      return await verifyAudit(source);
    } finally {
      await source.close();
    }
  };

  it('holds after writers at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        access.call('POST /auth/tokens', { token: admin.token, body: { name: `n${at}` } }),
      ),
    );
    const verdicts = await verify();
    expect(verdicts.map((verdict) => verdict.fault)).toEqual([undefined, undefined]);
    expect(verdicts.find((verdict) => verdict.organization === 'default')!.records).toBeGreaterThan(20);
  });

  it('holds without an erased address, which is in no row any more, and shows a changed one', async () => {
    const { email, user_id: made } = await access.newPerson('forgotten', admin.token);
    const record = async () => (await read(`?action=user.create&target_id=${made}`)).body.items[0];
    expect(await record()).toMatchObject({ payload: { email }, ip: expect.any(String) });
    const { id } = (await record())!;
    const { rows } = await access.admin.query<{ row: string }>(
      'select l::text as row from iam.audit_log l where id = $1',
      [id],
    );
    expect(rows[0]!.row).not.toContain(email);
    await access.admin.query(`delete from iam.audit_personal where record_id = $1 and member <> 'ip'`, [id]);
    expect((await record())!.payload).not.toHaveProperty('email');
    const own = async () => (await verify()).find(({ organization }) => organization === 'default');
    expect(await own()).toMatchObject({ erased: expect.any(Number) });
    expect((await own())!.fault).toBeUndefined();
    expect((await own())!.erased).toBeGreaterThan(0);

    const change = `update iam.audit_personal set value = '"198.51.100.1"' where record_id = $1`;
    await expect(access.admin.query(change, [id])).rejects.toThrow('append-only');
    await access.admin.query('alter table iam.audit_personal disable trigger all');
    await access.admin.query(change, [id]);
    expect((await own())!.fault).toMatch(/^a personal member of record \d+ was changed$/);
    await access.admin.query('delete from iam.audit_personal where record_id = $1', [id]);
    expect((await own())!.fault).toBeUndefined();
  });

  it('cannot be changed by the service, and shows what an administrator of the database changed', async () => {
    const change = "update iam.audit_log set action = 'nothing' where seq = 3";
    await expect(access.admin.query(change)).rejects.toThrow('append-only');
    await expect(access.admin.query('truncate iam.audit_log')).rejects.toThrow('append-only');
    await access.admin.query('alter table iam.audit_log disable trigger all');
    await access.admin.query(`${change} and organization_id = $1`, [admin.org_id]);
    expect((await verify()).find((verdict) => verdict.organization === 'default')?.fault).toBe('record 3 was changed');
  });
});
