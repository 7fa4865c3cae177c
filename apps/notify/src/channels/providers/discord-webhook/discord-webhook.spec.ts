import { afterEach, describe, expect, it } from 'vitest';
import { ALERT, deliveryFault, deliveryTo, HttpReceiver, testContext, type Reply } from '../providers.fixture.js';
import { discordWebhook } from './discord-webhook.js';

interface Embed {
  title: string;
  description: string;
  color?: number;
  fields?: { name: string; value: string }[];
}

let receiver: HttpReceiver;
afterEach(() => receiver.close());
const start = async (reply: () => Reply = () => ({ body: { id: '1167' } })) =>
  (receiver = await HttpReceiver.start(reply));
const send = (message = {}, path = '/api/webhooks/1/token') => {
  const config = { webhook_url: `${receiver.url}${path}`, timeout_secs: 20 };
  return discordWebhook.send(config, deliveryTo('fixed_group', 'ops', message), testContext());
};
const sent = () => JSON.parse(receiver.received[0]!.body) as { allowed_mentions: object; embeds: Embed[] };

describe('discord_webhook (DELIVERY-28)', () => {
  it('posts an embed, waits for the message and hands back its id', async () => {
    await start();
    expect(await send({}, '/api/webhooks/1/token?thread_id=7')).toEqual({ providerMessageId: '1167' });
    expect(receiver.received[0]!.path).toBe('/api/webhooks/1/token?thread_id=7&wait=true');
    expect(sent()).toEqual({
      allowed_mentions: { parse: [] },
      embeds: [{ title: 'Checkout is slow', description: 'p95 is 2 s' }],
    });
  });

  it('shows an alert in its colour, with labels as fields and links', async () => {
    await start();
    await send({ alert: { ...ALERT, severity: 'warning' } });
    const [embed] = sent().embeds;
    expect(embed!.color).toBe(0xf7_90_09);
    expect(embed!.fields).toEqual([
      { name: 'severity', value: 'warning', inline: true },
      { name: 'service', value: 'checkout', inline: true },
      { name: 'env', value: 'prod \\<eu\\>', inline: true },
    ]);
    expect(embed!.description).toBe(
      `p95 is 2 s\n\n[Open](${String(ALERT.url)}) · [Acknowledge](${String(ALERT.acknowledge_url)})`,
    );
  });

  it('mentions no user and takes no text for markup', async () => {
    await start();
    await send({ text: '@everyone <@1> [x](https://evil.example)' });
    expect(sent()).toMatchObject({
      allowed_mentions: { parse: [] },
      embeds: [{ description: '@everyone \\<@1\\> \\[x\\]\\(https://evil.example\\)' }],
    });
  });

  it.each(['*', '\u{1f600}', 'x'])(
    'stays within the limits of the provider when every letter is %j',
    async (letter) => {
      await start();
      const labels = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`l${n}`, letter.repeat(120)]));
      const url = `https://spanwise.example/${'x'.repeat(990)}`;
      const alert = { ...ALERT, labels, url, acknowledge_url: url };
      await send({ title: letter.repeat(127), text: letter.repeat(8_000), alert });
      const { title, description, fields = [] } = sent().embeds[0]!;
      expect(title.length).toBeLessThanOrEqual(256);
      expect(description.length).toBeLessThanOrEqual(4_096);
      expect(fields.length).toBeGreaterThan(1);
      expect(fields.length).toBeLessThanOrEqual(25);
      const all = fields.flatMap(({ name, value }) => [name, value]).join('');
      expect(title.length + description.length + all.length).toBeLessThanOrEqual(6_000);
    },
  );

  it.each<[Reply, string, number | undefined]>([
    [{ status: 429, body: { message: 'limited', retry_after: 64.57, global: false } }, 'http_429', 64_570],
    [{ status: 429, headers: { 'retry-after': '65' }, body: { retry_after: 0.3 } }, 'http_429', 65_000],
    [{ status: 429, body: '<html>' }, 'http_429', undefined],
    [{ status: 429, body: { retry_after: 1e9 } }, 'http_429', 3_600_000],
    [{ status: 429, body: { retry_after: -1 } }, 'http_429', undefined],
    [{ status: 401, body: { message: 'Invalid Webhook Token', code: 50_027 } }, 'credentials_rejected', undefined],
    [{ status: 404, body: { message: 'Unknown Webhook', code: 10_015 } }, 'http_404', undefined],
    [{ status: 500 }, 'http_500', undefined],
  ])('takes %j as %s', async (reply, category, retryAfterMs) => {
    await start(() => reply);
    expect(await deliveryFault(send())).toMatchObject({ category, retryAfterMs });
  });
});
