import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView, TestResult } from '@spanwise/contracts/notify/notify';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyApi, Receiver } from './notify.fixture.js';

let api: NotifyApi;
let receiver: Receiver;
let admin: Client;

beforeAll(async () => {
  [api, receiver] = await Promise.all([NotifyApi.start(), Receiver.start()]);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await receiver.close();
  await api.stop();
});
beforeEach(async () => {
  receiver.received.length = 0;
  await admin.query('delete from notify.connectors');
});

let number = 0;
const chat = () => ({
  name: `chat ${++number}`,
  connector_type: 'chatone_webhook',
  config: { webhook_url: receiver.url },
});
const created = async (body: object = chat()) =>
  (await api.call<ConnectorView>('POST', '/notify/connectors', body)).body;
const read = async (id: string) => (await api.call<ConnectorView>('GET', `/notify/connectors/${id}`)).body;
const update = (id: string, body: object) => api.call<ConnectorView>('PUT', `/notify/connectors/${id}`, body);
const test = (id: string) =>
  api.call<TestResult>('POST', `/notify/connectors/${id}/test`, { target_type: 'fixed_group', target: 'ops' });
const remove = (id: string) => api.call('DELETE', `/notify/connectors/${id}`);

describe('every connector route', () => {
  const ROUTES: [string, string, object | undefined, 'alerts.read' | 'alerts.manage'][] = [
    ['GET', '/notify/connector-types', undefined, 'alerts.read'],
    ['GET', '/notify/connectors', undefined, 'alerts.read'],
    ['GET', '/notify/connectors/{id}', undefined, 'alerts.read'],
    ['POST', '/notify/connectors', { name: 'x' }, 'alerts.manage'],
    ['PUT', '/notify/connectors/{id}', {}, 'alerts.manage'],
    ['POST', '/notify/connectors/{id}/test', { target_type: 'fixed_group', target: 'ops' }, 'alerts.manage'],
    ['DELETE', '/notify/connectors/{id}', undefined, 'alerts.manage'],
  ];

  it.each(ROUTES)('%s %s needs a credential, and its permission', async (method, path, body, permission) => {
    const { id } = await created();
    const at = path.replace('{id}', id);
    const others = ['alerts.read', 'alerts.manage'].filter((one) => one !== permission);
    const denied = await api.call(method, at, body, api.admit(others));
    expect([denied.status, denied.body.message]).toEqual([403, `The permission ${permission} is missing.`]);
    expect((await api.call(method, at, body, 'sw_unknown')).status).toBe(401);
  });

  it.each(ROUTES.filter(([, path]) => path.includes('{id}')))(
    '%s %s knows nothing of another organization, nor of what is no id',
    async (method, path, body) => {
      const { id } = await created();
      const other = api.admit(['alerts.read', 'alerts.manage'], uuidv7());
      for (const [named, token] of [
        [id, other],
        [uuidv7(), undefined],
        ['not-an-id', undefined],
      ] as const) {
        expect((await api.call(method, path.replace('{id}', named), body, token)).status).toBe(404);
      }
      expect(receiver.received).toEqual([]);
    },
  );
});

describe('row-level security', () => {
  it('binds every table of notify that has an organization, its owner too', async () => {
    const { rows } = await admin.query<{ relname: string; fenced: boolean }>(
      `select c.relname, c.relrowsecurity and c.relforcerowsecurity as fenced
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'notify' and c.relkind = 'r' order by c.relname`,
    );
    const open = rows.filter(({ fenced }) => !fenced).map(({ relname }) => relname);
    // Ids alone, of organizations whose things are gone.
    expect(open).toEqual(['deleted_organizations', 'migrations', 'organizations']);
    expect(rows.length).toBeGreaterThan(8);
  });
});

describe('secrets', () => {
  const CANARY = 'canary-7f3a9c';

  it('are in no row and in no message of the bus', async () => {
    const heard: string[] = [];
    const tap = api.gateway.connection.subscribe('>', {
      callback: (_, message) => heard.push(Buffer.from(message.data).toString('latin1')),
    });
    const config = { url: `${receiver.url}/${CANARY}`, headers: { authorization: CANARY }, secret: CANARY };
    const { id } = await created({ name: 'canary', connector_type: 'webhook', config });
    await update(id, { config });
    await test(id);
    const dump = await admin.query(
      `select c::text as row, encode(config_sealed, 'escape') as sealed from notify.connectors c`,
    );
    tap.unsubscribe();
    expect(heard.length).toBeGreaterThan(2);
    expect(receiver.received[0]!.path).toBe(`/${CANARY}`);
    for (const text of [...heard, JSON.stringify(dump.rows)]) expect(text).not.toContain(CANARY);
  });

  it('do not open in another row, and come under the new key by `rewrap`', async () => {
    const [one, other] = [await created(), await created()];
    await admin.query(
      'update notify.connectors set config_sealed = (select config_sealed from notify.connectors where id = $1) where id = $2',
      [one.id, other.id],
    );
    expect(await read(other.id)).toMatchObject({ config: {}, status: 'error' });
    expect((await test(other.id)).body.error).toMatch(/^secret_unavailable: /);
    await remove(other.id);

    const keys = ['k2:', 'k1:'].map((kid, at) => kid + Buffer.alloc(32, at === 0 ? 6 : 5).toString('base64'));
    const sealedBy = async () => {
      const { rows } = await admin.query<{ config_sealed: Buffer }>('select config_sealed from notify.connectors');
      return rows.map(({ config_sealed: sealed }) => sealed.toString('latin1', 3, 5));
    };
    expect(await sealedBy()).toEqual(['k1']);
    expect(await api.command('rewrap', { SPANWISE_SECRET_KEYS: keys.join(',') })).toContain('"rewritten":1');
    expect(await sealedBy()).toEqual(['k2']);
    expect(await api.command('rewrap', { SPANWISE_SECRET_KEYS: keys[0]! })).toContain('"rewritten":0');
  });
});

describe('the audit log', () => {
  it('has every change, by whom, without a secret', async () => {
    const { changes } = api.gateway.iam;
    const { id, name } = await created();
    await update(id, { config: { webhook_url: receiver.url }, enabled: false });
    await remove(id);
    const ofConnector = () => changes.filter(({ target_id: target }) => target === id);
    await expect.poll(() => ofConnector().length).toBe(3);
    expect(ofConnector().map(({ action, payload }) => [action, payload])).toEqual([
      ['connector.create', { name, connector_type: 'chatone_webhook', enabled: true }],
      ['connector.update', { name, connector_type: 'chatone_webhook', enabled: false, config_changed: true }],
      ['connector.delete', { name, connector_type: 'chatone_webhook', enabled: false }],
    ]);
    expect(ofConnector()[0]).toMatchObject({ actor_kind: 'api_token', target_kind: 'connector', ip: '127.0.0.1' });
    expect(JSON.stringify(changes)).not.toContain('services/canary');
    await expect.poll(async () => (await admin.query('select from notify.audit_outbox')).rowCount).toBe(0);
  });

  it('does not have a change that was refused', async () => {
    const { id } = await created();
    expect((await update(id, { config: { webhook_url: 'nowhere' } })).status).toBe(400);
    const { rows } = await admin.query<{ action: string }>(
      `select record ->> 'action' as action from notify.audit_outbox where record ->> 'target_id' = $1`,
      [id],
    );
    expect(rows.map(({ action }) => action)).not.toContain('connector.update');
  });
});

describe('tests of a connector (DELIVERY-5)', () => {
  it('are ten a minute at most', async () => {
    const { id } = await created();
    for (let count = 0; count < 10; count++) expect((await test(id)).status).toBe(200);
    const refused = await test(id);
    expect([refused.status, refused.body]).toMatchObject([429, { error: 'resource_exhausted' }]);
    expect((await test((await created()).id)).status).toBe(200);
    expect(receiver.received).toHaveLength(11);
  });
});
