/** A stored secret belongs to the destination that it was entered for, for every caller and request. */
import { describe, expect, it } from 'vitest';
import { CONNECTOR_TYPES, type ConnectorType, type ConnectorView } from '@spanwise/contracts/notify/notify';
import { PROVIDERS } from '@spanwise/notify/channels/providers/registry';
import { HttpReceiver, MailReceiver } from '@spanwise/notify/channels/providers/providers.fixture';
import { receivedNotifications, TARGETS } from './connector-receivers.fixture.js';
import { CERTIFICATE, RECEIVERS } from './notifications.fixture.js';

const { product, receivers } = await receivedNotifications();
const connector = (type: ConnectorType, change: object = {}) =>
  product.connector(type, { ...receivers.config(type), ...change });
const put = (id: string, config: object) =>
  product.call<{ details: { field: string; reason: string }[] } & ConnectorView>(`PUT /notify/connectors/${id}`, {
    config,
  });
const membersOf = (type: ConnectorType) => Object.entries(PROVIDERS[type].members);
const partsOf = (type: ConnectorType) =>
  membersOf(type).flatMap(([name, { destination }]) => (destination === undefined ? [] : [name]));
/** What is secret of a connector that is there, besides the member that is changed. */
const secretsOf = (type: ConnectorType, but: string) =>
  membersOf(type).flatMap(([name, { masked }]) =>
    masked && name !== but && name in receivers.config(type) ? [name] : [],
  );

/** Another value that leads elsewhere, for a member of any type. */
const ELSEWHERE: Record<string, (own: unknown) => unknown> = {
  host: () => 'other.example',
  port: (own) => Number(own) + 1,
  region: (own) => (own === 'eu' ? 'us' : 'eu'),
  tls: (own) => (own === 'none' ? 'starttls' : 'none'),
};
const elsewhere = (name: string, own: unknown) =>
  ELSEWHERE[name]?.(own) ?? String(own).replace(/:(\d+)/, (_, port) => `:${(Number(port) % 65_000) + 1}`);

describe('a destination that changes beside ***', () => {
  it.each(CONNECTOR_TYPES)('of %s is declared', (type) => {
    expect(partsOf(type).length).toBeGreaterThan(0);
  });

  // Of the webhooks of these chats nothing is secret but the URL itself.
  const bearers = CONNECTOR_TYPES.filter((type) => !['discord_webhook', 'teams_webhook'].includes(type));
  it.each(bearers.flatMap((type) => partsOf(type).map((part) => [type, part] as const)))(
    'of %s by its member %s is 400, which names what to enter again',
    async (type, part) => {
      const secrets = secretsOf(type, part);
      // A webhook of a chat without a secret has nothing that could be carried away.
      const config = type === 'chatone_webhook' ? { secret: 'canary' } : {};
      const made = await connector(type, config);
      const kept = type === 'chatone_webhook' ? ['secret'] : secrets;
      const own = receivers.config(type);
      const { status, body } = await put(made.id, { ...made.config, [part]: elsewhere(part, own[part]) });
      expect([status, body.details?.map(({ field }) => field).toSorted()]).toEqual([
        400,
        kept.map((name) => `config.${name}`).toSorted(),
      ]);
      expect(body.details[0]!.reason).toContain(`must be entered again: it was entered for another ${part}`);
      expect(JSON.stringify(body)).not.toMatch(/canary|xoxb|secret1/);
      // Nothing changed: a test still goes to the own receiver.
      expect((await product.test(made.id, ...TARGETS[type])).body.sent).toBe(true);
    },
  );

  it('is no way round by a map of headers whose values alone are ***, or by leaving the member out', async () => {
    const made = await connector('webhook');
    const url = 'https://thief.example/in';
    const partly = await put(made.id, { url, headers: { 'x-key': '***' }, secret: 'new' });
    expect([partly.status, partly.body.details]).toMatchObject([400, [{ field: 'config.headers.x-key' }]]);
    // Without `api_base_url` the public API is the destination: another one than the stored.
    const app = await connector('chatone_app');
    const public_ = await put(app.id, { bot_token: '***' });
    expect([public_.status, public_.body.details]).toMatchObject([400, [{ field: 'config.bot_token' }]]);
  });

  it('is taken where every secret is entered again, and where nothing of the destination changes', async () => {
    const made = await connector('webhook');
    expect((await put(made.id, { ...made.config, url: `${receivers.hook.url}/other`, method: 'put' })).status).toBe(
      200,
    );
    const mail = await connector('email_smtp');
    // 0 is the submission port, and a name has no case: neither is another place.
    const other = await connector('email_smtp', { host: 'Mail.Example', port: 0 });
    expect((await put(other.id, { ...other.config, host: 'mail.example', port: 587 })).status).toBe(200);
    expect((await put(mail.id, { ...mail.config, from: 'b@example.org', timeout_secs: 7 })).status).toBe(200);
    expect((await put(mail.id, { ...receivers.config('email_smtp'), host: 'other.example' })).status).toBe(200);
  });
});

describe('the server of another tenant', () => {
  it('does not receive the password of a mail server by a changed host', async () => {
    const thief = await MailReceiver.start(CERTIFICATE);
    const made = await connector('email_smtp');
    for (const change of [{ port: thief.port }, { port: thief.port, tls: 'none' }, { host: '127.0.0.40' }]) {
      await put(made.id, { ...made.config, ...change });
      await product.test(made.id, ...TARGETS.email_smtp);
    }
    expect(thief.logins).toEqual([]);
    await thief.close();
  });

  it.each(['webhook', 'chatone_webhook', 'chattwo_webhook'] as const)(
    'receives no header and no signature of a %s by a test with its URL as the target',
    async (type) => {
      const thief = await HttpReceiver.start(() => ({ body: { code: 0 } }));
      const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
      const made = await connector(type, { secret });
      expect((await product.test(made.id, 'webhook', `${thief.url}/in`)).body).toMatchObject({ sent: true });
      const { headers, body } = thief.received[0]!;
      const names = Object.keys(headers).filter((name) => /^(webhook-|x-key|authorization|x-)/.test(name));
      expect([names, Object.keys(JSON.parse(body) as object).filter((name) => name === 'sign')]).toEqual([[], []]);
      await thief.close();
    },
  );

  it('is not distinguished by its spelling: the own URL as the target is sent as ever', async () => {
    const made = await connector('webhook');
    const own = new URL(`${receivers.hook.url}/in`);
    for (const url of [own.href, own.href.replace('http:', 'HTTP:')]) {
      receivers.clear();
      await product.test(made.id, 'webhook', url);
      expect(receivers.hook.received[0]!.headers).toMatchObject({ 'x-key': 'canary' });
    }
    for (const url of [`${own.href}/..`, `${own.href}?x`, `${own.origin}/in/`]) {
      receivers.clear();
      await product.test(made.id, 'webhook', url);
      expect([url, receivers.hook.received[0]!.headers['x-key']]).toEqual([url, undefined]);
    }
  });

  it('cannot be another path of the own origin either, nor one behind dots', async () => {
    const made = await connector('webhook');
    await product.test(made.id, 'webhook', `${receivers.hook.url}/in/../collect`);
    expect(receivers.hook.received.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
      ['/collect', undefined],
    ]);
  });
});

describe('the audit log', () => {
  it('says where a connector led before and leads now', async () => {
    const made = await connector('email_smtp');
    await put(made.id, { ...receivers.config('email_smtp'), host: 'Other.Example', port: 0 });
    await put(made.id, { ...receivers.config('email_smtp'), host: 'other.example', port: 587, timeout_secs: 3 });
    const payloads = (await product.audited(made.id, 'connector.update', 2)).map(({ payload }) => payload);
    const moved = payloads.find(({ destination }) => destination !== undefined);
    expect(moved).toMatchObject({
      destination: { host: 'other.example', port: '587', tls: 'starttls' },
      previous_destination: { host: RECEIVERS, port: String(receivers.mail.port), tls: 'starttls' },
    });
    expect(payloads.filter(({ destination }) => destination === undefined)).toHaveLength(1);
  });

  it('has every test with where it went, without the path of a URL', async () => {
    const made = await connector('webhook');
    await product.test(made.id, ...TARGETS.webhook);
    await product.test(made.id, 'webhook', `${receivers.chatone.url}/hidden-path`);
    const payloads = (await product.audited(made.id, 'connector.test', 2)).map(({ payload }) => payload);
    const own = { url: receivers.hook.url };
    expect(payloads).toContainEqual(expect.objectContaining({ target_type: 'fixed_group', destination: own }));
    expect(payloads).toContainEqual(
      expect.objectContaining({
        target_type: 'webhook',
        destination: { url: receivers.chatone.url },
        previous_destination: own,
      }),
    );
    expect(JSON.stringify(payloads)).not.toContain('hidden-path');
  });
});
