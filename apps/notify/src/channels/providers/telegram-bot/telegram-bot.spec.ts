import { afterEach, describe, expect, it } from 'vitest';
import { ALERT, deliveryFault, deliveryTo, HttpReceiver, testContext, type Reply } from '../providers.fixture.js';
import { telegramBot } from './telegram-bot.js';

const TOKEN = '123456:AAG-secret_secret';
const SENT: Reply = { body: { ok: true, result: { message_id: 42, text: 'x' } } };
let receiver: HttpReceiver;
afterEach(() => receiver?.close());
const start = async (reply: Reply = SENT) => (receiver = await HttpReceiver.start(() => reply));
const send = (message = {}) => {
  const config = { bot_token: TOKEN, api_base_url: receiver.url, timeout_secs: 20 };
  return telegramBot.send(config, deliveryTo('fixed_group', '-1001', message), testContext());
};
const sent = () => JSON.parse(receiver.received[0]!.body) as { text: string };

describe('telegram_bot (DELIVERY-28)', () => {
  it('posts to the chat by the path with its token and hands back the number of the message', async () => {
    await start();
    expect(await send()).toEqual({ providerMessageId: '42' });
    expect(receiver.received[0]!.path).toBe(`/bot${TOKEN}/sendMessage`);
    expect(sent()).toEqual({
      chat_id: '-1001',
      text: '<b>Checkout is slow</b>\np95 is 2 s',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  });

  it('shows an alert with its labels and links, all of their words escaped', async () => {
    await start();
    await send({ title: 'a < b & c', text: '<a href="https://evil.example">x</a>', alert: ALERT });
    expect(sent().text).toBe(
      '<b>a &lt; b &amp; c</b>\n&lt;a href=&quot;https://evil.example&quot;&gt;x&lt;/a&gt;\nseverity: critical\n' +
        'service: checkout\nenv: prod &lt;eu&gt;\n<a href="https://spanwise.example/alerts/1?a=b&amp;c=d">Open</a> · ' +
        `<a href="${String(ALERT.acknowledge_url)}">Acknowledge</a>`,
    );
  });

  it.each(['x', '\u{1f600}', '<'])(
    'has at most 4096 characters without the markup when every letter is %j',
    async (letter) => {
      await start();
      const labels = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`l${n}`, letter.repeat(100)]));
      await send({ title: letter.repeat(127), text: letter.repeat(8_000), alert: { ...ALERT, labels } });
      const shown = sent()
        .text.replace(/<[^>]*>/g, '')
        .replace(/&\w+;/g, '?');
      expect(shown.length).toBeLessThanOrEqual(4_096);
      expect(shown.length).toBeGreaterThan(2_500);
      expect(shown).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    },
  );

  it.each([
    ['direct_user', '12345', true],
    ['direct_user', '@channel', false],
    ['direct_user', 'ann', false],
    ['fixed_group', '-1001234567890', true],
    ['fixed_group', '@ops_alerts', true],
    ['fixed_group', 'ops', false],
    ['fixed_address', '12345', false],
    ['webhook', 'https://a.example', false],
  ] as const)('the target %s %s suits it: %s', (type, value, suits) => {
    expect(telegramBot.targetFault({ type, value }, testContext()) === undefined).toBe(suits);
  });

  it.each(['123456:a/../x', 'nothing', '123456:', '123456:AAAAAAAAAA?x', '123456:AAAAAAAAAA BBB'])(
    'has no token such as %s, which would be another path',
    (token) => expect(telegramBot.members.bot_token!.schema.safeParse(token).success).toBe(false),
  );

  const answer = (status: number, description: string, more = {}): Reply => ({
    status,
    body: { ok: false, error_code: status, description, ...more },
  });
  it.each<[Reply, string, number | undefined]>([
    [answer(429, 'Too Many Requests: retry after 13', { parameters: { retry_after: 13 } }), 'http_429: ', 13_000],
    [answer(429, 'Too Many Requests', { parameters: null }), 'http_429: ', undefined],
    [answer(401, 'Unauthorized'), 'credentials_rejected: ', undefined],
    [answer(404, 'Not Found'), 'credentials_rejected: ', undefined],
    [answer(400, 'Bad Request: chat not found'), 'provider_rejected: the chat does not exist', undefined],
    [answer(403, 'Forbidden: bot was blocked by the user'), 'provider_rejected: the bot may not write', undefined],
    [answer(400, `Bad Request: ${TOKEN}`), 'provider_rejected: the provider refused the message', undefined],
    [{ body: { ok: false } }, 'provider_rejected: ', undefined],
    [{ body: 'x' }, 'answer_invalid: ', undefined],
    [answer(500, 'Internal'), 'http_500: ', undefined],
  ])('takes %j as %s', async (reply, words, retryAfterMs) => {
    await start(reply);
    const fault = await deliveryFault(send());
    expect([fault.message.startsWith(words), fault.retryAfterMs]).toEqual([true, retryAfterMs]);
    expect(fault.message).not.toContain('secret');
  });
});
