import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

interface Created {
  connector: { id: string; name: string; kind: string; target_stream: string; enabled: boolean };
  push_token: string;
}

const FRAME = '<40>1 2026-11-21T00:00:00+00:00 host app web.1 - hello';
const BODY = `${FRAME.length} ${FRAME}`;
let access: Access;
let owner: Person;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_RATE_REFUSED: '1000000' });
  await ensureIngestStream(await access.connection.jetstreamManager(), 0, { maxBytes: 16_777_216, replicas: 1 });
  owner = await access.person(ADMIN_EMAIL);
});
afterAll(() => access.stop());

let made = 0;
async function create(change: object = {}): Promise<Created> {
  const body = { name: `drain ${++made}`, kind: 'heroku_drain', ...change };
  const answer = await access.call<Created>('POST /connectors', { token: owner.token, body });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function push(token: string, path = '_heroku'): Promise<number> {
  const init = { method: 'POST', headers: { 'x-connector-token': token }, body: BODY };
  const response = await fetch(`${access.url}/api/v1/${path}`, init);
  await response.arrayBuffer();
  return response.status;
}

const change = (id: string, body: object) => access.call(`PUT /connectors/${id}`, { token: owner.token, body });

describe('a push connector', () => {
  it('shows its token once and writes the stream of its kind', async () => {
    const { connector, push_token: token } = await create();
    expect(connector).toMatchObject({ kind: 'heroku_drain', target_stream: 'heroku', enabled: true });
    expect(await push(token)).toBe(204);
    const list = await access.call<object[]>('GET /connectors', { token: owner.token });
    expect(JSON.stringify(list.body)).not.toContain(token);
    const { rows } = await access.admin.query('select * from iam.push_connectors');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await access.audited(owner.org_id)).toContain('push_connector.create');
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['its token is rotated', (id) => access.call(`POST /connectors/${id}/rotate`, { token: owner.token })],
    ['it is disabled', (id) => change(id, { enabled: false })],
    ['it is removed', (id) => access.call(`DELETE /connectors/${id}`, { token: owner.token })],
  ])('takes nothing within a second when %s', async (_, end) => {
    const { connector, push_token: token } = await create();
    expect(await push(token)).toBe(204);
    await end(connector.id);
    await eventually(async () => expect(await push(token)).toBe(401));
  });

  it.each<[string, object, number]>([
    ['of a kind that there is not', { kind: 's3' }, 400],
    ['into a stream of the platform', { target_stream: '_spanwise_x' }, 400],
    ['into no stream', { target_stream: '../x' }, 400],
    ['with a token of one’s own', { push_token: 'x' }, 400],
    ['of another organization', { organization_id: 'x' }, 400],
    ['with a name that is taken', { name: 'taken' }, 409],
  ])('%s is not made', async (_, body, status) => {
    if (status === 409) await create({ name: 'taken' });
    const sent = { name: 'x', kind: 'heroku_drain', ...body };
    expect((await access.call('POST /connectors', { token: owner.token, body: sent })).status).toBe(status);
  });

  it('is made by those who edit pipelines alone', async () => {
    const viewer = BUILTIN_ROLES.find(({ key }) => key === 'viewer')!.id;
    const body = { email: 'viewer@example.org', display_name: 'V', password: PASSWORD, role_ids: [viewer] };
    await access.call('POST /users', { token: owner.token, body });
    const { token } = await access.person('viewer@example.org');
    expect((await access.call('GET /connectors', { token })).status).toBe(200);
    const connector = { name: 'x', kind: 'heroku_drain' };
    expect((await access.call('POST /connectors', { token, body: connector })).status).toBe(403);
  });

  it('of an organization that is disabled takes nothing', async () => {
    const { push_token: token } = await create();
    await access.admin.query('update iam.organizations set disabled = true where id = $1', [owner.org_id]);
    const status = await push(token);
    await access.admin.query('update iam.organizations set disabled = false where id = $1', [owner.org_id]);
    expect(status).toBe(401);
  });
});

it('a thousand forged tokens write nothing', async () => {
  const { push_token: token } = await create();
  const statuses = new Map<number, number>();
  for (let at = 0; at < 1_000; at++) {
    const edited = `${token.slice(0, 4 + (at % 43))}${token[4 + (at % 43)] === 'A' ? 'B' : 'A'}${token.slice(5 + (at % 43))}`;
    const kinds = [
      edited,
      `swc_${randomBytes(32).toString('base64url')}`,
      token.slice(0, at % 47),
      owner.token,
      `${token}A`,
    ];
    const status = await push(kinds[at % kinds.length]!, at % 2 === 0 ? '_heroku' : '_cloudflare');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([[401, 1_000]]);
});
