import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import type { DefaultRoutesView, PolicyPreview, PolicyView, TemplateView } from '@spanwise/contracts/notify/routing';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { NotifyApi, Receiver } from './notify.fixture.js';
import { endpoints, RoutingScene, SELF } from './routing.fixture.js';

const TEAM = uuidv7();

let scene: RoutingScene;
let api: NotifyApi;
let receiver: Receiver;
let manager: string;
let chat: ConnectorView;
let group: ConnectorView;

beforeAll(async () => {
  scene = await RoutingScene.start();
  ({ api, receiver, manager } = scene);
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  ({ chat, group } = scene);
});

const endpoint = (change?: object, token?: string) => scene.endpoint(change, token);
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
      expect.objectContaining({ key: 'rule_name', token: '{{rule.name}}', group: 'rule' }),
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

  it('is shown in a preview: whom it would notify by which routes, sending nothing', async () => {
    const [primary, unverified] = [await endpoint({ verified: true }, manager), await endpoint()];
    await api.call('PUT', `/users/${SELF}/notify-preferences/alert`, { endpoint_ids: [unverified.id, primary.id] });
    await api.call('PUT', `/notify/team-defaults/${TEAM}/alert`, { routes: [route({ target: 'team' })] });
    await api.call('PUT', '/notify/organization-defaults/alert', { routes: [route({ target: 'everyone' })] });
    const preview = (change: object, event: object) =>
      api.call<PolicyPreview>('POST', '/notify/policies/preview', { policy: policy(change), event });
    const event = { event_type: 'alert.triggered', attributes: { team_id: TEAM, severity: 'warning' } };
    const { body } = await preview({ matchers: { severity: ['warning', 'critical'] } }, event);
    expect(body).toMatchObject({
      matched: true,
      recipients: [{ user_id: SELF, team_id: TEAM, resolved_by: 'fixed_users' }],
    });
    expect(
      body.recipients[0]!.delivery_plan.map((step) => [step.stage, step.connector_name, step.target_value_masked]),
    ).toEqual([
      ['user_primary', 'chatone_app', expect.stringMatching(/^U0\*\*\*\d\d$/)],
      ['team_fallback', 'chatone_webhook', '***'],
      ['organization_fallback', 'chatone_webhook', 'ev***ne'],
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

describe('a connector that is used (DELIVERY-4)', () => {
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

describe('the audit log', () => {
  it('has changes of templates, default routes and preferences, by whom and without whom they reach', async () => {
    const { changes } = api.gateway.iam;
    const body = { name: 'audited', body: '{{message.title}}' };
    // What the cases above have changed is recorded in order, and first.
    await api.call('POST', '/notify/templates', { ...body, name: 'audited first' });
    await expect.poll(() => changes.some(({ payload }) => payload.name === 'audited first')).toBe(true);
    const before = changes.length;
    const { id } = (await api.call<TemplateView>('POST', '/notify/templates', body)).body;
    await api.call('PUT', `/notify/templates/${id}`, { ...body, format: 'html' });
    await api.call('DELETE', `/notify/templates/${id}`);
    await api.call('PUT', `/notify/team-defaults/${TEAM}/alert`, { routes: [route({ target: 'canary room' })] });
    await api.call('DELETE', `/notify/team-defaults/${TEAM}/alert`);
    const mine = await endpoint({ external_identity: 'canary-id' });
    await api.call('PUT', `/users/${SELF}/notify-preferences/alert`, { endpoint_ids: [mine.id] });
    const seen = () =>
      changes.slice(before).filter(({ action }) => /^(template|default_route|preference)/.test(action));
    await expect.poll(() => seen().length).toBe(6);
    const template = (format: string) => ({ name: 'audited', format, category: 'alert' });
    expect(seen().map(({ action, payload }) => [action, payload])).toEqual([
      ['template.create', template('text')],
      ['template.update', template('html')],
      ['template.delete', template('html')],
      ['default_route.set', { category: 'alert', team_id: TEAM, enabled: true, connector_ids: [group.id] }],
      ['default_route.delete', { category: 'alert', team_id: TEAM }],
      ['preference.set', { user_id: SELF, category: 'alert', enabled: true, endpoint_ids: [mine.id] }],
    ]);
    expect(seen().every(({ actor_kind: kind }) => kind === 'api_token')).toBe(true);
    expect(JSON.stringify(changes)).not.toContain('canary');
  });
});
