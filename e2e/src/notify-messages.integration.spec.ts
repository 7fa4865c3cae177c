/** What connectors send, to receivers as their providers describe them. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { ConnectorType, ConnectorView } from '@spanwise/contracts/notify/notify';
import type { DeliveryView } from '@spanwise/contracts/notify/deliveries';
import { CHATONE, CHATTWO } from './chat-providers.fixture.js';
import { receivedNotifications, TARGETS } from './connector-receivers.fixture.js';

const { product, receivers } = await receivedNotifications();

const connector = (type: ConnectorType, change: object = {}) =>
  product.connector(type, { ...receivers.config(type), ...change });
const read = (id: string) => product.done<ConnectorView>(`GET /notify/connectors/${id}`);

describe('what arrives (DELIVERY-6)', () => {
  const message = { title: 'Checkout is slow', text: 'p95 is 2 s', markdown: '*p95* is 2 s' };
  const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as Record<string, unknown>;

  it('by mail: one message over TLS after a login, with the title as its subject, in text and HTML', async () => {
    const { id } = await connector('email_smtp');
    const { body } = await product.test(id, 'fixed_address', 'ops@example.org', message);
    expect(body).toEqual({ sent: true, tested_at_micros: expect.any(Number), elapsed_ms: expect.any(Number) });
    expect(receivers.mail.mails).toMatchObject([
      { to: ['ops@example.org'], from: 'alerts@example.org', secure: true, user: 'user' },
    ]);
    expect(receivers.mail.mails[0]!.raw).toMatch(/^Subject: Checkout is slow\r$/m);
    expect(receivers.mail.mails[0]!.raw).toMatch(/text\/plain[^]*text\/html/);
  });

  it('in the first chat by its app: the channel, title and markdown, and its id comes back', async () => {
    const { id } = await connector('chatone_app');
    const { body } = await product.test(id, 'fixed_group', CHATONE.channel, message);
    expect(body).toMatchObject({ sent: true, provider_message_id: '1503435956.000247' });
    expect(bodyOf(receivers.chatone.received[0]!)).toEqual({
      channel: CHATONE.channel,
      text: 'Checkout is slow\n*p95* is 2 s',
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('in the first chat by its webhook: the text alone', async () => {
    const { body } = await product.test((await connector('chatone_webhook')).id, 'fixed_group', 'ops', message);
    expect([body.sent, body.provider_message_id]).toEqual([true, undefined]);
    expect(bodyOf(receivers.chatone.received[0]!)).toEqual({ text: 'Checkout is slow\n*p95* is 2 s' });
  });

  it.each([
    ['direct_user', 'ou_1', 'open_id'],
    ['fixed_address', 'ops@example.org', 'email'],
    ['fixed_group', 'oc_1', 'chat_id'],
  ])(
    'in the second chat by its app: a %s by its %s as %s, with the id of the provider',
    async (type, target, idType) => {
      const { body } = await product.test((await connector('chattwo_app')).id, type, target, message);
      expect(body).toMatchObject({ sent: true, provider_message_id: 'om_dc13264520392913993dd051dba21dcf' });
      const { path, ...sent } = receivers.chattwo.received.at(-1)!;
      expect(path).toBe(`/open-apis/im/v1/messages?receive_id_type=${idType}`);
      expect(bodyOf(sent)).toMatchObject({ receive_id: target, msg_type: 'post' });
    },
  );

  it('in the second chat with a new token when the provider has forgotten the old one', async () => {
    const { id } = await connector('chattwo_app');
    await product.test(id, 'direct_user', 'ou_1');
    receivers.forgetToken();
    expect((await product.test(id, 'direct_user', 'ou_1')).body).toMatchObject({ sent: true });
  });

  it('in the second chat by its webhook: signed with the time, or unsigned without a secret', async () => {
    await product.test((await connector('chattwo_webhook')).id, 'fixed_group', 'ops', message);
    const [signed] = receivers.chattwo.received.map(bodyOf);
    expect(signed).toMatchObject({ msg_type: 'text', timestamp: expect.stringMatching(/^\d{10}$/) });
    const webhook_url = `${receivers.chattwo.url}${CHATTWO.hook}`;
    const open = await product.connector('chattwo_webhook', { webhook_url });
    expect((await product.test(open.id, 'fixed_group', 'ops', message)).body.sent).toBe(true);
    expect(bodyOf(receivers.chattwo.received[1]!)).toEqual({
      msg_type: 'text',
      content: { text: 'Checkout is slow\n*p95* is 2 s' },
    });
  });

  it.each(['post', 'put', 'patch'])(
    'at a webhook by %s: target and message, signed as Standard Webhooks says',
    async (method) => {
      const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
      const { id } = await connector('webhook', { method, secret });
      const { body } = await product.test(id, 'fixed_group', 'ops', message);
      expect(body).toMatchObject({ sent: true, provider_message_id: 'r-1' });
      const { body: raw, headers, ...sent } = receivers.hook.received[0]!;
      expect([sent.method, sent.path, headers['x-key']]).toEqual([method.toUpperCase(), '/in', 'canary']);
      expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual({
        target: { type: 'fixed_group', value: 'ops', metadata: {} },
        message: { ...message, metadata: {} },
      });
    },
  );

  it.each(['webhook', 'chatone_webhook', 'chattwo_webhook', 'discord_webhook', 'teams_webhook'] as const)(
    'a URL as the target of %s takes the place of its own',
    async (type) => {
      const { id } = await connector(type);
      await product.test(id, 'webhook', `${receivers.hook.url}/instead`);
      expect(receivers.hook.received.map(({ path }) => path.split('?')[0])).toEqual(['/instead']);
    },
  );

  it.each<[string, object | undefined]>([
    ['without a message', undefined],
    ['of a blank message', { title: ' ', text: '' }],
  ])('a test %s has words of its own', async (_, sent) => {
    await product.test((await connector('webhook')).id, 'fixed_group', 'ops', sent);
    const { title, text } = bodyOf(receivers.hook.received[0]!).message as { title: string; text: string };
    expect(title).toBe('Spanwise test notification');
    expect(text.trim()).not.toBe('');
  });

  it.each(['email_smtp', 'chatone_app', 'chatone_webhook', 'chattwo_app', 'chattwo_webhook'] as const)(
    'by %s is no markup and mentions no user',
    async (type) => {
      const [targetType, target] = TARGETS[type];
      const text = '<!channel> <@U061F7AUR> <at user_id="all">all</at> <script>alert(1)</script>';
      await product.test((await connector(type)).id, targetType, target, { title: 'x', text });
      const bodies = [...receivers.chatone.received, ...receivers.chattwo.received].map(({ body }) => body);
      const html = receivers.mail.mails.map(({ raw }) => raw.slice(raw.indexOf('text/html')));
      const forbidden = { email_smtp: /<(?!\/?(h3|p|br)>)/, chatone: /</, chattwo: /<\s*\/?at/ };
      const markup =
        type === 'email_smtp' ? forbidden.email_smtp : forbidden[type.startsWith('chatone') ? 'chatone' : 'chattwo'];
      for (const one of [...bodies, ...html]) expect(one).not.toMatch(markup);
      expect(bodies.length + html.length).toBeGreaterThan(0);
    },
  );
});

describe('a test that fails (DELIVERY-5)', () => {
  it.each<[ConnectorType, object, [string, string], RegExp]>([
    ['email_smtp', { password: 'wrong' }, TARGETS.email_smtp, /^credentials_rejected: /],
    ['chatone_app', { bot_token: 'xoxb-wrong' }, TARGETS.chatone_app, /^credentials_rejected: /],
    ['chatone_app', {}, ['fixed_group', 'C999'], /^provider_rejected: the channel or user does not exist/],
    ['chattwo_app', { app_secret: 'wrong' }, TARGETS.chattwo_app, /^credentials_rejected: /],
    ['chattwo_webhook', { secret: 'wrong' }, TARGETS.chattwo_webhook, /^credentials_rejected: /],
    ['opsgenie_alerts', { api_key: 'wrong' }, TARGETS.opsgenie_alerts, /^credentials_rejected: /],
    ['pagerduty_events', { routing_key: 'wrong' }, TARGETS.pagerduty_events, /^credentials_rejected: /],
    ['telegram_bot', { bot_token: '123456:wrong-token' }, TARGETS.telegram_bot, /^credentials_rejected: /],
    ['telegram_bot', {}, ['fixed_group', '-1'], /^provider_rejected: the chat does not exist/],
  ])(
    'of %s with %j is 200 with a category and no word of the provider, and recorded',
    async (type, change, [kind, to], why) => {
      const { id } = await connector(type, change);
      const { status, body } = await product.test(id, kind, to);
      expect([status, body.sent, body.error]).toEqual([200, false, expect.stringMatching(why)]);
      expect(body.error).not.toMatch(/banner|internals|invalid param|sign match/);
      const after = await read(id);
      expect(after).toMatchObject({ status: 'error', last_test_status: 'failed', last_test_error: body.error });
      expect(after.last_tested_at).toBe(body.tested_at_micros);
      const [logged] = await product.done<DeliveryView[]>(`GET /notify/deliveries?stage=test&connector_id=${id}`);
      expect(logged).toMatchObject({
        status: 'failed',
        stage: 'test',
        error_code: 'provider_not_delivered',
        attempt: 1,
      });
      expect(logged!.event_id).toBe(`notify.test:${logged!.id}`);
      expect(logged!.idempotency_key).toBe(`notify:test:${product.owner.org_id}:${id}:${logged!.id}`);
      for (const verb of ['ack', 'retry']) {
        expect((await product.call(`POST /notify/deliveries/${logged!.id}/${verb}`)).status).toBe(400);
      }
    },
  );

  it('does not change its fields at an update, and is forgotten by the next success', async () => {
    const { id } = await connector('chatone_app', { bot_token: 'xoxb-wrong' });
    await product.test(id, ...TARGETS.chatone_app);
    const failed = await read(id);
    const config = { ...failed.config, bot_token: CHATONE.botToken };
    const updated = await product.done<ConnectorView>(`PUT /notify/connectors/${id}`, { config });
    expect(updated).toEqual({ ...failed, updated_at: expect.any(Number) });
    await product.test(id, ...TARGETS.chatone_app);
    expect(await read(id)).toMatchObject({ status: 'connected', last_test_status: 'success', last_test_error: null });
  });
});
