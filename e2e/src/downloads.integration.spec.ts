import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DownloadLink } from '@spanwise/contracts/iam/downloads';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';
import type { Answer } from './http-call.js';

const JOB = uuidv7();
const FILE = { bytes: 1_000, etag: `"${JOB}.1"` };

let access: Access;
let admin: Person;
let analyst: Person;
/** Whether apm has the job. */
let deleted = false;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_RATE_REFUSED: '1000000' });
  admin = await access.person(ADMIN_EMAIL);
  await addUser('analyst@example.org', 'editor');
  analyst = await access.person('analyst@example.org');
  access.connection.subscribe('svc.apm.search_jobs.file', {
    callback: (_, message) => {
      const { id } = (message.json() as { data: { id: string } }).data;
      const absent = { error: { kind: 'not_found', message: 'There is no such search job.' } };
      message.respond(JSON.stringify(id === JOB && !deleted ? { data: FILE } : absent));
    },
  });
});
afterAll(() => access.stop());

async function addUser(email: string, role: string): Promise<string> {
  const role_ids = [BUILTIN_ROLES.find(({ key }) => key === role)!.id];
  const body = { email, display_name: 'A', password: PASSWORD, role_ids };
  return (await access.call<{ id: string }>('POST /users', { token: admin.token, body })).body.id;
}

const make = (token: string, body: object = { method: 'HEAD' }, id = JOB): Promise<Answer<DownloadLink>> =>
  access.call<DownloadLink>(`POST /query/jobs/${id}/download`, { token, body });

/** Token of a link for HEAD, whose answer needs no rows. */
async function made(token = analyst.token): Promise<string> {
  const { status, body } = await make(token);
  expect(status).toBe(200);
  return body.download_url.split('/files/stream/')[1]!;
}

const follow = (token: string, headers: Record<string, string> = {}, method = 'HEAD') =>
  fetch(`${access.url}/api/v1/files/stream/${token}`, { method, headers });
const statusOf = async (token: string, method = 'HEAD'): Promise<number> => {
  const response = await follow(token, {}, method);
  await response.arrayBuffer();
  return response.status;
};

describe('a link (ACCESS-14)', () => {
  it('is created by a user who may read the job, for some minutes, and stands in the audit log', async () => {
    const beforeMs = Date.now();
    const { body, headers } = await make(analyst.token, {});
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body.method).toBe('GET');
    const madeMs = body.expires_at_micros / 1_000 - 300_000;
    expect(madeMs).toBeGreaterThanOrEqual(beforeMs);
    expect(madeMs).toBeLessThanOrEqual(Date.now());
    expect(await access.audited(analyst.org_id)).toContain('download.link');
  });

  it('that is followed stands in the audit log once, in however many pieces it is read', async () => {
    const openings = async () =>
      (await access.audited(analyst.org_id)).filter((action) => action === 'download.open').length;
    const before = await openings();
    const token = await made();
    for (const range of ['bytes=0-9', 'bytes=10-19']) expect((await follow(token, { range })).status).toBe(206);
    expect(await statusOf(`${token}x`)).toBe(401);
    expect(await openings()).toBe(before + 1);
  });

  it.each<[string, object, string | undefined, number]>([
    ['for longer than fifteen minutes', { expires_in_secs: 901 }, undefined, 400],
    ['for another method', { method: 'DELETE' }, undefined, 400],
    ['for another organization', { organization_id: uuidv7() }, undefined, 400],
    ['for a job that there is not', {}, uuidv7(), 404],
    ['for what is no job', {}, 'etc', 404],
  ])('%s is refused', async (_, body, id, status) => {
    expect((await make(analyst.token, body, id)).status).toBe(status);
  });

  it('says what it is, and that no cache keeps it', async () => {
    const response = await follow(await made());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-length': '1000',
      'content-disposition': `attachment; filename="search-job-${JOB}.ndjson"; filename*=UTF-8''search-job-${JOB}.ndjson`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      etag: FILE.etag,
    });
  });

  it.each<[Record<string, string>, number, string | null, string | null]>([
    [{ range: 'bytes=0-9' }, 206, '10', 'bytes 0-9/1000'],
    [{ range: 'bytes=-1' }, 206, '1', 'bytes 999-999/1000'],
    [{ range: 'bytes=0-9', 'if-range': FILE.etag }, 206, '10', 'bytes 0-9/1000'],
    [{ range: 'bytes=0-9', 'if-range': '"other"' }, 200, '1000', null],
    [{ range: 'bytes=0-9,20-29' }, 200, '1000', null],
    [{ range: 'bytes=1000-' }, 416, null, 'bytes */1000'],
  ])('with %j is %i', async (headers, status, length, range) => {
    const response = await follow(await made(), headers);
    const { headers: answered } = response;
    expect([response.status, answered.get('content-length'), answered.get('content-range')]).toEqual([
      status,
      length,
      range,
    ]);
  });

  it('is for one method, and with nothing beside it', async () => {
    const token = await made();
    expect(await statusOf(token, 'GET')).toBe(401);
    expect(await statusOf(`${token}?disposition=inline`)).toBe(401);
    expect(await statusOf(token, 'DELETE')).toBe(404);
    expect(await statusOf(token)).toBe(200);
  });

  it('is no other credential, and no other credential is one', async () => {
    const token = await made();
    expect((await access.call('GET /me', { token })).status).toBe(401);
    expect(await statusOf(analyst.token)).toBe(401);
  });
});

describe('a thousand edited links', () => {
  it('open nothing, with one answer', async () => {
    const token = await made();
    const other = await made(admin.token);
    const bodies = new Set<string>();
    for (let n = 0; n < 1_000; n++) {
      const edited = n < 40 ? `${token.split('.')[0]}.${other.split('.')[1]}`.slice(n) : edit(token);
      const response = await follow(edited, {}, n % 2 === 0 ? 'GET' : 'HEAD');
      expect([edited, response.status]).toEqual([edited, 401]);
      const text = await response.text();
      if (text !== '') bodies.add(JSON.stringify({ ...(JSON.parse(text) as object), request_id: '' }));
    }
    expect(bodies.size).toBe(1);
  });
});

/** One character changed, taken out or put in; or a member of the grant changed under the same MAC. */
function edit(token: string): string {
  const at = randomInt(token.length);
  const digit = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'[randomInt(64)];
  const [body, mac] = token.split('.');
  const grant = JSON.parse(Buffer.from(body!, 'base64url').toString()) as Record<string, unknown>;
  const changes = [
    () => token.slice(0, at) + (digit === token[at] ? '~' : digit) + token.slice(at + 1),
    () => token.slice(0, at) + token.slice(at + 1),
    () => `${token.slice(0, at)}${digit}${token.slice(at)}`,
    () => regrant({ ...grant, objectId: uuidv7() }, mac!),
    () => regrant({ ...grant, method: 'GET' }, mac!),
    () => regrant({ ...grant, expiresAtMs: Date.now() + 1e9 }, mac!),
    () => regrant({ ...grant, maker: { ...(grant.maker as object), organization_id: uuidv7() } }, mac!),
  ];
  return changes[randomInt(changes.length)]!();
}

const regrant = (grant: object, mac: string): string =>
  `${Buffer.from(JSON.stringify(grant)).toString('base64url')}.${mac}`;

describe('a link ends (ACCESS-14)', () => {
  it('with its job', async () => {
    const token = await made();
    deleted = true;
    expect(await statusOf(token)).toBe(404);
    deleted = false;
    expect(await statusOf(token)).toBe(200);
  });

  it('with the session, or the API token, that made it', async () => {
    const person = await access.person('analyst@example.org');
    const bySession = await made(person.token);
    expect(await statusOf(bySession)).toBe(200);
    await access.call('POST /auth/signout', { token: person.token });
    expect(await statusOf(bySession)).toBe(401);
    const { status, body } = await access.call<{ id: string; token: string }>('POST /auth/tokens', {
      token: admin.token,
      body: { name: 'reader', role_key: 'viewer' },
    });
    expect(status).toBe(200);
    const byToken = await made(body.token);
    expect(await statusOf(byToken)).toBe(200);
    await access.call(`DELETE /auth/tokens/${body.id}`, { token: admin.token });
    expect(await statusOf(byToken)).toBe(401);
  });

  it('with its maker and what the maker may read', async () => {
    const id = await addUser('leaver@example.org', 'editor');
    const leaver = await access.person('leaver@example.org');
    const token = await made(leaver.token);
    expect(await statusOf(token)).toBe(200);
    const { rows } = await access.admin.query<{ role_keys: string[] }>(
      `update iam.memberships set role_keys = '{collector}' where user_id = $1 returning role_keys`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(await statusOf(token)).toBe(401);
    await access.admin.query(`update iam.memberships set role_keys = '{editor}' where user_id = $1`, [id]);
    expect(await statusOf(token)).toBe(200);
    await access.admin.query('update iam.users set disabled = true where id = $1', [id]);
    expect(await statusOf(token)).toBe(401);
  });

  it('when the organization is disabled or its service paused', async () => {
    const owner = await access.otherOrganization('downloads');
    const token = await made(owner);
    const where = "where slug = 'downloads'";
    expect(await statusOf(token)).toBe(200);
    await access.admin.query(`update iam.organizations set disabled = true ${where}`);
    expect(await statusOf(token)).toBe(401);
    await access.admin.query(`update iam.organizations set disabled = false ${where}`);
    expect(await statusOf(token)).toBe(200);
  });
});
