import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { configToSend } from '../connectors/connector-config.js';
import {
  ALERT,
  deliveryFault,
  deliveryTo,
  HttpReceiver,
  NOW_MS,
  testContext,
  type Received,
  type Reply,
} from './providers.fixture.js';
import { PROVIDERS } from './registry.js';

const context = testContext();
let receiver: HttpReceiver;
afterEach(() => receiver.close());

const start = async (reply?: (request: Received) => Reply) => (receiver = await HttpReceiver.start(reply));
const bodyOf = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;

const faultOf = async (work: Promise<unknown>) => (await deliveryFault(work)).message;

const HOSTILE = '<!channel> <@U1> <https://evil.example|click> & more';

describe('chatone_app', () => {
  const { send } = PROVIDERS.chatone_app;
  const config = () => ({
    bot_token: 'xoxb-1',
    signing_secret: '',
    api_base_url: `${receiver.url}/api/`,
    timeout_secs: 20,
  });

  it('posts to the channel with its token and hands back the message id', async () => {
    await start(() => ({ body: { ok: true, ts: '1700.01' } }));
    const sent = await send(config(), deliveryTo('fixed_group', 'C1', { text: HOSTILE }), context);
    expect(sent).toEqual({ providerMessageId: '1700.01' });
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      path: '/api/chat.postMessage',
      headers: { authorization: 'Bearer xoxb-1', 'content-type': 'application/json; charset=utf-8' },
    });
    expect(bodyOf(receiver.received[0]!)).toEqual({
      channel: 'C1',
      text: 'Checkout is slow\n&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|click&gt; &amp; more',
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('shows an alert in its colour, with its labels as fields and its links', async () => {
    await start(() => ({ body: { ok: true, ts: '1' } }));
    await send(config(), deliveryTo('fixed_group', 'C1', { alert: ALERT }), context);
    expect(bodyOf(receiver.received[0]!).attachments).toEqual([
      {
        color: '#b42318',
        blocks: [
          {
            type: 'section',
            fields: ['severity\ncritical', 'service\ncheckout', 'env\nprod <eu>'].map((text) => ({
              type: 'plain_text',
              text,
            })),
          },
          {
            type: 'section',
            text: {
              type: 'mrkdwn',
              text: `<https://spanwise.example/alerts/1?a=b&amp;c=d|Open> · <${ALERT.acknowledge_url}|Acknowledge>`,
            },
          },
        ],
      },
    ]);
  });

  it.each([
    ['triggered', true],
    ['acknowledged', false],
  ] as const)('has a button for what is %s where the app hears of it: %s', async (state, has) => {
    await start(() => ({ body: { ok: true, ts: '1' } }));
    const alert = { ...ALERT, state };
    await send({ ...config(), signing_secret: 's' }, deliveryTo('fixed_group', 'C1', { alert }), context);
    const { body } = receiver.received[0]!;
    const button = JSON.stringify({ action_id: 'acknowledge' }).slice(1, -1);
    expect([body.includes(button), body.includes(ALERT.key), body.includes(ALERT.acknowledge_url!)]).toEqual([
      has,
      has,
      false,
    ]);
  });

  it.each<[Reply, RegExp]>([
    [{ body: { ok: false, error: 'channel_not_found' } }, /^provider_rejected: the channel or user does not exist/],
    [{ body: { ok: false, error: 'invalid_auth' } }, /^credentials_rejected: /],
    [{ body: { ok: false, error: 'our token is xoxb-1' } }, /^provider_rejected: the provider refused the message$/],
    [{ body: { ok: false, error: 'constructor' } }, /^provider_rejected: the provider refused the message$/],
    [{ body: '<html>' }, /^answer_invalid: /],
    [{ status: 429, headers: { 'retry-after': '7' } }, /^http_429: /],
  ])('takes %j as a refusal', async (reply, reason) => {
    await start(() => reply);
    expect(await faultOf(send(config(), deliveryTo('direct_user', 'U1'), context))).toMatch(reason);
  });
});

describe('chatone_webhook', () => {
  const { send, members } = PROVIDERS.chatone_webhook;

  it('posts the text alone, to its own URL or to the target that replaces it', async () => {
    await start();
    const config = { webhook_url: `${receiver.url}/own`, secret: '', timeout_secs: 20 };
    await send(config, deliveryTo('fixed_group', 'ops', { markdown: '*bold*' }), context);
    const elsewhere = deliveryTo('webhook', `${receiver.url}/other`);
    await send(configToSend(members, config, elsewhere.target), elsewhere, context);
    expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body) as object])).toEqual([
      ['/own', { text: 'Checkout is slow\n*bold*' }],
      ['/other', { text: 'Checkout is slow\np95 is 2 s' }],
    ]);
    expect(receiver.received[0]!.headers['webhook-signature']).toBeUndefined();
  });

  it('signs for a receiver that verifies', async () => {
    await start();
    const config = { webhook_url: receiver.url, secret: 'shared', timeout_secs: 20 };
    await send(config, deliveryTo('fixed_group', 'ops'), context);
    const { headers, body } = receiver.received[0]!;
    const signed = `${deliveryTo('fixed_group', '').id}.${NOW_MS / 1_000}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', 'shared').update(signed).digest('base64')}`);
  });
});

describe('chattwo_app', () => {
  const { send } = PROVIDERS.chattwo_app;
  const config = (appId: string) => ({
    app_id: appId,
    app_secret: 's',
    encrypt_key: '',
    api_base_url: `${receiver.url}/open-apis`,
    receive_id_type: 'open_id',
    timeout_secs: 20,
  });
  const provider = (message: (request: Received, tokens: number) => object) => {
    let tokens = 0;
    return start((request) =>
      request.path.endsWith('/auth/v3/tenant_access_token/internal')
        ? { body: { code: 0, tenant_access_token: `t-${++tokens}`, expire: 7_200 } }
        : { body: message(request, tokens) },
    );
  };

  it('asks for a token once and posts with the id type of the target', async () => {
    await provider(() => ({ code: 0, data: { message_id: 'om_1' } }));
    const ids = [];
    for (const type of ['direct_user', 'fixed_address', 'fixed_group'] as const) {
      ids.push(
        (await send(config('a1'), deliveryTo(type, 'x@y.example', { text: '<at user_id="all"></at>' }), context))
          .providerMessageId,
      );
    }
    expect(ids).toEqual(['om_1', 'om_1', 'om_1']);
    expect(receiver.received.map(({ path }) => path)).toEqual([
      '/open-apis/auth/v3/tenant_access_token/internal',
      ...['open_id', 'email', 'chat_id'].map((type) => `/open-apis/im/v1/messages?receive_id_type=${type}`),
    ]);
    const { headers, ...message } = receiver.received[1]!;
    expect(headers.authorization).toBe('Bearer t-1');
    expect(bodyOf({ headers, ...message })).toMatchObject({ receive_id: 'x@y.example', msg_type: 'post' });
    expect(JSON.parse(bodyOf({ headers, ...message }).content as string)).toEqual({
      en_us: { title: 'Checkout is slow', content: [[{ tag: 'text', text: '＜at user_id="all">＜/at>' }]] },
    });
  });

  it('shows an alert as a card: its colour, fields and buttons that lead to its pages', async () => {
    await provider(() => ({ code: 0, data: {} }));
    await send(config('a4'), deliveryTo('fixed_group', 'oc_1', { alert: { ...ALERT, state: 'resolved' } }), context);
    const { msg_type: type, content } = bodyOf(receiver.received[1]!);
    expect(type).toBe('interactive');
    const text = (words: string) => ({ tag: 'plain_text', content: words });
    expect(JSON.parse(content as string)).toEqual({
      config: { wide_screen_mode: true },
      header: { template: 'green', title: text('Checkout is slow') },
      elements: [
        { tag: 'div', text: text('p95 is 2 s') },
        {
          tag: 'div',
          fields: ['severity\ncritical', 'service\ncheckout', 'env\nprod <eu>'].map((one) => ({
            is_short: true,
            text: text(one),
          })),
        },
        { tag: 'action', actions: [{ tag: 'button', type: 'default', text: text('Open'), url: ALERT.url }] },
      ],
    });
  });

  it('has a button on a card where the app hears of it', async () => {
    await provider(() => ({ code: 0, data: {} }));
    await send({ ...config('a5'), encrypt_key: 'k' }, deliveryTo('fixed_group', 'oc_1', { alert: ALERT }), context);
    const card = JSON.parse(bodyOf(receiver.received[1]!).content as string) as { elements: { actions?: object[] }[] };
    expect(card.elements[2]!.actions?.[1]).toMatchObject({ value: { acknowledge: ALERT.key } });
  });

  it('asks again when the provider has forgotten its token', async () => {
    await provider(({ headers }) =>
      headers.authorization === 'Bearer t-1' ? { code: 99_991_663 } : { code: 0, data: {} },
    );
    expect(await send(config('a2'), deliveryTo('fixed_group', 'oc_1'), context)).toEqual({});
    expect(receiver.received).toHaveLength(4);
  });

  it('says which of the two was refused, the app or the message', async () => {
    await start(() => ({ body: { code: 10_003, msg: 'secret s is wrong' } }));
    const fault = () => faultOf(send(config('a3'), deliveryTo('fixed_group', 'oc_1'), context));
    expect(await fault()).toBe('credentials_rejected: the provider refused the credentials');
    await receiver.close();
    await provider(() => ({ code: 230_001 }));
    expect(await fault()).toBe('provider_rejected: the provider refused the message');
  });
});

describe('chattwo_webhook', () => {
  const { send } = PROVIDERS.chattwo_webhook;
  const config = (secret: string) => ({ webhook_url: `${receiver.url}/hook`, secret, timeout_secs: 20 });

  it('signs with the time and the secret, and not without a secret', async () => {
    await start(() => ({ body: { StatusCode: 0 } }));
    await send(config('demo'), deliveryTo('fixed_group', 'ops'), context);
    await send(config(''), deliveryTo('fixed_group', 'ops'), context);
    const seconds = String(NOW_MS / 1_000);
    expect(receiver.received.map(bodyOf)).toEqual([
      {
        timestamp: seconds,
        sign: createHmac('sha256', `${seconds}\ndemo`).update('').digest('base64'),
        msg_type: 'text',
        content: { text: 'Checkout is slow\np95 is 2 s' },
      },
      { msg_type: 'text', content: { text: 'Checkout is slow\np95 is 2 s' } },
    ]);
  });

  it.each<[Reply, string]>([
    [{ body: { code: 19_021, msg: 'sign match fail' } }, 'credentials_rejected: the provider refused the credentials'],
    [{ body: { code: 9_499 } }, 'provider_rejected: the provider refused the message'],
    [{ body: {} }, 'provider_rejected: the provider refused the message'],
    [{ body: 'ok' }, 'answer_invalid: the answer is not what this provider documents'],
  ])('takes %j as a refusal, whatever its status', async (reply, reason) => {
    await start(() => reply);
    expect(await faultOf(send(config(''), deliveryTo('fixed_group', 'ops'), context))).toBe(reason);
  });
});
