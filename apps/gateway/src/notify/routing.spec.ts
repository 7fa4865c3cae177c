import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify';
import type { PreferenceView, UserEndpointView } from '@spanwise/contracts/notify-recipients';
import type { DefaultRoutesView, PolicyPreview, PolicyView, TemplateView } from '@spanwise/contracts/notify-routing';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { contextWith } from '../gateway.fixture.js';
import { NotifyApi, Receiver } from './notify.fixture.js';

const SELF = contextWith().subject;
const OTHER = uuidv7();
const TEAM = uuidv7();

let api: NotifyApi;
let receiver: Receiver;
let admin: Client;
let manager: string;
/** Reaches single users, and groups. */
let chat: ConnectorView;
/** Reaches groups alone. */
let group: ConnectorView;

beforeAll(async () => {
  [api, receiver] = await Promise.all([NotifyApi.start(), Receiver.start()]);
  manager = api.admit(['alerts.read', 'alerts.manage', 'org.members.read', 'org.members.manage']);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
}, 60_000);
afterAll(async () => {
  await admin.end();
  await receiver.close();
  await api.stop();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.reply = { status: 200, body: '{"ok":true,"code":0}' };
  await admin.query(`truncate notify.connectors, notify.user_endpoints, notify.preferences, notify.preference_steps,
    notify.default_routes, notify.templates, notify.policies, notify.connector_references`);
  const make = async (connector_type: string, config: object) =>
    (await api.call<ConnectorView>('POST', '/notify/connectors', { name: connector_type, connector_type, config }))
      .body;
  chat = await make('chatone_app', { bot_token: 't', api_base_url: receiver.url });
  group = await make('chatone_webhook', { webhook_url: receiver.url });
});

const endpoints = (user = SELF) => `/users/${user}/notify-endpoints`;
async function endpoint(change: object = {}, token?: string): Promise<UserEndpointView> {
  const body = { connector_id: chat.id, external_identity: `U${Math.random()}`, ...change };
  const answer = await api.call<UserEndpointView>('POST', endpoints(), body, token);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const codeSent = (): string => /(\d{6}) is your code/.exec(String(receiver.received.at(-1)!.body.text))![1];
const verify = (id: string, body: object = {}, token?: string) =>
  api.call<UserEndpointView>('POST', `${endpoints()}/${id}/verify`, body, token);

describe('a user endpoint', () => {
  it('is made unverified, listed, changed and deleted by its user without any permission', async () => {
    const own = api.admit([]);
    const made = await endpoint({ external_identity: ' U1 ', display_name: 'Chat', metadata: { a: 1 } }, own);
    expect(made).toEqual({
      id: expect.any(String),
      organization_id: chat.organization_id,
      user_id: SELF,
      connector_id: chat.id,
      provider_type: 'chatone_app',
      external_identity: 'U1',
      display_name: 'Chat',
      metadata: { a: 1 },
      verified: false,
      enabled: true,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    });
    expect((await api.call('GET', endpoints(), undefined, own)).body).toEqual([made]);
    const renamed = await api.call<UserEndpointView>('PUT', `${endpoints()}/${made.id}`, { enabled: false }, own);
    expect(renamed.body).toEqual({ ...made, enabled: false, updated_at: expect.any(Number) });
    expect((await api.call('DELETE', `${endpoints()}/${made.id}`, undefined, own)).status).toBe(204);
    expect((await api.call('GET', `${endpoints()}/${made.id}`, undefined, own)).status).toBe(404);
  });

  it('of somebody else needs the permissions of the directory', async () => {
    const statuses = async (token: string) => [
      (await api.call('GET', endpoints(OTHER), undefined, token)).status,
      (await api.call('POST', endpoints(OTHER), { connector_id: chat.id, external_identity: 'U2' }, token)).status,
    ];
    expect(await statuses(api.admit(['alerts.manage']))).toEqual([403, 403]);
    expect(await statuses(api.admit(['org.members.read']))).toEqual([200, 403]);
    expect(await statuses(manager)).toEqual([200, 201]);
    const [{ id }] = (await api.call<UserEndpointView[]>('GET', endpoints(OTHER), undefined, manager)).body;
    expect((await api.call('GET', `${endpoints()}/${id}`)).status).toBe(404);
  });

  it.each<[string, () => object, number]>([
    ['an identity that the connector cannot reach', () => ({ external_identity: 'two words' }), 400],
    ['an identity with a line end', () => ({ external_identity: 'U1\nU2' }), 400],
    ['a connector that reaches no single user', () => ({ connector_id: group.id }), 400],
    ['an unknown connector', () => ({ connector_id: uuidv7() }), 400],
    ['verified without the permission', () => ({ verified: true }), 403],
    ['too much metadata', () => ({ metadata: { a: 'x'.repeat(5_000) } }), 400],
    ['NUL in its metadata', () => ({ metadata: { a: '\0' } }), 400],
    ['an unknown member', () => ({ user_id: OTHER }), 400],
  ])('with %s is refused', async (_, change, status) => {
    const body = { connector_id: chat.id, external_identity: 'U1', ...change() };
    expect((await api.call('POST', endpoints(), body)).status).toBe(status);
  });

  it('is one for each identity', async () => {
    await endpoint({ external_identity: 'U1' });
    expect((await api.call('POST', endpoints(), { connector_id: chat.id, external_identity: 'U1' })).status).toBe(409);
  });

  it('is verified by the code that was sent there, once, and not by guesses', async () => {
    const { id } = await endpoint({ external_identity: 'U1' });
    expect(await verify(id)).toMatchObject({ status: 200, body: { verified: false } });
    expect(receiver.received[0].body.channel).toBe('U1');
    const code = codeSent();
    expect((await verify(id)).status).toBe(429);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await verify(id, { code: wrong })).status).toBe(400);
    expect(await verify(id, { code })).toMatchObject({ status: 200, body: { verified: true } });
    expect((await verify(id, { code })).status).toBe(400);
    const moved = await api.call<UserEndpointView>('PUT', `${endpoints()}/${id}`, { external_identity: 'U9' });
    expect(moved.body.verified).toBe(false);
  });

  it('has five guesses at a code, and ten minutes', async () => {
    const [guessed, late] = [await endpoint(), await endpoint()];
    await verify(guessed.id);
    const code = codeSent();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) await verify(guessed.id, { code: wrong });
    expect((await verify(guessed.id, { code })).status).toBe(400);
    await verify(late.id);
    await admin.query(`update notify.user_endpoints set code_sent_at = now() - interval '601 s' where id = $1`, [
      late.id,
    ]);
    expect((await verify(late.id, { code: codeSent() })).status).toBe(400);
  });

  it('is verified at once by who manages members', async () => {
    const { id } = await endpoint();
    expect((await verify(id, {}, manager)).body.verified).toBe(true);
    expect(receiver.received).toEqual([]);
  });

  it('is tested by a message, unless it is disabled', async () => {
    const { id } = await endpoint({ external_identity: 'U1' });
    const test = () => api.call(`POST`, `${endpoints()}/${id}/test`, { title: 'Hi', text: 'there' });
    expect(await test()).toMatchObject({ status: 200, body: { sent: true } });
    expect(receiver.received[0].body).toMatchObject({ channel: 'U1', text: 'Hi\nthere' });
    receiver.reply = { status: 200, body: '{"ok":false,"error":"is_archived"}' };
    expect((await test()).body).toMatchObject({ sent: false, error: 'provider_rejected: the channel is archived' });
    await api.call('PUT', `${endpoints()}/${id}`, { enabled: false });
    expect((await test()).status).toBe(400);
  });
});

describe('a preference', () => {
  const at = (category: string, user = SELF) => `/users/${user}/notify-preferences/${category}`;
  const quiet = { enabled: true, timezone: 'Europe/Berlin', start: '22:00', end: '07:00' };

  it('holds the endpoints in their order, and is replaced as a whole', async () => {
    const [one, two] = [await endpoint(), await endpoint()];
    const set = (body: object) => api.call<PreferenceView>('PUT', at('alert'), body);
    const { status, body } = await set({ endpoint_ids: [two.id, one.id], quiet_hours: quiet });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ category: 'alert', enabled: true, quiet_hours: quiet, allow_critical_bypass: true }),
    ]);
    expect(body.steps.map((step) => [step.step_order, step.endpoint_id])).toEqual([
      [1, two.id],
      [2, one.id],
    ]);
    const replaced = await set({ endpoint_ids: [one.id], quiet_hours: null, enabled: false });
    expect(replaced.body).toMatchObject({ id: body.id, enabled: false, steps: [{ endpoint_id: one.id }] });
    expect(replaced.body.quiet_hours).toBeUndefined();
    expect((await api.call('GET', `/users/${SELF}/notify-preferences`)).body).toEqual([replaced.body]);
    expect((await api.call('DELETE', `${endpoints()}/${one.id}`)).status).toBe(409);
    expect((await api.call('DELETE', `${endpoints()}/${two.id}`)).status).toBe(204);
  });

  it.each<[string, string, object]>([
    ['an unknown category', 'news', { endpoint_ids: [] }],
    ['an endpoint of nobody', 'alert', { endpoint_ids: [uuidv7()] }],
    ['the same endpoint twice', 'alert', { endpoint_ids: [SELF, SELF] }],
    ['an unknown time zone', 'alert', { endpoint_ids: [], quiet_hours: { ...quiet, timezone: 'Mars/Base' } }],
    ['no time', 'alert', { endpoint_ids: [], quiet_hours: { ...quiet, start: '24:00' } }],
    ['no endpoints', 'alert', {}],
  ])('with %s is 400', async (_, category, body) => {
    expect((await api.call('PUT', at(category), body)).status).toBe(400);
  });
});

const route = (change: object = {}) => ({
  connector_id: group.id,
  target_type: 'fixed_group',
  target: 'ops',
  order: 1,
  ...change,
});

describe('default routes', () => {
  it.each([
    ['organization', '/notify/organization-defaults'],
    ['team', `/notify/team-defaults/${TEAM}`],
  ])('of the %s are set, read, listed and deleted', async (_, path) => {
    const routes = [route({ order: 2, target: 'second' }), route({ target: 'first' })];
    const set = await api.call<DefaultRoutesView>('PUT', `${path}/alert`, { routes });
    expect(set).toMatchObject({ status: 200, body: { category: 'alert', enabled: true } });
    expect(set.body.routes).toEqual([routes[1], routes[0]]);
    expect((await api.call('GET', `${path}/alert`)).body).toEqual(set.body);
    expect((await api.call('GET', path)).body).toEqual([set.body]);
    expect(
      (await api.call<DefaultRoutesView>('PUT', `${path}/alert`, { routes: [route()], enabled: false })).body,
    ).toMatchObject({
      id: set.body.id,
      enabled: false,
      routes: [route()],
    });
    expect((await api.call('DELETE', `${path}/alert`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await api.call(method, `${path}/alert`)).status).toBe(404);
  });

  it.each<[string, string, () => object]>([
    ['no route', 'alert', () => ({ routes: [] })],
    ['an unknown category', 'news', () => ({ routes: [route()] })],
    ['a gap in the order', 'alert', () => ({ routes: [route({ order: 2 })] })],
    ['a route twice', 'alert', () => ({ routes: [route(), route({ order: 2 })] })],
    ['a person as the target', 'alert', () => ({ routes: [route({ target_type: 'direct_user' })] })],
    ['an unknown connector', 'alert', () => ({ routes: [route({ connector_id: uuidv7() })] })],
    ['a target that does not suit', 'alert', () => ({ routes: [route({ target_type: 'fixed_address' })] })],
  ])('with %s are 400 and change nothing', async (_, category, body) => {
    expect((await api.call('PUT', `/notify/organization-defaults/${category}`, body())).status).toBe(400);
    expect((await api.call('GET', '/notify/organization-defaults')).body).toEqual([]);
  });
});

describe('a template', () => {
  it('is made (200), changed and deleted, unless a policy uses it', async () => {
    const made = await api.call<TemplateView>('POST', '/notify/templates', {
      name: 'Short',
      body: '{{message.title}}',
    });
    expect(made).toMatchObject({ status: 200, body: { format: 'text', category: 'alert' } });
    const path = `/notify/templates/${made.body.id}`;
    const changed = await api.call<TemplateView>('PUT', path, { name: 'Short', body: 'x', format: 'html' });
    expect(changed.body).toMatchObject({ format: 'html', body: 'x' });
    expect((await api.call('GET', '/notify/templates')).body).toEqual([changed.body]);
    expect((await api.call('POST', '/notify/templates', { name: 'Short', body: 'y' })).status).toBe(409);
    expect((await api.call('POST', '/notify/templates', { name: 'Blank', body: ' ' })).status).toBe(400);
    const using = await api.call<PolicyView>('POST', '/notify/policies', policy({ template_id: made.body.id }));
    expect((await api.call('DELETE', path)).status).toBe(409);
    await api.call('DELETE', `/notify/policies/${using.body.id}`);
    expect(await api.call('DELETE', path)).toEqual({ status: 200, body: { deleted: true } });
  });

  it('has fields to name', async () => {
    const { body } = await api.call<{ fields: { key: string; token: string }[] }>('GET', '/notify/template-fields');
    expect(body.fields).toContainEqual(
      expect.objectContaining({ key: 'rule.name', token: '{{rule.name}}', group: 'rule' }),
    );
    expect(Object.keys(body)).toEqual(['fields', 'presets', 'label_keys', 'annotation_keys']);
  });
});

const policy = (change: object = {}) => ({
  name: 'On fire',
  event_type: 'alert.triggered',
  category: 'alert',
  recipient_resolver: 'fixed_users',
  resolver_config: { user_ids: [SELF] },
  delivery_mode: 'prefer_user',
  ...change,
});

describe('a policy', () => {
  it('is made with its defaults, replaced and deleted', async () => {
    const made = await api.call<PolicyView>('POST', '/notify/policies', policy());
    expect(made).toMatchObject({
      status: 201,
      body: {
        matchers: {},
        delivery_config: { connector_ids: [] },
        fallback_config: { use_user_fallbacks: true, use_team_defaults: true, use_organization_defaults: true },
        enabled: true,
        priority: 100,
      },
    });
    const path = `/notify/policies/${made.body.id}`;
    const other = await api.call<PolicyView>('POST', '/notify/policies', policy({ name: 'First', priority: 1 }));
    expect((await api.call('GET', '/notify/policies')).body).toEqual([other.body, made.body]);
    expect((await api.call('PUT', path, policy({ name: 'First' }))).status).toBe(409);
    expect(
      (await api.call<PolicyView>('PUT', path, policy({ matchers: { severity: ['critical'] } }))).body.matchers,
    ).toEqual({
      severity: ['critical'],
    });
    expect((await api.call('DELETE', path)).status).toBe(204);
    expect((await api.call('GET', path)).status).toBe(404);
  });

  it.each<[string, () => object]>([
    ['an event type in capitals', () => ({ event_type: 'Alert' })],
    ['an object to match', () => ({ matchers: { labels: { a: 'b' } } })],
    ['nothing to match', () => ({ matchers: { severity: [] } })],
    ['NUL to match', () => ({ matchers: { severity: '\0' } })],
    ['a resolver without its users', () => ({ resolver_config: {} })],
    ['a member of another resolver', () => ({ resolver_config: { user_ids: [SELF], schedule_id: uuidv7() } })],
    ['a connector too many', () => ({ delivery_config: { connector_ids: [chat.id] } })],
    [
      'a connector too few',
      () => ({ delivery_mode: 'multi_connector', delivery_config: { connector_ids: [chat.id] } }),
    ],
    [
      'a connector for groups',
      () => ({ delivery_mode: 'force_connector', delivery_config: { connector_ids: [group.id] } }),
    ],
    [
      'an unknown connector',
      () => ({ delivery_mode: 'force_connector', delivery_config: { connector_ids: [uuidv7()] } }),
    ],
    ['an unknown template', () => ({ template_id: uuidv7() })],
    ['a time-out without an escalation', () => ({ ack_timeout_seconds: 60 })],
    ['a priority of -1', () => ({ priority: -1 })],
  ])('with %s is 400', async (_, change) => {
    const { status, body } = await api.call('POST', '/notify/policies', policy(change()));
    expect([status, body.error]).toEqual([400, 'invalid_argument']);
    expect((await api.call('GET', '/notify/policies')).body).toEqual([]);
  });

  it('is shown in a preview: whom it would tell by which routes, sending nothing', async () => {
    const [primary, unverified] = [await endpoint({ verified: true }, manager), await endpoint()];
    await api.call('PUT', `/users/${SELF}/notify-preferences/alert`, { endpoint_ids: [unverified.id, primary.id] });
    await api.call('PUT', `/notify/team-defaults/${TEAM}/alert`, { routes: [route({ target: 'team' })] });
    await api.call('PUT', '/notify/organization-defaults/alert', { routes: [route({ target: 'everybody' })] });
    const preview = (change: object, event: object) =>
      api.call<PolicyPreview>('POST', '/notify/policies/preview', { policy: policy(change), event });
    const event = { event_type: 'alert.triggered', attributes: { team_id: TEAM, severity: 'warning' } };
    const { body } = await preview({ matchers: { severity: ['warning', 'critical'] } }, event);
    expect(body).toMatchObject({
      matched: true,
      recipients: [{ user_id: SELF, team_id: TEAM, resolved_by: 'fixed_users' }],
    });
    expect(
      body.recipients[0].delivery_plan.map((step) => [step.stage, step.connector_name, step.target_value_masked]),
    ).toEqual([
      ['user_primary', 'chatone_app', expect.stringMatching(/^U0\*\*\*\d\d$/)],
      ['team_fallback', 'chatone_webhook', '***'],
      ['organization_fallback', 'chatone_webhook', 'ev***dy'],
    ]);
    expect((await preview({ matchers: { severity: 'critical' } }, event)).body).toEqual({
      matched: false,
      recipients: [],
    });
    expect((await preview({}, { event_type: 'alert.resolved' })).body.matched).toBe(false);
    const stored = await api.call<PolicyView>('POST', '/notify/policies', policy());
    const tested = await api.call<PolicyPreview>('POST', `/notify/policies/${stored.body.id}/test`, { attributes: {} });
    expect(tested).toMatchObject({ status: 200, body: { policy_id: stored.body.id, matched: true } });
    expect(receiver.received).toEqual([]);
  });

  it('finds its recipients by one of the known ways', async () => {
    expect((await api.call('GET', '/notify/recipient-resolver-types')).body).toEqual([
      'alert_owner',
      'current_oncall',
      'event_users',
      'fixed_users',
      'next_oncall',
      'schedule_members',
      'team_lead',
      'team_members',
    ]);
  });
});

describe('a connector that is used', () => {
  it('cannot be deleted: the conflict names who uses it, and ends when they have moved', async () => {
    const mine = await endpoint({ display_name: 'My chat' });
    const made = await api.call<PolicyView>(
      'POST',
      '/notify/policies',
      policy({ delivery_mode: 'force_connector', delivery_config: { connector_ids: [chat.id] } }),
    );
    await api.call('PUT', `/notify/team-defaults/${TEAM}/oncall`, {
      routes: [route({ connector_id: chat.id, target: 'C1' })],
    });
    const remove = () => api.call('DELETE', `/notify/connectors/${chat.id}`);
    const refused = await remove();
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toBe(
      `The connector is still used by: user endpoint "My chat", policy "On fire", team ${TEAM} default route oncall. Move these first.`,
    );
    await api.call('DELETE', `${endpoints()}/${mine.id}`);
    await api.call('PUT', `/notify/policies/${made.body.id}`, policy());
    expect((await remove()).body.message).not.toMatch(/My chat|On fire/);
    await api.call('DELETE', `/notify/team-defaults/${TEAM}/oncall`);
    expect((await remove()).status).toBe(204);
  });

  it('is never lost to a reference that is made at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await api.call<ConnectorView>('POST', '/notify/connectors', {
        name: `race ${round}`,
        connector_type: 'chatone_webhook',
        config: { webhook_url: receiver.url },
      });
      const path = `/notify/team-defaults/${uuidv7()}/alert`;
      const [removed, referred] = await Promise.all([
        api.call('DELETE', `/notify/connectors/${made.body.id}`),
        api.call('PUT', path, { routes: [route({ connector_id: made.body.id })] }),
      ]);
      expect([`${removed.status} ${referred.status}`]).toContainEqual(expect.stringMatching(/^(204 400|409 200)$/));
    }
  });
});
