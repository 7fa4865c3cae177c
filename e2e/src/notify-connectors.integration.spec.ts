/** Connectors: what is stored, shown and tested. */
import { describe, expect, it } from 'vitest';
import {
  CONNECTOR_TYPES,
  TARGET_TYPES,
  type ConnectorType,
  type ConnectorView,
} from '@spanwise/contracts/notify/notify';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { CHANNELS } from './alert-channels.fixture.js';
import { CHATONE, CHATTWO } from './chat-providers.fixture.js';
import { receivedNotifications, TARGETS } from './connector-receivers.fixture.js';

const { product, receivers } = await receivedNotifications();

const connector = (type: ConnectorType, change: object = {}) =>
  product.connector(type, { ...receivers.config(type), ...change });
const read = (id: string) => product.done<ConnectorView>(`GET /notify/connectors/${id}`);

describe('GET /notify/connector-types', () => {
  const ABLE: Record<ConnectorType, string> = {
    chatone_app: 'direct_user group rich_text interactive',
    chatone_webhook: 'group rich_text',
    chattwo_app: 'direct_user group rich_text interactive',
    chattwo_webhook: 'group rich_text',
    discord_webhook: 'group rich_text',
    email_smtp: 'direct_user group rich_text',
    opsgenie_alerts: 'group',
    pagerduty_events: 'group',
    teams_webhook: 'group rich_text',
    telegram_bot: 'direct_user group rich_text',
    webhook: 'direct_user group rich_text',
  };

  it.each(CONNECTOR_TYPES.map((type) => [type, ABLE[type]]))(
    '%s is capable of %s and of nothing else, in each of its connectors too',
    async (type, able) => {
      const names = ['direct_user', 'group', 'rich_text', 'interactive', 'acknowledgement', 'attachments'];
      const capabilities = Object.fromEntries(names.map((name) => [name, able.split(' ').includes(name)]));
      const types = await product.done<object[]>('GET /notify/connector-types');
      expect(types).toContainEqual({ connector_type: type, capabilities });
      expect((await connector(type)).capabilities).toEqual(capabilities);
    },
  );
});

describe('config (DELIVERY-1)', () => {
  const MASKED: Record<ConnectorType, string[]> = {
    email_smtp: ['password'],
    chatone_app: ['bot_token', 'api_base_url'],
    chatone_webhook: ['webhook_url'],
    chattwo_app: ['app_secret', 'api_base_url'],
    chattwo_webhook: ['webhook_url', 'secret'],
    discord_webhook: ['webhook_url'],
    opsgenie_alerts: ['api_key', 'api_base_url'],
    pagerduty_events: ['routing_key', 'api_base_url'],
    teams_webhook: ['webhook_url'],
    telegram_bot: ['bot_token', 'api_base_url'],
    webhook: ['url', 'headers', 'secret'],
  };

  it.each(CONNECTOR_TYPES)(
    'of %s shows *** for passwords, secrets, tokens, URLs and headers everywhere',
    async (type) => {
      const shown = { ...receivers.config(type), ...Object.fromEntries(MASKED[type].map((name) => [name, '***'])) };
      const made = await connector(type);
      const changed = await product.done<ConnectorView>(`PUT /notify/connectors/${made.id}`, { enabled: true });
      const listed = await product.done<ConnectorView[]>('GET /notify/connectors');
      for (const one of [made, changed, await read(made.id), listed.find(({ id }) => id === made.id)!]) {
        expect(one.config).toEqual(shown);
      }
    },
  );

  it.each(CONNECTOR_TYPES)(
    'of %s keeps every stored secret for an unchanged ***: the receiver still takes it',
    async (type) => {
      const made = await connector(type);
      await product.done(`PUT /notify/connectors/${made.id}`, { config: { ...made.config, timeout_secs: 4 } });
      const [target_type, target] = TARGETS[type];
      expect((await product.test(made.id, target_type, target)).body).toMatchObject({ sent: true });
      expect((await read(made.id)).config).toEqual({ ...made.config, timeout_secs: 4 });
    },
  );

  it.each(CONNECTOR_TYPES.flatMap((type) => MASKED[type].map((name) => [type, name] as const)))(
    'of %s refuses *** for %s where nothing is stored',
    async (type, name) => {
      const body = {
        name: `starred ${uuidv7()}`,
        connector_type: type,
        config: { ...receivers.config(type), [name]: '***' },
      };
      const answer = await product.call('POST /notify/connectors', body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_argument']);
      expect(answer.body.details).toMatchObject([{ field: `config.${name}` }]);
    },
  );

  it.each(
    CONNECTOR_TYPES.flatMap((type) => [
      [type, 'timeout_secs', 0],
      [type, 'timeout_secs', 61],
      [type, 'timeout_secs', 1.5],
      [type, 'timeout_secs', null],
      [type, 'unknown', 'x'],
      [type, '__proto__', { x: 1 }],
    ]) as [ConnectorType, string, unknown][],
  )('of %s refuses %s: %j', async (type, name, value) => {
    const config = Object.fromEntries([...Object.entries(receivers.config(type)), [name, value]]);
    const body = JSON.stringify({ name: `bad ${uuidv7()}`, connector_type: type, config });
    const answer = await product.access.call('POST /notify/connectors', {
      token: product.owner.token,
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_argument']);
  });

  it.each(
    CONNECTOR_TYPES.flatMap((type) =>
      Object.entries({
        email_smtp: ['host', 'from'],
        chatone_app: ['bot_token'],
        chatone_webhook: ['webhook_url'],
        chattwo_app: ['app_id', 'app_secret'],
        chattwo_webhook: ['webhook_url'],
        discord_webhook: ['webhook_url'],
        opsgenie_alerts: ['api_key'],
        pagerduty_events: ['routing_key'],
        teams_webhook: ['webhook_url'],
        telegram_bot: ['bot_token'],
        webhook: ['url'],
      } satisfies Record<ConnectorType, string[]>)
        .filter(([name]) => name === type)
        .flatMap(([, members]) => members.map((member) => [type, member] as const)),
    ),
  )('of %s needs %s: without, blank, a number or a list it is 400', async (type, name) => {
    for (const value of [undefined, '', ' ', 7, [], {}, null]) {
      const config = { ...receivers.config(type), [name]: value };
      const body = { name: `bad ${uuidv7()}`, connector_type: type, config };
      const answer = await product.call('POST /notify/connectors', body);
      expect([name, value, answer.status]).toEqual([name, value, 400]);
    }
  });

  it.each<[ConnectorType, object]>([
    ['email_smtp', { port: 70_000 }],
    ['email_smtp', { tls: 'ssl' }],
    ['email_smtp', { from: 'unknown' }],
    ['chatone_app', { api_base_url: 'slack.com/api' }],
    ['chattwo_app', { receive_id_type: 'phone' }],
    ['opsgenie_alerts', { region: 'ap' }],
    ['pagerduty_events', { region: 'EU' }],
    ['telegram_bot', { bot_token: '1:../../x' }],
    ['webhook', { method: 'POST' }],
    ['webhook', { method: 'get' }],
    ['webhook', { headers: { 'x y': '1' } }],
    ['webhook', { headers: { x: 1 } }],
    ['webhook', { secret: 'whsec_%%%' }],
    ['chatone_webhook', { webhook_url: 'ftp://chat.example/x' }],
    ['chattwo_webhook', { webhook_url: 'https://user:pass@chat.example/x' }],
  ])('of %s refuses %j', async (connector_type, change) => {
    const body = {
      name: `bad ${uuidv7()}`,
      connector_type,
      config: { ...receivers.config(connector_type), ...change },
    };
    expect((await product.call('POST /notify/connectors', body)).status).toBe(400);
  });
});

describe('what a connector is made of (DELIVERY-2)', () => {
  const body = (change: object) => ({
    name: `made ${uuidv7()}`,
    connector_type: 'webhook',
    config: receivers.config('webhook'),
    ...change,
  });

  it.each<[string, object]>([
    ['name', { name: undefined }],
    ['connector_type', { connector_type: undefined }],
    ['config', { config: undefined }],
  ])('needs %s', async (field, change) => {
    const answer = await product.call('POST /notify/connectors', body(change));
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_argument']);
    expect(answer.body.details).toMatchObject([{ field }]);
  });

  it('is enabled unless it says otherwise, and what an update omits stays', async () => {
    expect(await product.done('POST /notify/connectors', body({}))).toMatchObject({ enabled: true });
    const made = await product.done<ConnectorView>('POST /notify/connectors', body({ enabled: false }));
    expect(made.enabled).toBe(false);
    expect(await product.done(`PUT /notify/connectors/${made.id}`, { name: 'only the name' })).toMatchObject({
      ...made,
      name: 'only the name',
      updated_at: expect.any(Number),
    });
  });

  it('never changes its type', async () => {
    const { id } = await connector('webhook');
    const change = (connector_type: string) => product.call(`PUT /notify/connectors/${id}`, { connector_type });
    expect((await change('webhook')).status).toBe(200);
    for (const other of CONNECTOR_TYPES.filter((type) => type !== 'webhook')) {
      expect([other, (await change(other)).status]).toEqual([other, 400]);
    }
    expect((await read(id)).connector_type).toBe('webhook');
  });
});

describe('name (DELIVERY-2)', () => {
  it('has 1 to 255 characters and is unique in its organization alone', async () => {
    const body = (name: string) => ({ name, connector_type: 'webhook', config: receivers.config('webhook') });
    const name = `${'n'.repeat(240)} ${Date.now()}`.slice(0, 255);
    expect((await product.call('POST /notify/connectors', body(name))).status).toBe(201);
    expect((await product.call('POST /notify/connectors', body(name))).status).toBe(409);
    expect((await product.call('POST /notify/connectors', body('n'.repeat(256)))).status).toBe(400);
    const rival = await product.access.otherOrganization(`rival-${Date.now()}`);
    expect((await product.call('POST /notify/connectors', body(name), rival)).status).toBe(201);
    const { id } = await connector('webhook');
    expect((await product.call(`PUT /notify/connectors/${id}`, { name })).status).toBe(409);
  });
});

describe('the target of a test must suit the connector (DELIVERY-3)', () => {
  const url = () => `${receivers.hook.url}/other`;
  const SUITABLE: Record<ConnectorType, Partial<Record<(typeof TARGET_TYPES)[number], () => string>>> = {
    email_smtp: { direct_user: () => 'ann@example.org', fixed_address: () => 'ops@example.org' },
    chatone_app: { direct_user: () => CHATONE.user, fixed_group: () => CHATONE.channel },
    chatone_webhook: {
      fixed_group: () => 'the whole of operations',
      webhook: () => `${receivers.chatone.url}${CHATONE.hook}`,
    },
    chattwo_app: { direct_user: () => 'ou_1', fixed_address: () => 'ops@example.org', fixed_group: () => 'oc_1' },
    chattwo_webhook: {
      fixed_group: () => 'the whole of operations',
      webhook: () => `${receivers.chattwo.url}${CHATTWO.hook}`,
    },
    discord_webhook: {
      fixed_group: () => 'the whole of operations',
      webhook: () => `${receivers.channels.url}${CHANNELS.discordHook}`,
    },
    opsgenie_alerts: { fixed_group: () => 'the whole of operations' },
    pagerduty_events: { fixed_group: () => 'the whole of operations' },
    teams_webhook: {
      fixed_group: () => 'the whole of operations',
      webhook: () => `${receivers.channels.url}${CHANNELS.teamsHook}`,
    },
    telegram_bot: { direct_user: () => '12345', fixed_group: () => '@ops_alerts' },
    webhook: { direct_user: () => 'ann', fixed_address: () => 'desk 4', fixed_group: () => 'ops', webhook: url },
  };

  it.each(CONNECTOR_TYPES.flatMap((type) => TARGET_TYPES.map((target) => [type, target] as const)))(
    '%s with the target type %s',
    async (type, targetType) => {
      const { id } = await connector(type);
      const suitable = SUITABLE[type][targetType];
      const answer = await product.test(id, targetType, suitable?.() ?? 'x');
      if (suitable === undefined) {
        expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_argument' } });
        expect(await read(id)).toMatchObject({ status: 'unknown', last_tested_at: null });
      } else {
        expect(answer).toMatchObject({ status: 200, body: { sent: true } });
        expect(await read(id)).toMatchObject({ status: 'connected', last_test_status: 'success' });
      }
    },
  );

  it.each<[ConnectorType, string, string]>([
    ['email_smtp', 'fixed_address', 'ops'],
    ['email_smtp', 'direct_user', 'a@b.example, c@d.example'],
    ['chatone_app', 'fixed_group', 'two words'],
    ['chattwo_app', 'direct_user', 'two words'],
    ['chattwo_app', 'fixed_address', 'ops'],
    ['telegram_bot', 'fixed_group', 'ops'],
    ['teams_webhook', 'webhook', 'not a url'],
    ['discord_webhook', 'webhook', 'ftp://example.org/'],
    ['chatone_webhook', 'webhook', 'not a url'],
    ['chattwo_webhook', 'webhook', 'ftp://example.org/'],
    ['webhook', 'webhook', '/relative'],
    ['webhook', 'fixed_group', '  '],
  ])('%s refuses the %s %j', async (type, targetType, target) => {
    expect((await product.test((await connector(type)).id, targetType, target)).status).toBe(400);
  });
});
