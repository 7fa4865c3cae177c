import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { deliveryTo, HttpReceiver, testContext } from '../providers.fixture.js';
import { secretFault, signatureHeaders } from '../standard-webhooks.js';
import { headersFault } from './headers.js';
import { webhook } from './webhook.js';

const context = testContext();
let receiver: HttpReceiver;
afterEach(() => receiver?.close());

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a webhook', () => {
  it.each(['post', 'put', 'patch'])('sends the message as documented, by %s', async (method) => {
    receiver = await HttpReceiver.start(() => ({ status: 202, headers: { 'x-request-id': 'req-7' } }));
    const config = {
      url: `${receiver.url}/in?a=b`,
      method,
      headers: { 'X-Team': 'ops', 'User-Agent': 'own' },
      secret: '',
      timeout_secs: 20,
    };
    const sent = await webhook.send(config, deliveryTo('fixed_address', 'ops', { html: '<b>x</b>' }), context);
    expect(sent).toEqual({ providerMessageId: 'req-7' });
    const { path, method: used, headers, body } = receiver.received[0]!;
    expect([path, used, headers['x-team'], headers['user-agent']]).toEqual([
      '/in?a=b',
      method.toUpperCase(),
      'ops',
      'own',
    ]);
    expect(JSON.parse(body)).toEqual({
      target: { type: 'fixed_address', value: 'ops', metadata: {} },
      message: { title: 'Checkout is slow', text: 'p95 is 2 s', html: '<b>x</b>', metadata: {} },
    });
  });

  it('signs exactly the bytes it sends, by both secrets during a rotation', async () => {
    receiver = await HttpReceiver.start();
    const old = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const config = { url: receiver.url, method: 'post', headers: {}, secret: `${SECRET} ${old}`, timeout_secs: 20 };
    await webhook.send(config, deliveryTo('webhook', receiver.url, { text: 'größer ✓' }), context);
    const { headers, body } = receiver.received[0]!;
    const by = (secret: string) =>
      createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
        .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${by(SECRET)} v1,${by(old)}`);
  });
});

describe('the signature', () => {
  it('is that of the own example of Standard Webhooks', () => {
    expect(signatureHeaders(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', 1_614_265_330_999)).toEqual(
      {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    );
  });

  it.each(['whsec_', 'whsec_short', 'whsec_%%%', `whsec_${'A'.repeat(200)}`, 'a b c'])(
    'has no secret such as %s',
    (secret) => expect(secretFault(secret)).toBeDefined(),
  );
});

describe('added headers (DELIVERY-9)', () => {
  it.each<[string, Record<string, string>]>([
    ['a line end in a value', { 'x-a': 'b\r\nx-c: d' }],
    ['a line feed in a name', { 'x-a\n': 'b' }],
    ['NUL', { 'x-a': 'b\0' }],
    ['a text direction mark', { 'x-a': '\u202eb' }],
    ['a space at the end', { 'x-a': 'b ' }],
    ['no name', { '': 'b' }],
    ['a colon in a name', { 'x:a': 'b' }],
    ['the host', { Host: 'internal' }],
    ['the length', { 'Content-Length': '1' }],
    ['the transfer', { 'transfer-encoding': 'chunked' }],
    ['a proxy', { 'Proxy-Authorization': 'x' }],
    ['a signature', { 'Webhook-Signature': 'v1,x' }],
    ['an origin of the request', { 'X-Forwarded-For': '127.0.0.1' }],
    ['a name twice', { 'x-a': '1', 'X-A': '2' }],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'v']))],
    ['too much', { 'x-a': 'v'.repeat(9_000) }],
  ])('with %s are refused', (_, headers) => {
    expect(headersFault(headers)).toBeDefined();
  });

  it('that are taken can be sent: nothing but what Node takes too', () => {
    const part = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(part, part, (name, value) => {
        if (headersFault({ [name]: value }) !== undefined) return;
        expect(() => new Headers({ [name]: value })).not.toThrow();
        expect(/[\r\n\0]/.test(name + value)).toBe(false);
      }),
    );
    expect(headersFault({ Authorization: 'Bearer abc', 'x-empty': '' })).toBeUndefined();
  });
});
