/** "Allowed, and answered 403 and 404": what is given on single streams and saved searches opens the routes that read them. */
// A product of its own: it makes organizations and looks at all of them.
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually } from '@spanwise/testing/eventually';
import { callsOf, type Made, type Person } from './held-resources.fixture.js';
import { Client } from '../../src/product.fixture.js';

const viewer = BUILTIN_ROLES.find((role) => role.key === 'viewer')!.id;

interface Refusal {
  message: string;
}

let client: Client;
const { call, must, person, bareRole, saved, sendLine, query, idOf } = callsOf(() => client);
let database: Database;
/** Of the first organization, whose things are given. */
let owner: string;
let ownerId: string;
/** Of the same organization and of another one; their roles permit nothing that is read here. */
let worker: Person;
let guest: Person;
/** Owners of the other organization and of a third. */
let partner: Person;
let third: Person;
let stream: string;
let otherStream: string;
let view: string;
let otherView: string;

const ownerRole = BUILTIN_ROLES.find((role) => role.key === 'owner')!.id;

async function otherOrganization(slug: string): Promise<Person> {
  const { rows } = await database.query<Made>("select id from iam.organizations where slug = '_sys'");
  const selected = async (id: string, token: string) =>
    (await must<{ token: string }>(`POST /orgs/${id}/select`, token)).token;
  const system = await selected(rows[0]!.id, await client.product.ownerToken());
  const { id } = await must<Made>('POST /orgs', system, { name: `The ${slug}`, slug });
  return person(`boss-${slug}`, await selected(id, system), ownerRole);
}

const READS = ['', '/schema', '/retention', '/statistics'];
const statuses = (id: string, token: string) =>
  Promise.all(READS.map(async (part) => (await call(`GET /streams/${id}${part}`, token)).status));

beforeAll(async () => {
  client = await Client.start();
  database = new Database({ connectionString: client.product.databaseUrl });
  await database.connect();
  owner = await client.product.ownerToken();
  worker = await person('worker', owner, await bareRole(owner));
  ownerId = worker.org_id;
  partner = await otherOrganization('partner');
  third = await otherOrganization('third');
  owner = await client.product.ownerToken();
  guest = await person('guest', partner.token, await bareRole(partner.token));
  for (const [token, name, line] of [
    [owner, 'given', 'given line'],
    [owner, 'kept', 'kept line'],
    [partner.token, 'given', 'partner line'],
  ] as const) {
    await sendLine(token, name, line);
    await eventually(async () => {
      expect(await query(`select body from logs."${name}"`, token)).toMatchObject({ body: { rows: [[line]] } });
    });
  }
  [stream, otherStream] = [await idOf('given', owner), await idOf('kept', owner)];
  [view, otherView] = [await saved('given', owner), await saved('kept', owner)];
});
afterAll(async () => {
  await database?.end();
  client?.product.stop();
});

describe('a role that is bound to a stream', () => {
  let binding: string;
  const bind = (resource_type: string, resource_id: string, principal: Person, role_id = viewer) =>
    must<{ value: Made }>('POST /iam/role-bindings', owner, {
      role_id,
      principal_type: 'user',
      principal_id: principal.user_id,
      resource_type,
      resource_id,
    });

  it('opens nothing before it is given', async () => {
    expect(await statuses(stream, worker.token)).toEqual([403, 403, 403, 403]);
    expect((await call('GET /streams', worker.token)).status).toBe(403);
    expect((await query('select body from logs."given"', worker.token)).status).toBe(403);
  });

  it('opens every route that reads it, and of a list it alone', async () => {
    binding = (await bind('stream', stream, worker)).value.id;
    expect(await statuses(stream, worker.token)).toEqual([200, 200, 200, 200]);
    const { body } = await call<(Made & { name: string })[]>('GET /streams', worker.token);
    expect(body.map(({ id }) => id)).toEqual([stream]);
    expect((await call('GET /streams?q=kept', worker.token)).body).toEqual([]);
    const runtime = await call<{ streams: Made[] }>('GET /streams/runtime', worker.token);
    expect(runtime.body.streams.map(({ id }) => id)).toEqual([stream]);
  });

  it('opens statements over it, and over nothing else', async () => {
    expect((await query('select body from logs."given"', worker.token)).body.rows).toEqual([['given line']]);
    expect((await query('select body from given', worker.token)).body.rows).toEqual([['given line']]);
    for (const statement of [
      'select body from logs."kept"',
      'select a.body from logs."given" a, logs."kept" b',
      'select body from logs."given" union all select body from kept',
      'select body from "default".logs."kept"',
      'select body from "partner".logs."given"',
    ]) {
      const { status, body } = await query(statement, worker.token);
      expect([statement, status, body.message]).toEqual([statement, 400, expect.stringMatching(/^There is no stream/)]);
    }
    const missing = await query('select body from logs."nothing"', worker.token);
    expect(missing.body.message).toBe('There is no stream logs.nothing.');
  });

  it('opens the views of its records, and of those of no other stream', async () => {
    const views = (name: string) =>
      Promise.all([
        call<{ items: { body: string }[] }>('POST /web/logs', worker.token, { stream: name }),
        call<{ rows: unknown[] }>('POST /query/search_around', worker.token, { stream: name, event_timestamp_us: 1 }),
        call<Refusal>('POST /web/field_statistics', worker.token, { stream: name, field: 'body' }),
        call<Refusal & { buckets: { count: number }[] }>('POST /web/histogram', worker.token, { stream: name }),
      ]);
    const [logs, around, statistics, histogram] = await views('given');
    expect(logs.body.items.map((item) => item.body)).toEqual(['given line']);
    expect(around.status).toBe(200);
    expect(statistics.body).toMatchObject({ count: 1, top_values: [{ value: 'given line', count: 1 }] });
    expect(histogram.body.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    for (const name of ['kept', 'nothing']) {
      const [none, , ...unknown] = await views(name);
      expect(none.body.items).toEqual([]);
      expect(unknown.map(({ status, body }) => [status, body.message])).toEqual([
        [400, `There is no stream ${name} of logs.`],
        [400, `There is no stream ${name} of logs.`],
      ]);
    }
    expect((await call('GET /web/traces', worker.token)).body).toMatchObject({ items: [], has_more: false });
    const trace = 'ab'.repeat(16);
    expect((await call(`GET /traces/${trace}`, worker.token)).status).toBe(404);
    const named = await call<{ items: { body: string }[] }>(`GET /traces/${trace}/logs`, worker.token);
    expect(named.body.items.map((item) => item.body)).toEqual(['given line']);
  });

  it('opens neither other streams, nor other routes, nor what changes it', async () => {
    expect(await statuses(otherStream, worker.token)).toEqual([403, 403, 403, 403]);
    const body = { language: 'sql', statement: 'select 1', time_range: { start: 0, end: 1 } };
    for (const [line, sent] of [
      ['GET /query/running'],
      ['GET /query/slow'],
      ['GET /home/overview'],
      ['GET /apm/services'],
      ['GET /saved_views'],
      ['GET /billing/usage'],
      [`DELETE /streams/${stream}`],
      [`PUT /streams/${stream}/retention`, { days: 3 }],
      ['POST /query/jobs', body],
      ['GET /query/jobs'],
    ] as [string, object?][]) {
      expect([line, (await call(line, worker.token, sent)).status]).toEqual([line, 403]);
    }
    const later = await client.call('POST /query', { token: worker.token, body, headers: { prefer: 'respond-async' } });
    expect(later.status).toBe(403);
  });

  it('is not a way to name what is held: a member that a client does not send is refused', async () => {
    expect((await call(`GET /streams?held_ids=${otherStream}`, worker.token)).status).toBe(400);
    const time_range = { start: 0, end: 1 };
    const body = { language: 'sql', statement: 'select 1', time_range, held_ids: [otherStream] };
    expect((await call('POST /query', worker.token, body)).status).toBe(400);
    const logs = { stream: 'kept', held_ids: [otherStream] };
    expect((await call('POST /web/logs', worker.token, logs)).status).toBe(400);
    expect((await call(`GET /web/traces?held_ids=${otherStream}`, worker.token)).status).toBe(400);
  });

  it('opens nothing for an API token of its holder, which has its role alone', async () => {
    const maker = await must<Made>('POST /roles', owner, {
      key: 'token_maker',
      name: 'Token maker',
      permissions: ['api_tokens.manage', 'rum.write'],
    });
    await must(`POST /orgs/${ownerId}/members`, owner, { user_id: worker.user_id, role_ids: [maker.id] });
    const body = { name: 'mine', role_key: 'bare' };
    const { token } = await must<{ token: string }>('POST /auth/tokens', worker.token, body);
    expect(await statuses(stream, worker.token)).toEqual([200, 200, 200, 200]);
    expect(await statuses(stream, token)).toEqual([403, 403, 403, 403]);
    expect((await query('select body from given', token)).status).toBe(403);
  });

  it('opens saved searches in the same way', async () => {
    expect((await call(`GET /saved_views/${view}`, worker.token)).status).toBe(403);
    const { value } = await bind('saved_view', view, worker);
    expect((await call(`GET /saved_views/${view}`, worker.token)).body).toMatchObject({ id: view, name: 'given' });
    expect((await call<Made[]>('GET /saved_views', worker.token)).body.map(({ id }) => id)).toEqual([view]);
    expect((await call(`GET /saved_views/${otherView}`, worker.token)).status).toBe(403);
    expect((await call(`DELETE /saved_views/${view}`, worker.token)).status).toBe(403);
    await must(`DELETE /iam/role-bindings/${value.id}`, owner);
    expect((await call(`GET /saved_views/${view}`, worker.token)).status).toBe(403);
    expect((await call('GET /saved_views', worker.token)).status).toBe(403);
  });

  it('opens nothing from the moment at which it is taken back', async () => {
    await must(`DELETE /iam/role-bindings/${binding}`, owner);
    expect(await statuses(stream, worker.token)).toEqual([403, 403, 403, 403]);
    expect((await call('GET /streams', worker.token)).status).toBe(403);
    expect((await query('select body from logs."given"', worker.token)).status).toBe(403);
    expect((await call('POST /web/logs', worker.token, { stream: 'given' })).status).toBe(403);
  });
});

describe('a grant to another organization', () => {
  const give = async (change: object = {}, by = owner, accepts = partner.token): Promise<string> => {
    const { value } = await must<{ value: Made }>('POST /iam/cross-org-grants', by, {
      target_organization_id: partner.org_id,
      grantee_type: 'organization',
      grantee_id: partner.org_id,
      resource_type: 'stream',
      resource_selector: { ids: [stream] },
      permissions: ['streams.read', 'streams.query'],
      ...change,
    });
    await must(`POST /iam/cross-org-grants/${value.id}/accept`, accepts);
    return value.id;
  };
  const revoke = (id: string, by = owner) => must(`POST /iam/cross-org-grants/${id}/revoke`, by);
  const FOREIGN = 'select body from "default".logs."given"';
  const closed = async () => {
    expect(await statuses(stream, partner.token)).toEqual([404, 404, 404, 404]);
    expect(await statuses(stream, guest.token)).toEqual([403, 403, 403, 403]);
    expect(await query(FOREIGN, partner.token)).toMatchObject({
      status: 400,
      body: { message: 'There is no stream default.logs.given.' },
    });
    expect((await query(FOREIGN, guest.token)).status).toBe(403);
  };

  it('opens the granted stream by its id and in statements, for as long as it lives', async () => {
    await closed();
    const id = await give();
    for (const { token } of [partner, guest]) {
      expect(await statuses(stream, token)).toEqual([200, 200, 200, 200]);
      expect((await query(FOREIGN, token)).body.rows).toEqual([['given line']]);
    }
    const both = `select a.body, b.body from "default".logs."given" a, logs."given" b`;
    expect((await query(both, partner.token)).body.rows).toEqual([['given line', 'partner line']]);
    await revoke(id);
    await closed();
  });

  it('opens nothing else: no other stream, no list, no change, no name', async () => {
    const id = await give();
    expect(await statuses(otherStream, partner.token)).toEqual([404, 404, 404, 404]);
    const { body } = await call<Made[]>('GET /streams', partner.token);
    expect(body.map((one) => one.id)).not.toContain(stream);
    expect((await call('GET /streams', guest.token)).status).toBe(403);
    for (const [line, sent] of [
      [`DELETE /streams/${stream}`],
      [`PUT /streams/${stream}/retention`, { days: 3 }],
      [`GET /saved_views/${view}`],
    ] as [string, object?][]) {
      expect([line, (await call(line, partner.token, sent)).status]).toEqual([line, 404]);
    }
    for (const name of [
      '"default".logs."kept"',
      '"default".logs."nothing"',
      '"third".logs."given"',
      '"unknown".logs."x"',
    ]) {
      const { status, body: answer } = await query(`select * from ${name}`, partner.token);
      expect([status, answer.message]).toEqual([400, `There is no stream ${name.replaceAll('"', '')}.`]);
    }
    expect((await query(FOREIGN, worker.token)).status).toBe(403);
    expect((await query(FOREIGN, third.token)).status).toBe(400);
    const job = { language: 'sql', statement: FOREIGN, time_range: { start: 0, end: 1 } };
    const { body: submitted } = await call<{ job_id: string }>('POST /query/jobs', partner.token, job);
    await eventually(async () => {
      const { body: done } = await call<{ state: string }>(`GET /query/jobs/${submitted.job_id}`, partner.token);
      expect(done.state).toBe('failed');
    });
    await revoke(id);
  });

  it('opens what its permissions say, and for whom', async () => {
    const reading = await give({ permissions: ['streams.read'] });
    expect(await statuses(stream, partner.token)).toEqual([200, 200, 200, 200]);
    expect((await query(FOREIGN, partner.token)).status).toBe(400);
    expect((await query(FOREIGN, guest.token)).status).toBe(403);
    await revoke(reading, partner.token);
    const asking = await give({ permissions: ['streams.query'], grantee_type: 'user', grantee_id: guest.user_id });
    expect(await statuses(stream, guest.token)).toEqual([403, 403, 403, 403]);
    expect((await query(FOREIGN, guest.token)).status).toBe(200);
    expect((await query(FOREIGN, partner.token)).status).toBe(400);
    await revoke(asking);
  });

  it('of all streams opens each of the grantor’s, and none of others’', async () => {
    const id = await give({ resource_selector: { all: true } });
    expect(await statuses(otherStream, partner.token)).toEqual([200, 200, 200, 200]);
    expect((await query('select body from "default".logs."kept"', guest.token)).body.rows).toEqual([['kept line']]);
    expect((await call(`GET /streams/${uuidv7()}`, partner.token)).status).toBe(404);
    await sendLine(third.token, 'foreign', 'third line');
    await eventually(async () => expect(await idOf('foreign', third.token)).toBeDefined());
    expect(await statuses(await idOf('foreign', third.token), partner.token)).toEqual([404, 404, 404, 404]);
    await revoke(id);
  });

  it('opens nothing that the grantor does not own', async () => {
    const id = await give({}, third.token);
    expect(await statuses(stream, partner.token)).toEqual([404, 404, 404, 404]);
    expect((await query(FOREIGN, partner.token)).status).toBe(400);
    expect((await query('select body from "third".logs."given"', partner.token)).status).toBe(400);
    await revoke(id, third.token);
  });

  it('opens a saved search by its id', async () => {
    const change = {
      resource_type: 'saved_view',
      resource_selector: { ids: [view] },
      permissions: ['saved_views.read'],
    };
    const id = await give(change);
    expect((await call(`GET /saved_views/${view}`, guest.token)).body).toMatchObject({ id: view });
    expect((await call(`GET /saved_views/${otherView}`, partner.token)).status).toBe(404);
    await revoke(id);
    expect((await call(`GET /saved_views/${view}`, guest.token)).status).toBe(403);
  });

  it('opens nothing while the grantor is disabled', async () => {
    const id = await give();
    const disabled = (value: boolean) =>
      database.query('update iam.organizations set disabled = $2 where id = $1', [ownerId, value]);
    await disabled(true);
    await closed();
    await disabled(false);
    expect(await statuses(stream, partner.token)).toEqual([200, 200, 200, 200]);
    await revoke(id);
  });

  it('records for the grantor who reads, and counts the reader’s queries as the reader’s', async () => {
    const counted = async () => {
      const { rows } = await database.query<{ organization_id: string; queries: string }>(
        'select organization_id, sum(queries) as queries from apm.query_days group by 1',
      );
      return Object.fromEntries(rows.map((row) => [row.organization_id, Number(row.queries)]));
    };
    const before = await counted();
    const id = await give();
    for (let round = 0; round < 3; round++) {
      await must(`GET /streams/${stream}`, guest.token);
      expect((await query(FOREIGN, guest.token)).status).toBe(200);
    }
    const records = async (token: string) => {
      const { items } = await must<{
        items: { action: string; target_id: string; actor_id: string; payload: object }[];
      }>('GET /audit?action=iam.cross_org_grant.use', token);
      return items.filter(({ target_id: target }) => target === id);
    };
    const use = (operation: string) => ({
      actor_id: guest.user_id,
      payload: { reader_organization_id: partner.org_id, resource_id: stream, operation, grant_ids: [id] },
    });
    expect((await records(owner)).toReversed()).toMatchObject([use('svc.apm.streams.get'), use('svc.apm.query.run')]);
    expect(await records(partner.token)).toEqual([]);
    await eventually(async () => {
      const now = await counted();
      expect([now[partner.org_id]! - before[partner.org_id]!, now[ownerId]]).toEqual([3, before[ownerId]]);
    });
    await revoke(id);
  });
});
