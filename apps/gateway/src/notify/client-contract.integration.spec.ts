/** What an independent web client calls and reads on its notification pages, walked as that client does it. */
import type { AddressInfo } from 'node:net';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTOR_TYPES, type ConnectorType, type ConnectorView } from '@spanwise/contracts/notify/notify';
import { publishEvent } from '@spanwise/contracts/notify/deliveries';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually } from '@spanwise/testing/eventually';
import { ORGANIZATION } from '../gateway.fixture.js';
import type { NotifyApi, Receiver } from './notify.fixture.js';
import { RoutingScene, SELF } from './routing.fixture.js';

type Thing = Record<string, unknown>;

const TEAM = uuidv7();
let scene: RoutingScene;
let api: NotifyApi;
let receiver: Receiver;
let token: string;
let deliveryId: string;
let mailPort: number;
/** Takes every login, and a message as long as the other receiver takes one. */
const mail = new SMTPServer({
  logger: false,
  // Connections are kept open for the next message.
  closeTimeout: 100,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username }, _session, done) => done(null, { user: username }),
  onRcptTo: (_address, _session, done) => done(receiver.reply.status === 200 ? null : new Error('down')),
  onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
});

beforeAll(async () => {
  const listening = mail.listen(0, '127.0.0.5');
  await new Promise((resolve) => listening.once('listening', resolve));
  mailPort = (listening.address() as AddressInfo).port;
  scene = await RoutingScene.start();
  ({ api, receiver, manager: token } = scene);
  const self = { id: SELF, email: 'a@b.example', display_name: 'A', disabled: false, status: 'active' };
  await api.gateway.answer('svc.iam.users.list', [self]);
  await scene.reset();
});
afterAll(async () => {
  await scene.stop();
  await new Promise<void>((resolve) => mail.close(resolve));
});

const call = <T = Thing>(method: string, path: string, body?: unknown) => api.call<T>(method, path, body, token);
async function answered<T = Thing>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, body);
  expect([method, path, answer.status, answer.body]).toEqual([method, path, expect.toSatisfy(isSuccess), answer.body]);
  return answer.body;
}
const isSuccess = (status: number) => status >= 200 && status < 300;

/** Members that are missing; `a.b` is inside `a`. Null counts as missing: the client shows it as a value. */
function missing(thing: Thing, members: string): string[] {
  return members.split(' ').filter((path) => {
    const found = path.split('.').reduce<unknown>((inside, name) => (inside as Thing | undefined)?.[name], thing);
    return found === undefined || found === null;
  });
}

/** Every form field of the type, as the client's forms write it; what it tests with when the drawer opens. */
const FORMS: Record<ConnectorType, { config: () => Thing; secrets: string[]; target: string; value: string }> = {
  email_smtp: {
    config: () => ({
      host: '127.0.0.5',
      port: mailPort,
      username: 'u',
      password: 'p',
      from: 'a@b.example',
      tls: 'none',
      timeout_secs: 10,
    }),
    secrets: ['password'],
    target: 'fixed_address',
    value: 'ops@b.example',
  },
  chatone_app: {
    config: () => ({ bot_token: 't', api_base_url: receiver.url, timeout_secs: 10 }),
    secrets: ['bot_token', 'api_base_url'],
    target: 'direct_user',
    value: 'U1',
  },
  chatone_webhook: {
    config: () => ({ webhook_url: `${receiver.url}/one`, timeout_secs: 10 }),
    secrets: ['webhook_url'],
    target: 'fixed_group',
    value: 'ops',
  },
  chattwo_app: {
    config: () => ({
      app_id: 'cli_1',
      app_secret: 's',
      api_base_url: receiver.url,
      receive_id_type: 'open_id',
      timeout_secs: 10,
    }),
    secrets: ['app_secret', 'api_base_url'],
    target: 'direct_user',
    value: 'ou_1',
  },
  chattwo_webhook: {
    config: () => ({ webhook_url: `${receiver.url}/two`, secret: '', timeout_secs: 10 }),
    secrets: ['webhook_url'],
    target: 'fixed_group',
    value: 'ops',
  },
  discord_webhook: {
    config: () => ({ webhook_url: `${receiver.url}/three`, timeout_secs: 10 }),
    secrets: ['webhook_url'],
    target: 'fixed_group',
    value: 'ops',
  },
  opsgenie_alerts: {
    config: () => ({ api_key: 'k', region: 'us', api_base_url: receiver.url, timeout_secs: 10 }),
    secrets: ['api_key', 'api_base_url'],
    target: 'fixed_group',
    value: 'ops',
  },
  pagerduty_events: {
    config: () => ({ routing_key: 'k', region: 'us', api_base_url: receiver.url, timeout_secs: 10 }),
    secrets: ['routing_key', 'api_base_url'],
    target: 'fixed_group',
    value: 'ops',
  },
  teams_webhook: {
    config: () => ({ webhook_url: `${receiver.url}/four`, timeout_secs: 10 }),
    secrets: ['webhook_url'],
    target: 'fixed_group',
    value: 'ops',
  },
  telegram_bot: {
    config: () => ({ bot_token: '12345:ABCDEFGHIJ', api_base_url: receiver.url, timeout_secs: 10 }),
    secrets: ['bot_token', 'api_base_url'],
    target: 'direct_user',
    value: '12345',
  },
  webhook: {
    config: () => ({ url: `${receiver.url}/hook`, method: 'post', headers: { 'x-key': 'k' }, timeout_secs: 10 }),
    secrets: ['url', 'headers'],
    target: 'fixed_group',
    value: 'ops',
  },
};
const CHAT_ANSWER =
  '{"ok":true,"code":0,"status":"success","ts":"1.2","tenant_access_token":"t","expire":7200,"data":{}}';

describe('the page of connectors', () => {
  it.each(CONNECTOR_TYPES.map((type) => [type]))('walks a connector of the type %s through its life', async (type) => {
    const form = FORMS[type];
    const name = `walked ${type}`;
    receiver.reply = { status: 200, body: CHAT_ANSWER };
    // Created with every field of the form, and shown with *** for each secret.
    const body = { name, connector_type: type, config: form.config(), enabled: true };
    const { id } = await answered<ConnectorView>('POST', '/notify/connectors', body);
    const list = await answered<ConnectorView[]>('GET', '/notify/connectors');
    const shown = list.find((one) => one.id === id)!;
    expect(missing(shown as unknown as Thing, 'id name connector_type config capabilities enabled status')).toEqual([]);
    expect(Object.keys(shown.capabilities)).toHaveLength(6);
    expect([shown.status, shown.last_tested_at]).toEqual(['unknown', null]);
    const masked = Object.fromEntries(form.secrets.map((secret) => [secret, '***']));
    expect(shown.config).toEqual({ ...form.config(), ...masked, ...(type.includes('webhook') && shownSecret(shown)) });
    // Edited: the whole configuration is sent back, *** for what was not touched, headers as a string too.
    const edited = { name: `${name} 2`, config: { ...shown.config, timeout_secs: 4 }, enabled: true };
    const kept = await answered<ConnectorView>('PUT', `/notify/connectors/${id}`, edited);
    expect(kept.config).toEqual({ ...shown.config, timeout_secs: 4 });
    // Tested without a message: well, and badly, which is 200 as well.
    const target = { target_type: form.target, target: form.value };
    const test = () => answered('POST', `/notify/connectors/${id}/test`, target);
    expect(await test()).toMatchObject({ sent: true });
    expect(await statusOf(id)).toEqual(['connected', 'success', null, expect.any(Number)]);
    receiver.reply = { status: 503, body: 'down' };
    const bad = await test();
    expect([bad.sent, bad.error]).toEqual([false, expect.stringMatching(/^[a-z0-9_]+: .+/)]);
    expect(await statusOf(id)).toEqual(['error', 'failed', bad.error, expect.any(Number)]);
    // Disabled: a test is refused in words; then it is deleted.
    await answered('PUT', `/notify/connectors/${id}`, { ...edited, enabled: false });
    const refused = await call('POST', `/notify/connectors/${id}/test`, target);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('disabled')]);
    expect((await call('DELETE', `/notify/connectors/${id}`)).status).toBe(204);
    expect((await answered<ConnectorView[]>('GET', '/notify/connectors')).map((one) => one.id)).not.toContain(id);
  });

  /** The generic forms leave out what the product knows in addition. */
  const shownSecret = ({ config }: ConnectorView) => ('secret' in config ? { secret: config.secret } : {});
  const statusOf = async (id: string) => {
    const one = await answered<ConnectorView>('GET', `/notify/connectors/${id}`);
    return [one.status, one.last_test_status, one.last_test_error, one.last_tested_at];
  };

  it('shows the types with their capabilities as a plain array', async () => {
    const types = await answered<Thing[]>('GET', '/notify/connector-types');
    expect(types.map((type) => type.connector_type)).toEqual([...CONNECTOR_TYPES].toSorted());
    for (const type of types) expect(Object.values(type.capabilities as Thing)).toHaveLength(6);
  });

  it('shows the words of a refusal: a name that is taken, and a connector that is used', async () => {
    const body = { name: scene.chat.name, connector_type: 'webhook', config: FORMS.webhook.config() };
    const taken = await call('POST', '/notify/connectors', body);
    expect(taken).toMatchObject({ status: 409, body: { error: 'conflict', message: expect.stringContaining('name') } });
    const endpoint = await scene.endpoint({}, token);
    const used = await call('DELETE', `/notify/connectors/${scene.chat.id}`);
    expect([used.status, used.body.message]).toEqual([409, expect.stringContaining(`user endpoint ${endpoint.id}`)]);
    await call('DELETE', `/users/${SELF}/notify-endpoints/${endpoint.id}`);
  });
});

describe('the other pages', () => {
  let endpointId: string;
  let templateId: string;

  beforeAll(async () => {
    receiver.reply = { status: 200, body: CHAT_ANSWER };
    const endpoint = { connector_id: scene.chat.id, external_identity: 'U7', display_name: 'Ann', metadata: { a: 1 } };
    endpointId = String((await answered('POST', `/users/${SELF}/notify-endpoints`, endpoint)).id);
    await answered('POST', `/users/${SELF}/notify-endpoints/${endpointId}/verify`, {});
    expect(await answered('POST', `/users/${SELF}/notify-endpoints/${endpointId}/test`, {})).toMatchObject({
      sent: true,
    });
    const quiet = { enabled: false, timezone: 'Europe/Berlin', start: '22:00', end: '07:00' };
    for (const quiet_hours of [null, quiet]) {
      const body = { enabled: true, endpoint_ids: [endpointId], quiet_hours, allow_critical_bypass: true };
      await answered('PUT', `/users/${SELF}/notify-preferences/alert`, body);
    }
    const template = { name: 'T', body: '{{rule.name}}', format: 'text', category: 'alert' };
    templateId = String((await answered('POST', '/notify/templates', template)).id);
    await answered('POST', '/notify/policies', policyBody());
    const routes = [{ connector_id: scene.group.id, target_type: 'fixed_group', target: 'ops', order: 1 }];
    for (const path of ['organization-defaults', `team-defaults/${TEAM}`]) {
      await answered('PUT', `/notify/${path}/alert`, { routes, enabled: true });
    }
    await new RpcClient(api.gateway.connection).call(publishEvent, {
      organization_id: ORGANIZATION,
      event_id: 'walked',
      event_type: 'alert.triggered',
      occurred_at_micros: Date.now() * 1_000,
      attributes: { summary: 'Slow', incident_id: 'i1', severity: 'high' },
    });
    deliveryId = await eventually(async () => {
      const [first] = await answered<Thing[]>('GET', '/notify/deliveries?limit=200&event_id=walked&status=success');
      return String(first!.id);
    });
  });

  const policyBody = () => ({
    name: 'P',
    event_type: 'alert.triggered',
    category: 'alert',
    priority: 5,
    matchers: { severity: 'high' },
    recipient_resolver: 'fixed_users',
    resolver_config: { user_ids: [SELF] },
    delivery_mode: 'prefer_user',
    delivery_config: { connector_ids: [] },
    fallback_config: { use_user_fallbacks: true, use_team_defaults: true, use_organization_defaults: true },
    template_id: templateId,
    ack_timeout_seconds: 600,
    escalation_config: {
      recipient_resolver: 'fixed_users',
      resolver_config: { user_ids: [SELF] },
      delivery_mode: 'prefer_user',
      delivery_config: { connector_ids: [] },
    },
    enabled: true,
  });

  it.each<[string, string, string]>([
    ['/notify/users', 'user_id email display_name endpoints preferences', 'the list of users'],
    [
      `/users/${SELF}/notify-endpoints`,
      'id connector_id external_identity display_name verified enabled metadata',
      'the endpoints of a user',
    ],
    [
      `/users/${SELF}/notify-preferences`,
      'category enabled steps quiet_hours.enabled quiet_hours.timezone quiet_hours.start quiet_hours.end allow_critical_bypass',
      'their preferences',
    ],
    [
      '/notify/policies',
      'id name event_type category priority recipient_resolver resolver_config matchers delivery_mode delivery_config.connector_ids fallback_config.use_user_fallbacks fallback_config.use_team_defaults fallback_config.use_organization_defaults template_id ack_timeout_seconds escalation_config enabled',
      'the policies',
    ],
    ['/notify/templates', 'id name body format category updated_at', 'the templates'],
    ['/notify/organization-defaults', 'category routes enabled', 'the default routes'],
    [`/notify/team-defaults/${TEAM}`, 'category routes enabled', 'those of a team'],
    [
      '/notify/deliveries?limit=200&event_id=walked&status=success&stage=user_primary',
      'id event_id policy_id recipient_user_id connector_id target_type target_value_masked stage attempt status latency_ms created_at',
      'the log of deliveries',
    ],
  ])('%s is a plain array with %s', async (path, members) => {
    const things = await answered<Thing[]>('GET', path);
    expect(things.length).toBeGreaterThan(0);
    expect(missing(things[0]!, members)).toEqual([]);
  });

  it('find what stands inside the things', async () => {
    const [user] = await answered<{ endpoints: Thing[]; preferences: { category: string; steps: Thing[] }[] }[]>(
      'GET',
      '/notify/users',
    );
    expect(missing(user!.endpoints[0]!, 'id connector_id')).toEqual([]);
    expect(user!.preferences[0]!.steps).toMatchObject([{ step_order: 1, endpoint_id: endpointId }]);
    const [defaults] = await answered<{ routes: Thing[] }[]>('GET', '/notify/organization-defaults');
    expect(missing(defaults!.routes[0]!, 'connector_id target_type target order')).toEqual([]);
    const fields = await answered<Record<string, Thing[]>>('GET', '/notify/template-fields');
    expect(missing(fields as unknown as Thing, 'fields presets label_keys annotation_keys')).toEqual([]);
    expect(missing(fields.fields![0]!, 'key token group categories example event_types')).toEqual([]);
    const resolvers = await answered<unknown[]>('GET', '/notify/recipient-resolver-types');
    expect(resolvers.every((one) => typeof one === 'string')).toBe(true);
  });

  it('preview a policy with its recipients and their plan', async () => {
    const event = { event_type: 'alert.triggered', attributes: { severity: 'high' } };
    const preview = await answered<{ matched: boolean; recipients: (Thing & { delivery_plan: Thing[] })[] }>(
      'POST',
      '/notify/policies/preview',
      { policy: policyBody(), event },
    );
    expect(preview.matched).toBe(true);
    expect(missing(preview.recipients[0]!, 'user_id resolved_by delivery_plan')).toEqual([]);
    const step = 'stage connector_id connector_name endpoint_id target_value_masked';
    expect(missing(preview.recipients[0]!.delivery_plan[0]!, step)).toEqual([]);
  });

  it('send null for what was not filled in (API-11)', async () => {
    const unset = { template_id: null, ack_timeout_seconds: null, escalation_config: null };
    const event = { event_id: null, event_type: 'alert.triggered', occurred_at_micros: null, attributes: {} };
    await answered('POST', '/notify/policies/preview', { policy: { ...policyBody(), ...unset }, event });
    const endpoint = { connector_id: scene.chat.id, external_identity: 'U8', display_name: null };
    const { id } = await answered('POST', `/users/${SELF}/notify-endpoints`, endpoint);
    const path = `/users/${SELF}/notify-endpoints/${String(id)}`;
    await answered('POST', `${path}/test`, { title: null, text: null });
    await answered('PUT', path, { ...endpoint, external_identity: 'U9' });
    for (const message of [null, { title: 'T', text: 'x', markdown: null, html: null }])
      await answered('POST', `/notify/connectors/${scene.chat.id}/test`, {
        target_type: 'direct_user',
        target: 'U9',
        message,
      });
    await answered('DELETE', path);
  });

  it('change and delete what they show, and acknowledge a delivery', async () => {
    const [policy] = await answered<{ id: string }[]>('GET', '/notify/policies');
    await answered('PUT', `/notify/policies/${policy!.id}`, { ...policyBody(), enabled: false });
    await answered('POST', `/notify/deliveries/${deliveryId}/ack`);
    const failed = await call('POST', `/notify/deliveries/${deliveryId}/retry`);
    expect([failed.status, failed.body.message]).toEqual([400, expect.any(String)]);
    for (const path of ['organization-defaults', `team-defaults/${TEAM}`]) {
      await answered('DELETE', `/notify/${path}/alert`);
    }
    const used = await call('DELETE', `/notify/templates/${templateId}`);
    expect([used.status, used.body.message]).toEqual([409, expect.stringContaining('policy')]);
  });
});
