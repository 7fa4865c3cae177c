import { Client } from 'pg';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CONNECTOR_TYPES,
  type ConnectorTypeView,
  type ConnectorView,
  type TestResult,
} from '@spanwise/contracts/notify/notify';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { ORGANIZATION } from '../gateway.fixture.js';
import { NotifyApi, Receiver } from './notify.fixture.js';

const LIMIT = 40;
let api: NotifyApi;
let receiver: Receiver;
let admin: Client;

beforeAll(async () => {
  [api, receiver] = await Promise.all([
    NotifyApi.start({ SPANWISE_LIMIT_CONNECTORS: String(LIMIT) }),
    Receiver.start(),
  ]);
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
  receiver.reply = { status: 200, body: '{"ok":true,"code":0,"ts":"1.2"}' };
  await admin.query('delete from notify.connectors');
});

let number = 0;
const chat = (change: object = {}) => ({
  name: `chat ${++number}`,
  connector_type: 'chatone_webhook',
  config: { webhook_url: `${receiver.url}/services/canary`, timeout_secs: 20 },
  ...change,
});
const create = (body: object) => api.call<ConnectorView>('POST', '/notify/connectors', body);
async function created(body: object = chat()): Promise<ConnectorView> {
  const answer = await create(body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const read = async (id: string) => (await api.call<ConnectorView>('GET', `/notify/connectors/${id}`)).body;
const update = (id: string, body: object) => api.call<ConnectorView>('PUT', `/notify/connectors/${id}`, body);
const test = (id: string, body: object = { target_type: 'fixed_group', target: 'ops' }) =>
  api.call<TestResult>('POST', `/notify/connectors/${id}/test`, body);
const remove = (id: string) => api.call('DELETE', `/notify/connectors/${id}`);

describe('GET /api/v1/notify/connector-types', () => {
  it('lists each type with its six capabilities, by name', async () => {
    const { status, body } = await api.call<ConnectorTypeView[]>('GET', '/notify/connector-types');
    expect(status).toBe(200);
    expect(body.map((one) => one.connector_type)).toEqual(CONNECTOR_TYPES.toSorted());
    expect(body[1]!.capabilities).toEqual({
      direct_user: false,
      group: true,
      rich_text: true,
      interactive: false,
      acknowledgement: false,
      attachments: false,
    });
  });
});

describe('POST /api/v1/notify/connectors', () => {
  it('answers 201 with the connector, its secrets masked, never tested', async () => {
    const before = Date.now() * 1_000;
    const connector = await created(chat({ name: '  Ops  ', enabled: undefined }));
    expect(connector).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: ORGANIZATION,
      name: 'Ops',
      connector_type: 'chatone_webhook',
      config: { webhook_url: '***', timeout_secs: 20 },
      capabilities: expect.objectContaining({ group: true, direct_user: false }),
      enabled: true,
      status: 'unknown',
      last_tested_at: null,
      last_test_status: null,
      last_test_error: null,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    });
    expect(connector.created_at).toBeGreaterThanOrEqual(before - 1_000_000);
    expect(await read(connector.id)).toEqual(connector);
    expect((await api.call('GET', '/notify/connectors')).body).toEqual([connector]);
  });

  it.each<[string, string, object, object]>([
    [
      'email_smtp',
      'password',
      { host: '127.0.0.5', port: 2525, username: 'u', password: 'canary', from: 'a@b.example', tls: 'none' },
      {
        host: '127.0.0.5',
        port: 2525,
        username: 'u',
        password: '***',
        from: 'a@b.example',
        tls: 'none',
        timeout_secs: 10,
      },
    ],
    [
      'chatone_app',
      'bot_token',
      { bot_token: 'canary', api_base_url: 'https://chat.example/api' },
      { bot_token: '***', api_base_url: '***', timeout_secs: 10 },
    ],
    [
      'chattwo_app',
      'app_secret',
      { app_id: 'cli_1', app_secret: 'canary' },
      { app_id: 'cli_1', app_secret: '***', receive_id_type: 'open_id', timeout_secs: 10 },
    ],
    [
      'chattwo_webhook',
      'secret',
      { webhook_url: 'https://hooks.example/canary', secret: 'canary' },
      { webhook_url: '***', secret: '***', timeout_secs: 10 },
    ],
    [
      'webhook',
      'url and headers',
      { url: 'https://hooks.example/canary', headers: { authorization: 'canary' }, secret: '' },
      { url: '***', method: 'post', headers: '***', secret: '', timeout_secs: 10 },
    ],
  ])('of the type %s masks its %s', async (connector_type, _, config, shown) => {
    const connector = await created({ name: connector_type, connector_type, config });
    expect(connector.config).toEqual(shown);
  });

  it.each([
    ['slack_app', 'chatone_app', { bot_token: 'canary' }],
    ['slack_webhook', 'chatone_webhook', { webhook_url: 'https://hooks.example/canary' }],
    ['lark_app', 'chattwo_app', { app_id: 'cli_1', app_secret: 'canary' }],
    ['lark_webhook', 'chattwo_webhook', { webhook_url: 'https://hooks.example/canary' }],
  ])('takes %s for %s, and is answered as it was sent (DELIVERY-29)', async (connector_type, known, config) => {
    const connector = await created({ name: connector_type, connector_type, config });
    const listed = (await api.call<ConnectorView[]>('GET', '/notify/connectors')).body;
    const updated = await update(connector.id, { connector_type, name: 'again' });
    const sent = [connector, ...listed, updated.body].map((one) => one.connector_type);
    expect(sent).toEqual([connector_type, connector_type, connector_type]);
    expect((await update(connector.id, { connector_type: known })).body.connector_type).toBe(known);
    expect((await update(connector.id, { connector_type: 'webhook' })).status).toBe(400);
  });

  it.each<[string, object, string]>([
    ['a name that no object has', { connector_type: 'constructor' }, 'connector_type'],
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name with a line end', { name: 'a\r\nb' }, 'name'],
    ['a name that turns the text around', { name: 'a\u202eb' }, 'name'],
    ['an unknown type', { connector_type: 'pager' }, 'connector_type'],
    ['no config', { config: undefined }, 'config'],
    ['a config that is no object', { config: [] }, 'config'],
    ['an unknown member', { organization_id: uuidv7() }, 'organization_id'],
    ['null for enabled', { enabled: null }, 'enabled'],
    ['no URL', { config: {} }, 'config.webhook_url'],
    ['an unknown member of config', { config: { webhook_url: 'https://a.example/', token: 'x' } }, 'config.token'],
    ['*** where nothing is stored', { config: { webhook_url: '***' } }, 'config.webhook_url'],
    ['a time-out of 0', { config: { webhook_url: 'https://a.example/', timeout_secs: 0 } }, 'config.timeout_secs'],
    ['a time-out of 61', { config: { webhook_url: 'https://a.example/', timeout_secs: 61 } }, 'config.timeout_secs'],
    ['a time-out as text', { config: { webhook_url: 'https://a.example/', timeout_secs: '5' } }, 'config.timeout_secs'],
    ['a URL of another scheme', { config: { webhook_url: 'file:///etc/passwd' } }, 'config.webhook_url'],
    ['a private URL', { config: { webhook_url: 'http://10.0.0.1/' } }, 'config.webhook_url'],
    ['a metadata URL', { config: { webhook_url: 'http://169.254.169.254/latest' } }, 'config.webhook_url'],
    [
      'a header with a line end',
      { connector_type: 'webhook', config: { url: 'https://a.example/', headers: { a: 'b\nc' } } },
      'config.headers',
    ],
    [
      'a list of headers',
      { connector_type: 'webhook', config: { url: 'https://a.example/', headers: ['a'] } },
      'config.headers',
    ],
    [
      'two senders',
      { connector_type: 'email_smtp', config: { host: 'a.example', from: 'a@b.example, c@d.example' } },
      'config.from',
    ],
    [
      'a private mail server',
      { connector_type: 'email_smtp', config: { host: '192.168.0.1', from: 'a@b.example' } },
      'config.host',
    ],
  ])('with %s is 400 and names it', async (_, change, field) => {
    const { status, body } = await create(chat(change));
    expect([status, (body as unknown as { error: string }).error]).toEqual([400, 'invalid_argument']);
    expect(body).toMatchObject({ details: expect.arrayContaining([expect.objectContaining({ field })]) as unknown });
  });

  it('does not show a refused secret in the answer', async () => {
    const config = { webhook_url: 'http://10.9.8.7/canary', secret: 'whsec_canary', timeout_secs: 99 };
    expect(JSON.stringify(await create(chat({ config })))).not.toMatch(/canary|10\.9\.8\.7/);
  });

  it('with a name that is taken is 409, and so is one too many (API-6)', async () => {
    const { name } = await created();
    expect((await create(chat({ name: ` ${name} ` }))).status).toBe(409);
    const statuses = await Promise.all(Array.from({ length: LIMIT + 5 }, async () => (await create(chat())).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(LIMIT - 1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(6);
  });

  it('with a body nested too deep is 413', async () => {
    const deep = `{"name":"x","connector_type":"webhook","config":{"url":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`;
    expect((await api.call('POST', '/notify/connectors', deep)).status).toBe(413);
  });
});

describe('PUT /api/v1/notify/connectors/{id}', () => {
  it('keeps the stored secret for ***, and replaces it by a new text', async () => {
    const { id } = await created();
    const kept = await update(id, { name: 'renamed', config: { webhook_url: '***', timeout_secs: 5 } });
    expect(kept).toMatchObject({
      status: 200,
      body: { name: 'renamed', config: { webhook_url: '***', timeout_secs: 5 } },
    });
    await test(id);
    await update(id, { config: { webhook_url: `${receiver.url}/new` } });
    await test(id);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/services/canary', '/new']);
  });

  it('keeps all headers for ***, or one by one', async () => {
    const config = { url: receiver.url, headers: { 'x-one': '1', 'x-two': '2' } };
    const { id } = await created({ name: 'headers', connector_type: 'webhook', config });
    const headersAfter = async (headers: unknown) => {
      expect((await update(id, { config: { url: '***', headers } })).status).toBe(200);
      await test(id);
      return receiver.received.at(-1)!.headers;
    };
    expect(await headersAfter('***')).toMatchObject({ 'x-one': '1', 'x-two': '2' });
    const partly = await headersAfter({ 'X-One': '***', 'x-three': '3' });
    expect([partly['x-one'], partly['x-two'], partly['x-three']]).toEqual(['1', undefined, '3']);
    expect((await update(id, { config: { url: '***', headers: { 'x-two': '***' } } })).status).toBe(400);
  });

  it('leaves what is omitted, and the fields of the last test', async () => {
    const connector = await created(chat({ enabled: false }));
    expect((await update(connector.id, {})).body).toEqual({ ...connector, updated_at: expect.any(Number) });
    await update(connector.id, { enabled: true });
    await test(connector.id);
    const tested = await read(connector.id);
    expect((await update(connector.id, { config: { webhook_url: '***' } })).body).toMatchObject({
      status: 'connected',
      last_tested_at: tested.last_tested_at,
      last_test_status: 'success',
    });
  });

  it('takes the type it has and no other', async () => {
    const { id } = await created();
    expect((await update(id, { connector_type: 'chatone_webhook' })).status).toBe(200);
    expect((await update(id, { connector_type: 'webhook' })).status).toBe(400);
  });

  it('drops a member that a sent config leaves out; *** cannot bring it back', async () => {
    const { id } = await created(chat({ config: { webhook_url: `${receiver.url}/`, secret: 'shared' } }));
    expect((await update(id, { config: { webhook_url: '***' } })).body.config.secret).toBeUndefined();
    expect((await update(id, { config: { webhook_url: '***', secret: '***' } })).status).toBe(400);
    expect((await read(id)).config.webhook_url).toBe('***');
  });
});

describe('POST /api/v1/notify/connectors/{id}/test (DELIVERY-5)', () => {
  it('delivers, says so, and updates the fields of the test', async () => {
    const { id } = await created();
    const message = { title: 'Hello', text: 'plain', markdown: '*rich*' };
    const { status, body } = await test(id, { target_type: 'fixed_group', target: 'ops', message });
    expect([status, body]).toEqual([
      200,
      { sent: true, tested_at_micros: expect.any(Number), elapsed_ms: expect.any(Number) },
    ]);
    expect(receiver.received).toMatchObject([
      { method: 'POST', path: '/services/canary', body: { text: 'Hello\n*rich*' } },
    ]);
    expect(await read(id)).toMatchObject({
      status: 'connected',
      last_tested_at: body.tested_at_micros,
      last_test_status: 'success',
      last_test_error: null,
    });
  });

  it('that the receiver refuses is 200 with the reason, and is recorded likewise', async () => {
    const { id } = await created();
    receiver.reply = { status: 500, body: 'stack trace with canary' };
    const { status, body } = await test(id);
    expect([status, body.sent, body.error]).toEqual([200, false, 'http_500: the receiver answered with status 500']);
    expect(await read(id)).toMatchObject({ status: 'error', last_test_status: 'failed', last_test_error: body.error });
    receiver.reply = { status: 200, body: '' };
    await test(id);
    expect(await read(id)).toMatchObject({ status: 'connected', last_test_error: null });
  });

  it('hands back the id that the provider gave', async () => {
    const config = { bot_token: 't', api_base_url: receiver.url };
    const { id } = await created({ name: 'app', connector_type: 'chatone_app', config });
    expect((await test(id, { target_type: 'direct_user', target: 'U1' })).body.provider_message_id).toBe('1.2');
  });

  it('reaches a mail server, and says what it refused without its words', async () => {
    const mails: string[] = [];
    const server = new SMTPServer({
      logger: false,
      // Connections are kept open for the next message.
      closeTimeout: 100,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('unknown') ? new Error('canary') : null),
      onData: (stream, _session, done) => {
        stream.on('data', (chunk: Buffer) => mails.push(chunk.toString())).on('end', () => done());
      },
    });
    const listening = server.listen(0, '127.0.0.5');
    await new Promise((resolve) => listening.once('listening', resolve));
    const { port } = listening.address() as AddressInfo;
    const config = { host: '127.0.0.5', port, from: 'alerts@example.org', tls: 'none' };
    const { id } = await created({ name: 'mail', connector_type: 'email_smtp', config });
    expect((await test(id, { target_type: 'fixed_address', target: 'ops@example.org' })).body.sent).toBe(true);
    expect(mails[0]).toContain('Subject: Spanwise test notification');
    const refused = await test(id, { target_type: 'fixed_address', target: 'unknown@example.org' });
    expect(refused.body.error).toMatch(/^smtp_rejected: the mail server refused the message with status 5\d\d$/);
    await new Promise<void>((resolve) => server.close(resolve));
  });

  it('of a disabled connector is 409 and changes nothing', async () => {
    const connector = await created(chat({ enabled: false }));
    expect(await test(connector.id)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await read(connector.id)).toEqual(connector);
    expect(receiver.received).toEqual([]);
  });

  it.each<[string, object]>([
    ['a target type that does not suit', { target_type: 'direct_user', target: 'U1' }],
    ['an unknown target type', { target_type: 'pager', target: 'x' }],
    ['no target', { target_type: 'fixed_group' }],
    ['a blank target', { target_type: 'fixed_group', target: ' ' }],
    ['a target with a line end', { target_type: 'fixed_group', target: 'a\nb' }],
    ['a URL as the target that may not be reached', { target_type: 'webhook', target: 'http://127.0.0.1:1/' }],
    ['a title with a line end', { target_type: 'fixed_group', target: 'ops', message: { title: 'a\nb' } }],
    ['a number as text', { target_type: 'fixed_group', target: 'ops', message: { text: 5 } }],
    ['an unknown member of the message', { target_type: 'fixed_group', target: 'ops', message: { color: 'red' } }],
  ])('with %s is 400 and changes nothing', async (_, body) => {
    const connector = await created();
    expect((await test(connector.id, body)).status).toBe(400);
    expect(await read(connector.id)).toEqual(connector);
    expect(receiver.received).toEqual([]);
  });

  it('that an update or a delete overtakes records nothing', async () => {
    const [updated, deleted] = [await created(), await created()];
    let release = () => {};
    receiver.held = new Promise((resolve) => (release = resolve));
    const tests = [test(updated.id), test(deleted.id)];
    await expect.poll(() => receiver.received.length).toBe(2);
    await update(updated.id, { name: 'newer' });
    expect((await remove(deleted.id)).status).toBe(204);
    release();
    receiver.held = undefined;
    expect((await Promise.all(tests)).map(({ status, body }) => [status, body.sent])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await read(updated.id)).toMatchObject({ status: 'unknown', last_tested_at: null });
  });
});

describe('DELETE /api/v1/notify/connectors/{id}', () => {
  it('answers 204 with no content, and the connector is gone', async () => {
    const { id } = await created();
    expect(await remove(id)).toEqual({ status: 204, body: undefined });
    expect((await api.call('GET', `/notify/connectors/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });
});
