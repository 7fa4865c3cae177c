import { afterEach, describe, expect, it } from 'vitest';
import { ALERT, deliveryFault, deliveryTo, HttpReceiver, testContext, type Reply } from '../providers.fixture.js';
import { teamsWebhook } from './teams-webhook.js';

interface Card {
  body: { type: string; text?: string; style?: string; items?: { text: string }[]; facts?: object[] }[];
  actions: object[];
}

let receiver: HttpReceiver;
afterEach(() => receiver.close());
const start = async (reply?: () => Reply) => (receiver = await HttpReceiver.start(reply));
const send = (message = {}) => {
  const config = { webhook_url: `${receiver.url}/workflows/1/invoke?sig=secret`, timeout_secs: 20 };
  return teamsWebhook.send(config, deliveryTo('fixed_group', 'ops', message), testContext());
};
const cardOf = (): Card => {
  const { attachments } = JSON.parse(receiver.received[0]!.body) as { attachments: { content: Card }[] };
  return attachments[0]!.content;
};

describe('teams_webhook (DELIVERY-28)', () => {
  it('posts a card in the envelope that workflows read, with the whole query of its URL', async () => {
    await start(() => ({ status: 202, headers: { 'x-ms-workflow-run-id': '08585' } }));
    expect(await send()).toEqual({ providerMessageId: '08585' });
    const { method, path, body } = receiver.received[0]!;
    expect([method, path]).toEqual(['POST', '/workflows/1/invoke?sig=secret']);
    expect(JSON.parse(body)).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            msteams: { width: 'Full' },
            body: [
              { type: 'TextBlock', text: 'Checkout is slow', wrap: true, weight: 'Bolder', size: 'Medium' },
              { type: 'TextBlock', text: 'p95 is 2 s', wrap: true },
            ],
            actions: [],
          },
        },
      ],
    });
  });

  it('shows an alert in its colour, with labels as facts and buttons that open its pages', async () => {
    await start(() => ({ status: 202 }));
    await send({ alert: ALERT });
    const { body, actions } = cardOf();
    expect(body[0]).toMatchObject({ type: 'Container', style: 'attention', items: [{ text: 'Checkout is slow' }] });
    expect(body[2]!.facts).toEqual([
      { title: 'severity', value: 'critical' },
      { title: 'service', value: 'checkout' },
      { title: 'env', value: 'prod \\<eu\\>' },
    ]);
    expect(actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open', url: ALERT.url },
      { type: 'Action.OpenUrl', title: 'Acknowledge', url: ALERT.acknowledge_url },
    ]);
  });

  it('takes no text for markup, a link or a function of a card', async () => {
    await start(() => ({ status: 202 }));
    await send({ title: '[x](https://evil.example)', text: '{{DATE(2017-02-14T06:08:39Z)}} **b**' });
    expect(cardOf().body.map(({ text }) => text)).toEqual([
      '\\[x\\]\\(https://evil.example\\)',
      '\\{\\{DATE\\(2017-02-14T06:08:39Z\\)\\}\\} \\*\\*b\\*\\*',
    ]);
  });

  it.each(['\u0001', '\u{1f600}', '*', '漢', '"'])('stays below 28 KB when every letter is %j', async (letter) => {
    await start(() => ({ status: 202 }));
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`l${n}`, letter.repeat(120)]));
    await send({ title: letter.repeat(120), text: letter.repeat(16_000), alert: { ...ALERT, labels } });
    expect(Buffer.byteLength(receiver.received[0]!.body)).toBeLessThan(28 * 1_024);
  });

  it.each<[Reply, string, number | undefined]>([
    [{ status: 401, body: { error: { code: 'DirectApiAuthorizationRequired' } } }, 'credentials_rejected', undefined],
    [{ status: 429, headers: { 'retry-after': '17' } }, 'http_429', 17_000],
    [{ status: 404 }, 'http_404', undefined],
    [{ status: 410 }, 'http_410', undefined],
    [{ status: 502 }, 'http_502', undefined],
  ])('takes %j as %s', async (reply, category, retryAfterMs) => {
    await start(() => reply);
    expect(await deliveryFault(send())).toMatchObject({ category, retryAfterMs });
  });
});
