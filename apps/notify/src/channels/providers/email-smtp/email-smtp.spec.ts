import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate } from '@spanwise/testing/certificate';
import { DeliveryFault } from '../../egress/delivery-fault.js';
import { Sink } from '../../egress/egress.fixture.js';
import { deliveryTo, MailReceiver, testContext } from '../providers.fixture.js';
import type { Delivery } from '../provider.js';
import { emailSmtp, mailPools } from './email-smtp.js';
import { POOL } from './mail-pools.js';
import { mailboxOf } from './mailbox.js';

const { key, cert } = testCertificate(['mail.example']);
const context = testContext(cert);
let closing: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  mailPools.close();
  await Promise.all(closing.map((one) => one.close()));
  closing = [];
});

async function server(options: Parameters<typeof MailReceiver.start>[0] = {}): Promise<MailReceiver> {
  const started = await MailReceiver.start({ key, cert, ...options });
  closing.push(started);
  return started;
}

const configFor = (port: number, change: object = {}) => ({
  host: 'mail.example',
  port,
  username: 'user',
  password: 'secret',
  from: 'Alerts <alerts@example.org>',
  tls: 'starttls',
  timeout_secs: 20,
  ...change,
});
const send = (config: object, delivery: Delivery = deliveryTo('fixed_address', 'ops@example.org')) =>
  emailSmtp.send(config as Record<string, unknown>, delivery, context);

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DeliveryFault) return error.message;
  throw new Error('nothing failed', { cause: error });
}

describe('mail', () => {
  it('goes by STARTTLS with a login inside, a stable id, and text and HTML', async () => {
    const { port, mails, logins } = await server();
    const text = 'über 2 s\n.\n<script>';
    await send(configFor(port), deliveryTo('direct_user', 'ops@example.org', { title: 'Größe & Zeit', text }));
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'alerts@example.org', to: ['ops@example.org'], secure: true, user: 'user' });
    expect(logins).toEqual([{ user: 'user', secure: true }]);
    expect(mail!.raw).toContain('Message-ID: <019a0000-0000-7000-8000-000000000001@spanwise.example>');
    expect(mail!.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail!.raw).toMatch(/Content-Type: text\/plain.*Content-Type: text\/html/s);
    expect(mail!.raw).toContain('&lt;script&gt;');
  });

  it('goes by TLS from the first byte, or by none where that is configured', async () => {
    const secured = await server({ secure: true });
    await send(configFor(secured.port, { tls: 'tls' }));
    const open = await server({ hideSTARTTLS: true, allowInsecureAuth: true });
    await send(configFor(open.port, { tls: 'none' }));
    expect([secured.mails[0]!.secure, open.mails[0]!.secure, open.mails[0]!.user]).toEqual([true, false, 'user']);
  });

  it.each<[string, object, object, RegExp]>([
    [
      'offers no STARTTLS and asks for the password in clear',
      { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      {},
      /^smtp_tls_unavailable: /,
    ],
    ['shows a certificate for another name', {}, { host: 'other.example' }, /^tls_failed: /],
    ['shows an expired certificate', testCertificate(['mail.example'], [], true), {}, /^tls_failed: /],
    ['refuses the password', {}, { password: 'wrong' }, /^credentials_rejected: the provider refused the credentials$/],
    [
      'refuses the recipient',
      { onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) => done(new Error('banner')) },
      {},
      /^smtp_rejected: the mail server refused the message with status 5\d\d$/,
    ],
  ])('does not go to a server that %s', async (_, options, change, reason) => {
    const { port, mails, logins } = await server(options);
    expect(await faultOf(send(configFor(port, change)))).toMatch(reason);
    expect(mails).toEqual([]);
    expect(logins.every(({ secure }) => secure)).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    ['says nothing', '', /^timeout: /],
    ['talks without end', `220-${'x'.repeat(70_000)}`, /^(connection_lost|answer_invalid): /],
    ['is no mail server', 'HTTP/1.1 400 Bad Request\r\n\r\n', /^(connection_lost|answer_invalid): /],
  ])('is given up at a server that %s', async (_, greeting, reason) => {
    const sink = await Sink.listen('127.0.0.4', (socket) => socket.write(greeting));
    closing.push(sink);
    const patience = reason.test('timeout: ') ? { timeout_secs: 1 } : {};
    expect(await faultOf(send(configFor(sink.port, patience)))).toMatch(reason);
  });

  it('goes over connections that are kept: two at once, fifty messages each, and never for another configuration (DELIVERY-10)', async () => {
    let connections = 0;
    const { port, mails, logins } = await server({
      onConnect: (_session: unknown, done: () => void) => {
        connections++;
        done();
      },
    });
    for (let count = 0; count < 3; count++) await send(configFor(port));
    expect([connections, logins.length, mails.length]).toEqual([1, 1, 3]);
    await Promise.all(Array.from({ length: 12 }, () => send(configFor(port, { timeout_secs: 30 }))));
    expect(connections).toBe(3);
    await Promise.all(Array.from({ length: 2 * POOL.maxMessages }, () => send(configFor(port, { timeout_secs: 30 }))));
    expect(connections).toBe(5);
    expect(await faultOf(send(configFor(port, { password: 'wrong' })))).toMatch(/^credentials_rejected: /);
    expect(mails).toHaveLength(3 + 12 + 2 * POOL.maxMessages);
  });

  it('goes over a new connection when the server has closed the one that was kept', async () => {
    const receiver = await server();
    for (let count = 0; count < 3; count++) {
      await send(configFor(receiver.port));
      receiver.cut();
    }
    expect(receiver.mails).toHaveLength(3);
  });

  it('goes nowhere that the guard does not allow', async () => {
    expect(await faultOf(send(configFor(25, { host: '10.0.0.1' })))).toMatch(/^blocked_address: /);
  });
});

describe('a mailbox', () => {
  it.each(['a@b.example', 'Ops Team <ops@b.example>', '"Ops, Team" <ops@b.example>', 'ops@localhost'])(
    'is %s',
    (text) => expect(mailboxOf(text)).toBeDefined(),
  );
  it.each([
    '',
    'ops',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'team: a@b.example, c@d.example;',
    'a@b.example c@d.example',
    '<a@b.example> <c@d.example>',
    'Ops\u202e <a@b.example>',
    'a@b.example\0',
    '"a\r\n"@b.example',
  ])('is not %j', (text) => expect(mailboxOf(text)).toBeUndefined());
});
