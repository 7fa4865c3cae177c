/** Stored telemetry that leaves the organization by a link: what is shared, and what is downloaded. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const ROWS = 60_000;
let client: Client<Tenant>;
let owner: string;
let traceId: string;

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
  const allowed = { allow_public_links: true, require_public_password: false, deny_production_public_shares: false };
  expect((await client.call('PUT /resource_shares/policy', { token: owner, body: allowed })).status).toBe(200);
  const span = serverSpan(Date.now() * 1_000);
  traceId = (span as { traceId: string }).traceId;
  expect(await client.send([span], { 'service.name': 'shared' })).toBe(200);
  await eventually(async () =>
    expect((await client.call(`GET /traces/${traceId}`, { token: owner })).status).toBe(200),
  );
});

const create = (resource_type: string, resource_id: string, change: object = {}, token = owner) =>
  client.call<{ url: string; share: { id: string } }>('POST /resource_shares', {
    token,
    body: { resource_type, resource_id, share_mode: 'public_link', ...change },
  });

/** A session of a new public share. */
async function shared(resource_type: string, resource_id: string, change: object = {}): Promise<string> {
  const made = await create(resource_type, resource_id, change);
  expect([made.status, made.body]).toMatchObject([201, {}]);
  const token = made.body.url.split('/s/')[1];
  return (await client.call<{ session: string }>('POST /public/share/exchange', { body: { token } })).body.session;
}

const view = (session: string, body: object = {}) =>
  client.call<{ data: { rows: unknown[][]; has_more?: boolean; next_cursor?: string; spans?: object[] } }>(
    'POST /public/share/query',
    { body, headers: { 'x-share-session': session } },
  );

async function saved(statement: string): Promise<string> {
  const body = { name: 'Shared', language: 'sql', statement, time_range_secs: 3_600 };
  return (await client.call<{ id: string }>('POST /saved_views', { token: owner, body })).body.id;
}

async function finishedJob(statement: string): Promise<string> {
  const time_range = { start: (Date.now() - 3_600_000) * 1_000, end: (Date.now() + 60_000) * 1_000 };
  const { body } = await client.call<{ job_id: string }>('POST /query/jobs', {
    token: owner,
    body: { language: 'sql', statement, time_range },
  });
  await eventually(async () => {
    const { body: job } = await client.call<{ state: string }>(`GET /query/jobs/${body.job_id}`, { token: owner });
    expect(job.state).toBe('done');
  });
  return body.job_id;
}

describe('a share of a trace', () => {
  it('shows its spans and nothing else', async () => {
    const session = await shared('trace', traceId);
    const { status, body } = await view(session);
    expect([status, body]).toMatchObject([200, { resource_type: 'trace', resource_id: traceId }]);
    expect(body.data.spans).toHaveLength(1);
    const other = await client.call('GET /apm/services', { headers: { 'x-share-session': session } });
    expect(other.status).toBe(401);
  });
});

describe('a share of a saved search', () => {
  it('finds what the search found when it was shared, with later edits', async () => {
    const statement = `select count(*) from traces."default" where trace_id = '${traceId}'`;
    const id = await saved(statement);
    const session = await shared('saved_view', id, { constraints: { last_secs: 600 } });
    expect((await view(session)).body.data.rows).toEqual([[1]]);
    const body = { name: 'Edited', language: 'sql', statement: "select 'secret'", time_range_secs: 60 };
    expect((await client.call(`PUT /saved_views/${id}`, { token: owner, body })).status).toBe(200);
    expect((await view(session)).body.data.rows).toEqual([[1]]);
    expect((await view(session, { statement: "select 'mine'" })).status).toBe(400);
    const info = await client.call('GET /public/share', { headers: { 'x-share-session': session } });
    expect(JSON.stringify(info.body)).not.toContain('select');
  });

  it('shows the time range of the search up to now, when the share has none', async () => {
    const session = await shared('saved_view', await saved('select 1'));
    const info = await client.call<{ range: { from: number; to: number } }>('GET /public/share', {
      headers: { 'x-share-session': session },
    });
    expect(info.body.range.to - info.body.range.from).toBe(3_600_000_000);
  });
});

describe('a share of a search job', () => {
  it('shows its rows page by page', async () => {
    const session = await shared('search_job', await finishedJob('select range from range(250)'));
    const first = await view(session, { limit: 200 });
    expect([first.body.data.rows.length, first.body.data.has_more]).toEqual([200, true]);
    const second = await view(session, { limit: 200, cursor: first.body.data.next_cursor });
    expect(second.body.data.rows.at(-1)).toEqual([249]);
  });
});

describe('a share whose resource has gone', () => {
  it.each<[string, () => Promise<{ id: string; type: string; path: string }>]>([
    ['a saved search', async () => ({ id: await saved('select 1'), type: 'saved_view', path: '/saved_views' })],
    ['a search job', async () => ({ id: await finishedJob('select 1'), type: 'search_job', path: '/query/jobs' })],
  ])('%s is the one refusal', async (_, make) => {
    const { id, type, path } = await make();
    const session = await shared(type, id);
    expect((await view(session)).status).toBe(200);
    expect((await client.call(`DELETE ${path}/${id}`, { token: owner })).status).toBe(200);
    const [gone, never] = [await view(session), await view('x'.repeat(43))];
    const plain = ({ status, body }: { status: number; body: object }) => [status, { ...body, request_id: '' }];
    expect(plain(gone)).toEqual(plain(never));
    expect(gone.status).toBe(401);
  });
});

describe('making a share of records', () => {
  const ABSENT = '00000000-0000-7000-8000-00000000abcd';

  it.each<[string, () => ReturnType<typeof create>, number]>([
    ['of a trace that there is not', () => create('trace', 'f'.repeat(32)), 404],
    ['of what is no trace', () => create('trace', '../x'), 404],
    ['of a saved search that there is not', () => create('saved_view', ABSENT), 404],
    ['of a search job that there is not', () => create('search_job', ABSENT), 404],
    ['of a trace with a filter', () => create('trace', traceId, { constraints: { environment: 'staging' } }), 400],
    ['with a statement of its own', () => create('trace', traceId, { search: { statement: 'select 1' } }), 400],
    ['by a token for intake', () => create('trace', traceId, {}, client.product.intakeToken), 403],
  ])('%s is refused', async (_, make, status) => {
    expect((await make()).status).toBe(status);
  });

  it('is refused in public while public links have to name an environment', async () => {
    const policy = (deny_production_public_shares: boolean) =>
      client.call('PUT /resource_shares/policy', { token: owner, body: { deny_production_public_shares } });
    await policy(true);
    expect((await create('trace', traceId)).status).toBe(403);
    await policy(false);
  });
});

describe('a download', () => {
  it('is the rows of the job, whole and by ranges, to the byte', async () => {
    const statement = `select range as n, 9223372036854775807 - range as big, repeat('é', 50) as text from range(${ROWS})`;
    const job = await finishedJob(statement);
    const { body } = await client.call<{ download_url: string }>(`POST /query/jobs/${job}/download`, {
      token: owner,
      body: {},
    });
    const url = `${client.product.baseUrl}${new URL(body.download_url).pathname}`;
    const whole = await fetch(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, Number(whole.headers.get('content-length'))]).toEqual([200, bytes.length]);
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(ROWS);
    expect(lines[1]).toBe(`{"n":1,"big":9223372036854775806,"text":"${'é'.repeat(50)}"}`);
    const etag = whole.headers.get('etag')!;
    const pieces: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += 3_000_000) {
      const headers = { range: `bytes=${from}-${from + 2_999_999}`, 'if-range': etag };
      const part = await fetch(url, { headers });
      expect(part.status).toBe(206);
      pieces.push(Buffer.from(await part.arrayBuffer()));
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    const behind = await fetch(url, { headers: { range: `bytes=${bytes.length}-` } });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await client.call(`DELETE /query/jobs/${job}`, { token: owner })).status).toBe(200);
    expect((await fetch(url)).status).toBe(404);
  });
});
