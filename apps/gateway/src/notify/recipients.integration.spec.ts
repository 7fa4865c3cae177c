import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import type { PreferenceView, RecipientView, UserEndpointView } from '@spanwise/contracts/notify/recipients';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { contextWith } from '../gateway.fixture.js';
import type { NotifyApi, Receiver } from './notify.fixture.js';
import { endpoints, RoutingScene, SELF } from './routing.fixture.js';

const OTHER = uuidv7();

let scene: RoutingScene;
let api: NotifyApi;
let receiver: Receiver;
let manager: string;
let chat: ConnectorView;
let group: ConnectorView;

beforeAll(async () => {
  scene = await RoutingScene.start();
  ({ api, receiver, manager } = scene);
  await playDirectory();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  ({ chat, group } = scene);
});

const endpoint = (change?: object, token?: string) => scene.endpoint(change, token);
const codeSent = (): string => /(\d{6}) is your code/.exec(String(receiver.received.at(-1)!.body.text))![1]!;
const verify = (id: string, body: object = {}, token?: string) =>
  api.call<UserEndpointView>('POST', `${endpoints()}/${id}/verify`, body, token);

/** iam's directory: one other member beside the caller. */
async function playDirectory(): Promise<void> {
  const view = (id: string) => ({
    id,
    email: `${id}@example.org`,
    display_name: id,
    disabled: false,
    status: 'active',
  });
  api.gateway.connection.subscribe('svc.iam.users.get', {
    callback: (_, message) => {
      const { id } = (message.json() as { data: { id: string } }).data;
      const absent = { error: { kind: 'not_found', message: 'There is no such user.' } };
      message.respond(JSON.stringify(id === OTHER ? { data: view(id) } : absent));
    },
  });
  await api.gateway.answer('svc.iam.users.list', [view(SELF), view(OTHER)]);
}

describe('the members of the organization', () => {
  it('are listed with their endpoints and preferences', async () => {
    const { id } = await endpoint();
    await api.call('PUT', `/users/${SELF}/notify-preferences/alert`, { endpoint_ids: [id] });
    const { status, body } = await api.call<RecipientView[]>('GET', '/notify/users', undefined, manager);
    expect(status).toBe(200);
    expect(body.map((user) => [user.user_id, user.endpoints.map((one) => one.id), user.preferences.length])).toEqual([
      [SELF, [id], 1],
      [OTHER, [], 0],
    ]);
    expect((await api.call('GET', '/notify/users')).status).toBe(403);
  });

  it('are the only ones who have endpoints and preferences', async () => {
    const unknownUser = uuidv7();
    const body = { connector_id: chat.id, external_identity: 'U1' };
    expect((await api.call('GET', endpoints(unknownUser), undefined, manager)).status).toBe(404);
    expect((await api.call('POST', endpoints(unknownUser), body, manager)).status).toBe(404);
    const path = `/users/${unknownUser}/notify-preferences`;
    expect((await api.call('GET', path, undefined, manager)).status).toBe(404);
    expect((await api.call('PUT', `${path}/alert`, { endpoint_ids: [] }, manager)).status).toBe(404);
  });
});

describe('a user endpoint (DELIVERY-18)', () => {
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

  it('of another user needs the permissions of the directory', async () => {
    const statuses = async (token: string) => [
      (await api.call('GET', endpoints(OTHER), undefined, token)).status,
      (await api.call('POST', endpoints(OTHER), { connector_id: chat.id, external_identity: 'U2' }, token)).status,
    ];
    expect(await statuses(api.admit(['alerts.manage']))).toEqual([403, 403]);
    expect(await statuses(api.admit(['org.members.read']))).toEqual([200, 403]);
    expect(await statuses(manager)).toEqual([200, 201]);
    const { id } = (await api.call<UserEndpointView[]>('GET', endpoints(OTHER), undefined, manager)).body[0]!;
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
    expect(receiver.received[0]!.body.channel).toBe('U1');
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
    await scene.admin.query(`update notify.user_endpoints set code_sent_at = now() - interval '601 s' where id = $1`, [
      late.id,
    ]);
    expect((await verify(late.id, { code: codeSent() })).status).toBe(400);
  });

  it('is verified at once by who manages members', async () => {
    const { id } = await endpoint();
    expect((await verify(id, {}, manager)).body.verified).toBe(true);
    expect(receiver.received).toEqual([]);
  });

  it('is tested by a message once it is verified, unless it is disabled', async () => {
    const { id } = await endpoint({ external_identity: 'U1' });
    await verify(id, {}, manager);
    const test = () => api.call(`POST`, `${endpoints()}/${id}/test`, { title: 'Hi', text: 'there' });
    expect(await test()).toMatchObject({ status: 200, body: { sent: true } });
    expect(receiver.received[0]!.body).toMatchObject({ channel: 'U1', text: 'Hi\nthere' });
    receiver.reply = { status: 200, body: '{"ok":false,"error":"is_archived"}' };
    expect((await test()).body).toMatchObject({ sent: false, error: 'provider_rejected: the channel is archived' });
    await api.call('PUT', `${endpoints()}/${id}`, { enabled: false });
    expect((await test()).status).toBe(400);
  });
});

describe('a preference (DELIVERY-19)', () => {
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
    ['an unknown endpoint', 'alert', { endpoint_ids: [uuidv7()] }],
    ['the same endpoint twice', 'alert', { endpoint_ids: [SELF, SELF] }],
    ['an unknown time zone', 'alert', { endpoint_ids: [], quiet_hours: { ...quiet, timezone: 'Mars/Base' } }],
    ['no time', 'alert', { endpoint_ids: [], quiet_hours: { ...quiet, start: '24:00' } }],
    ['no endpoints', 'alert', {}],
  ])('with %s is 400', async (_, category, body) => {
    expect((await api.call('PUT', at(category), body)).status).toBe(400);
  });
});

describe('in a disabled organization', () => {
  const disabled = () => api.gateway.iam.admit(contextWith({ permissions: [], organization_disabled: true }));
  it.each([
    ['GET', `/users/${SELF}/notify-endpoints`],
    ['POST', `/users/${SELF}/notify-endpoints`],
    ['GET', `/users/${SELF}/notify-preferences`],
    ['PUT', `/users/${SELF}/notify-preferences/alert`],
  ])('%s %s is refused', async (method, path) => {
    const bodies: Record<string, object> = {
      POST: { connector_id: chat.id, external_identity: 'U1' },
      PUT: { endpoint_ids: [] },
    };
    expect(await api.call(method, path, bodies[method], disabled())).toMatchObject({
      status: 403,
      body: { message: 'This organization is disabled.' },
    });
  });
});
