// A product of its own: its processes are killed, and every table and file is looked at.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILTIN_ROLES, type BuiltinRoleKey } from '@spanwise/contracts/authz/permissions';
import type { OrgView } from '@spanwise/contracts/iam/orgs';
import { DELETION_QUIET_MS, type OrgDeletion } from '@spanwise/contracts/iam/organization-deletions';
import { makeRivalThings } from './rival.js';
import { Product } from '../harness/product.js';
import { eventually } from '@spanwise/testing/eventually';
import { filesNaming, KEPT_TABLES, organizationColumns, rowsNaming } from './deleted-organization.fixture.js';
import { httpCall, type Answer, type CallOptions } from '../../src/http-call.js';

const PASSWORD = 'correct horse 9 battery';

interface Owner {
  id: string;
  token: string;
  /** Credentials of the organization's own, by what they are. */
  credentials: { viewer: string; ingest: string; push: string };
  /** Link of a public view. */
  link: string;
}

let product: Product;
let admin: Client;
let system: string;
let doomed: Owner;
let neighbour: Owner;

const call = <T = Record<string, unknown>>(line: string, options: CallOptions = {}): Promise<Answer<T>> =>
  httpCall<T>(product.baseUrl, line, options);
const objects = () => join(product.dataDir, 'objects');
const roleId = (key: BuiltinRoleKey): string => BUILTIN_ROLES.find((role) => role.key === key)!.id;

async function made<T>(line: string, token: string, body?: object): Promise<T> {
  const answer = await call<T>(line, { token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const select = async (id: string, token: string): Promise<string> =>
  (await made<{ token: string }>(`POST /orgs/${id}/select`, token)).token;

/** An organization with something of everything that can be made through the API. */
async function makeOrganization(slug: string): Promise<Owner> {
  const { id } = await made<OrgView>('POST /orgs', system, { name: slug, slug });
  const email = `owner@${slug}.example`;
  const owner = { email, display_name: slug, password: PASSWORD, role_ids: [roleId('owner')] };
  await made('POST /users', await select(id, system), owner);
  const { token, user_id: userId } = (
    await call<{ token: string; user_id: string }>('POST /auth/signin', { body: { email, password: PASSWORD } })
  ).body;
  const sessionId = (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
  const rival = { token, userId, organizationId: id, sessionId, viewerRoleId: roleId('viewer') };
  await makeRivalThings(product.baseUrl, rival);
  const apiToken = async (role: string) =>
    (await made<{ token: string }>('POST /auth/tokens', token, { name: `${role} of ${slug}`, role_key: role })).token;
  const pushing = { name: `${slug} pushes`, kind: 'heroku_drain' };
  const { push_token: push } = await made<{ push_token: string }>('POST /connectors', token, pushing);
  await made('PUT /resource_shares/policy', token, { allow_public_links: true, require_public_password: false });
  const share = {
    resource_type: 'apm_services',
    share_mode: 'public_link',
    constraints: { environment: 'staging', last_secs: 600 },
  };
  const { url } = await made<{ url: string }>('POST /resource_shares', token, share);
  const credentials = { viewer: await apiToken('viewer'), ingest: await apiToken('ingest'), push };
  return { id, token, credentials, link: url.split('/s/')[1]! };
}

/** Telemetry of every signal, until its segments are in the store. */
async function sendTelemetry({ id, credentials }: Owner): Promise<void> {
  const token = credentials.ingest;
  const nowMicros = Date.now() * 1_000;
  const records = Array.from({ length: 200 }, (_, at) => ({ _timestamp: nowMicros - at, message: `line ${at}` }));
  await made('POST /ingest/logs/app', token, records);
  const metrics = records.map(({ _timestamp }, at) => ({ _timestamp, __name__: 'load', value: at }));
  await made('POST /ingest/metrics/load', token, metrics);
  await eventually(async () => {
    const files = (await filesNaming(objects(), id)).filter((path) => path.endsWith('.parquet'));
    for (const signal of ['traces', 'logs', 'metrics'])
      if (!files.some((path) => path.includes(`/${signal}/`))) throw new Error(`no ${signal} are stored`);
  });
}

const pushed = (token: string) =>
  call('POST /_heroku', {
    headers: { 'x-connector-token': token, 'content-type': 'application/logplex-1' },
    body: '',
  });
const opened = (token: string) => call('POST /public/share/exchange', { body: { token } });
const read = (id: string) => call<OrgDeletion>(`GET /orgs/${id}/deletion`, { token: system });
const remove = (id: string, token = system) => call(`DELETE /orgs/${id}`, { token });
const count = async (token: string): Promise<unknown> => {
  const time_range = { start: 0, end: Date.now() * 1_000 };
  const statement = 'select count(*) as n from logs."app"';
  return (await made<{ rows: unknown }>('POST /query', token, { language: 'sql', statement, time_range })).rows;
};

beforeAll(async () => {
  product = await Product.start({ environment: { LOG_LEVEL: 'warn', SPANWISE_RESTART_LIMIT: '1000' } });
  admin = new Client({ connectionString: product.databaseUrl });
  await admin.connect();
  const { rows } = await admin.query<{ id: string }>('select id from iam.organizations where system');
  system = await select(rows[0]!.id, await product.ownerToken());
  doomed = await makeOrganization('doomed');
  neighbour = await makeOrganization('neighbour');
  await sendTelemetry(doomed);
  await sendTelemetry(neighbour);
  // Offered by another organization: its rows name the one that goes.
  await made('POST /iam/cross-org-grants', neighbour.token, {
    target_organization_id: doomed.id,
    grantee_type: 'organization',
    grantee_id: doomed.id,
    resource_type: 'dashboard',
    resource_selector: { ids: ['board'] },
    permissions: ['dashboards.read'],
  });
});
afterAll(async () => {
  await admin.end();
  product.stop();
});

describe('an organization that its platform deletes', () => {
  it('is deleted by the platform’s owner alone, and never the platform itself or one that is not there', async () => {
    expect((await remove(doomed.id, doomed.token)).status).toBe(403);
    expect((await remove(doomed.id, neighbour.token)).status).toBe(403);
    expect((await remove(randomUUID())).status).toBe(404);
    const { rows } = await admin.query<{ id: string }>('select id from iam.organizations where system');
    expect((await remove(rows[0]!.id)).status).toBe(403);
    expect((await read(doomed.id)).status).toBe(404);
  });

  it('is shut at once: its tokens are none, no list has it, its slug is free', async () => {
    const { viewer, ingest, push } = doomed.credentials;
    expect((await call('GET /apm/overview', { token: viewer })).status).toBe(200);
    expect((await pushed(push)).status).not.toBe(401);
    expect((await opened(doomed.link)).status).toBe(200);
    expect((await remove(doomed.id)).status).toBe(204);
    await eventually(async () => {
      expect((await call('GET /apm/overview', { token: viewer })).status).toBe(401);
      expect((await call('POST /ingest/logs/app', { token: ingest, body: [{ message: 'late' }] })).status).toBe(401);
      expect((await call('GET /me', { token: doomed.token })).status).toBe(401);
      expect((await pushed(push)).status).toBe(401);
      expect((await opened(doomed.link)).status).toBe(404);
    });
    const listed = await made<OrgView[]>('GET /orgs', system);
    expect(listed.map((org) => org.slug).toSorted()).toEqual(['_sys', 'default', 'neighbour']);
    expect((await remove(doomed.id)).status).toBe(404);
    const enabling = { token: system, body: { disabled: false } };
    expect((await call(`PATCH /orgs/${doomed.id}/status`, enabling)).status).toBe(404);
    expect((await call(`POST /orgs/${doomed.id}/select`, { token: system })).status).toBe(403);
    const again = await made<OrgView>('POST /orgs', system, { name: 'doomed', slug: 'doomed' });
    expect(again.id).not.toBe(doomed.id);
    const { body } = await read(doomed.id);
    expect(body.services.map(({ service }) => service)).toEqual(['apm', 'iam', 'notify', 'projector']);
    expect(body.finished_at_micros).toBeUndefined();
    expect(body.due_at_micros - body.requested_at_micros).toBe(3_600_000_000);
  });

  it('is gone although apm and the projector are killed on the way', async () => {
    for (const name of ['apm', 'projector', 'iam', 'notify']) {
      process.kill(product.pid(name)!, 'SIGKILL');
      await eventually(async () => {
        expect((await call('GET /apm/overview', { token: neighbour.credentials.viewer })).status).toBe(200);
      });
    }
    await admin.query("update iam.organization_deletions set requested_at = requested_at - $1 * interval '1 ms'", [
      DELETION_QUIET_MS,
    ]);
    const { body } = await eventually(async () => {
      const answer = await read(doomed.id);
      if (answer.body.finished_at_micros === undefined) throw new Error(JSON.stringify(answer.body));
      return answer;
    });
    expect(body.services.every((part) => part.finished_at_micros !== undefined)).toBe(true);
    expect(body.finished_at_micros).toBeLessThan(body.due_at_micros);
    const removed = Object.fromEntries(body.services.map(({ service, rows, files }) => [service, { rows, files }]));
    expect(removed.apm!.files).toBeGreaterThan(0);
    for (const service of ['iam', 'apm', 'notify', 'projector']) expect(removed[service]!.rows).toBeGreaterThan(0);
  });

  it('is named by no row of any table but those of the audit log and the deletion, and by no file', async () => {
    const found = await rowsNaming(admin, doomed.id);
    expect(Object.keys(found).filter((table) => !(table in KEPT_TABLES))).toEqual([]);
    expect(found['iam.audit_log']).toBeGreaterThan(0);
    expect(await filesNaming(product.dataDir, doomed.id)).toEqual([]);
  });

  it('leaves its audit log whole, and the platform’s says who deleted it and that it is done', async () => {
    const { items } = await made<{ items: { action: string; target_id: string; payload: object }[] }>(
      `GET /system/audit?target_id=${doomed.id}`,
      system,
    );
    expect(items.map(({ action }) => action)).toEqual([
      'organization.deleted',
      'organization.delete',
      'organization.create',
    ]);
    expect(items[1]!.payload).toEqual({ name: 'doomed', slug: 'doomed' });
    const { rows } = await admin.query<{ whole: boolean }>(
      `select count(*) = max(seq) and max(seq) = (select seq from iam.audit_heads where organization_id = $1) as whole
         from iam.audit_log where organization_id = $1`,
      [doomed.id],
    );
    expect(rows[0]!.whole).toBe(true);
  });

  it('takes nothing from another one', async () => {
    expect(await count(neighbour.token)).toEqual([[200]]);
    const { body } = await call<{ items: unknown[] }>('GET /apm/services', { token: neighbour.credentials.viewer });
    expect(body.items).toHaveLength(1);
    for (const path of ['/notify/connectors', '/saved_views', '/teams', '/query/jobs'])
      expect([path, (await made<unknown[]>(`GET ${path}`, neighbour.token)).length]).toEqual([path, 1]);
  });
});

describe('a new table with rows of organizations', () => {
  it('names them in `organization_id`, by which deletions find it', async () => {
    const others = (await organizationColumns(admin)).filter((name) => !name.endsWith('.organization_id'));
    // Rows of others that name an organization: iam removes them one organization after the other.
    expect(others).toEqual([
      'iam.cross_org_grants.target_organization_id',
      'iam.resource_shares.target_organization_id',
    ]);
  });
});
