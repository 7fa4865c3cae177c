/** Receivers that misbehave, texts that would reach a header, URLs that lead inside, and connectors that many change at once. */
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTOR_TYPES, type ConnectorType, type ConnectorView } from '@spanwise/contracts/notify/notify';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { testCertificate } from '@spanwise/testing/certificate';
import { Sink } from '@spanwise/notify/channels/egress/egress.fixture';
import { MailReceiver } from '@spanwise/notify/channels/providers/providers.fixture';
import { ConnectorReceivers, TARGETS } from '../../src/connector-receivers.fixture.js';
import { CERTIFICATE, Notifications, RECEIVERS } from '../../src/notifications.fixture.js';

let product: Notifications;
let receivers: ConnectorReceivers;
/** Where nothing may ever arrive: loopback that no operator has opened. */
let forbidden: Sink;

beforeAll(async () => {
  [product, receivers, forbidden] = await Promise.all([
    Notifications.start(),
    ConnectorReceivers.start(),
    Sink.listen('127.0.0.1'),
  ]);
});
afterAll(async () => {
  expect(forbidden.connections).toBe(0);
  await product.stop();
  await Promise.all([receivers.close(), forbidden.close()]);
});
beforeEach(() => receivers.clear());

const connector = (type: ConnectorType, change: object = {}) =>
  product.connector(type, { ...receivers.config(type), ...change });
const read = (id: string) => product.done<ConnectorView>(`GET /notify/connectors/${id}`);

/** A test of a connector to the receiver. `awaited` is how the attempt is to end: only what ends by time is waited for. */
async function tested(type: ConnectorType, change: object, awaited: RegExp | 'sent') {
  const timeoutSecs = awaited === 'sent' || awaited.source.includes('timeout') ? 1 : 60;
  const { id } = await connector(type, { timeout_secs: timeoutSecs, ...change });
  const { status, body } = await product.test(id, ...TARGETS[type]);
  expect([status, body.elapsed_ms]).toEqual([200, expect.any(Number)]);
  const after = await read(id);
  expect([after.last_test_status, after.last_test_error]).toEqual(
    body.sent ? ['success', null] : ['failed', body.error],
  );
  return body;
}

const forever = (socket: Socket, chunk: Buffer | string, pauseMs: number) => {
  const timer = setInterval(() => socket.writable && socket.write(chunk), pauseMs);
  socket.on('close', () => clearInterval(timer));
};
const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const MEGABYTE = Buffer.alloc(1_048_576, 'x');
const BOMB = gzipSync(Buffer.alloc(20_000_000));

describe('a receiver that', () => {
  it.each<[string, (socket: Socket) => void, RegExp | 'sent']>([
    ['hangs', () => undefined, /^timeout: /],
    ['drips its headers', (socket) => forever(socket, 'H', 50), /^(timeout|connection_lost): /],
    [
      'drips its body',
      (socket) => {
        socket.write(head('content-length: 1000000'));
        forever(socket, 'x', 50);
      },
      'sent',
    ],
    [
      'redirects inside',
      (socket) => socket.end(`HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:${forbidden.port}/\r\n\r\n`),
      /^http_307: /,
    ],
    [
      'answers ten gigabytes',
      (socket) => {
        socket.write(head('content-length: 10737418240'));
        forever(socket, MEGABYTE, 1);
      },
      'sent',
    ],
    [
      'answers headers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        forever(socket, `x-more: ${'y'.repeat(4_000)}\r\n`, 1);
      },
      /^connection_lost: /,
    ],
    [
      'compresses a bomb',
      (socket) => {
        socket.write(head('content-encoding: gzip', `content-length: ${BOMB.length}`));
        socket.end(BOMB);
      },
      'sent',
    ],
    ['resets the connection', (socket) => socket.resetAndDestroy(), /^connection_lost: /],
    ['closes it', (socket) => socket.end(), /^connection_lost: /],
    ['is no web server', (socket) => socket.end('220 mail.example ESMTP\r\n'), /^connection_lost: /],
    [
      'switches protocols',
      (socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      /^connection_lost: /,
    ],
    ['answers with a status of its own', (socket) => socket.end('HTTP/1.1 599 canary\r\n\r\n'), /^http_599: /],
  ])('%s', async (_, serve, outcome) => {
    const sink = await Sink.listen(RECEIVERS, (socket) => void socket.once('data', () => serve(socket)));
    const { sent, error } = await tested('webhook', { url: `http://${RECEIVERS}:${sink.port}/` }, outcome);
    if (outcome === 'sent') expect([sent, error]).toEqual([true, undefined]);
    else expect([sent, error]).toEqual([false, expect.stringMatching(outcome)]);
    expect(sink.connections).toBe(1);
    await sink.close();
  });

  it.each<[string, () => { key: string; cert: string }, boolean]>([
    ['shows a certificate that is trusted and for its address', () => CERTIFICATE, true],
    ['shows an untrusted certificate', () => testCertificate(['x.example'], [RECEIVERS]), false],
    ['shows an expired certificate', () => testCertificate(['x.example'], [RECEIVERS], true), false],
    ['shows a certificate of another address', () => testCertificate(['mail.example'], ['127.0.0.9']), false],
  ])('%s', async (_, certificate, trusted) => {
    let read = '';
    const server = createTlsServer(certificate(), (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        read += chunk.toString();
        socket.end(head('content-length: 0'));
      });
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, RECEIVERS, resolve));
    const { port } = server.address() as AddressInfo;
    const { sent, error } = await tested('webhook', { url: `https://${RECEIVERS}:${port}/` }, /^tls_failed: /);
    expect(sent).toBe(trusted);
    if (!trusted) expect([error, read]).toEqual([expect.stringMatching(/^tls_failed: /), '']);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a mail server that', () => {
  it.each<[string, object, RegExp]>([
    ['offers no STARTTLS', { disabledCommands: ['STARTTLS'] }, /^smtp_tls_unavailable: /],
    [
      'offers no STARTTLS and asks for the password in clear',
      { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      /^smtp_tls_unavailable: /,
    ],
    ['shows an untrusted certificate', testCertificate(['mail.example'], [RECEIVERS]), /^tls_failed: /],
    ['shows an expired certificate', testCertificate(['mail.example'], [RECEIVERS], true), /^tls_failed: /],
  ])('%s gets neither the password nor the message', async (_, options, reason) => {
    const server = await MailReceiver.start({ ...CERTIFICATE, ...options });
    const { sent, error } = await tested('email_smtp', { port: server.port }, reason);
    expect([sent, error]).toEqual([false, expect.stringMatching(reason)]);
    expect([server.mails, server.logins]).toEqual([[], []]);
    await server.close();
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['says nothing', () => undefined, /^timeout: /],
    ['drips its greeting', (socket) => forever(socket, '2', 50), /^timeout: /],
    [
      'talks without end',
      (socket) => forever(socket, `220-${'x'.repeat(60_000)}`, 1),
      /^(connection_lost|answer_invalid): /,
    ],
    ['resets', (socket) => socket.resetAndDestroy(), /^(connection_lost|connect_failed): /],
    [
      'is a web server',
      (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /^(connection_lost|answer_invalid): /,
    ],
  ])('%s is given up', async (_, serve, reason) => {
    const sink = await Sink.listen(RECEIVERS, serve);
    const { sent, error } = await tested('email_smtp', { port: sink.port }, reason);
    expect([sent, error]).toEqual([false, expect.stringMatching(reason)]);
    await sink.close();
  });
});

/** What would end a header line, cut a text short or turn it around. */
const UNSAFE = ['\r\n', '\n', '\r', '\0', '\u202e', '\u2066', '\u200f', '\u061c', '\u2028', '\u0085', '\ud800'];

describe('CR, LF, NUL and text direction marks', () => {
  const unsafe = (text: string) => JSON.stringify(text);
  it.each<[string, (bad: string) => [ConnectorType, object]]>([
    ['the name', (bad) => ['webhook', { name: `a${bad}b` }]],
    ['the name of a header', (bad) => ['webhook', { config: { headers: { [`x-a${bad}b`]: '1' } } }]],
    ['the value of a header', (bad) => ['webhook', { config: { headers: { 'x-a': `a${bad}b` } } }]],
    ['the URL', (bad) => ['webhook', { config: { url: `${receivers.hook.url}/a${bad}b` } }]],
    ['the signing secret', (bad) => ['webhook', { config: { secret: `a${bad}b` } }]],
    ['the token', (bad) => ['chatone_app', { config: { bot_token: `a${bad}b` } }]],
    ['the id of the app', (bad) => ['chattwo_app', { config: { app_id: `a${bad}b` } }]],
    ['the secret of the app', (bad) => ['chattwo_app', { config: { app_secret: `a${bad}b` } }]],
    ['the mail host', (bad) => ['email_smtp', { config: { host: `${RECEIVERS}${bad}x` } }]],
    ['the user of the mail server', (bad) => ['email_smtp', { config: { username: `a${bad}b` } }]],
    ['the password of the mail server', (bad) => ['email_smtp', { config: { password: `a${bad}b` } }]],
    ['the sender', (bad) => ['email_smtp', { config: { from: `A${bad}B <a@b.example>` } }]],
    ['the address of the sender', (bad) => ['email_smtp', { config: { from: `a@b.example${bad}Bcc: c@d.example` } }]],
  ])('in %s of a connector are 400', async (_, change) => {
    for (const bad of UNSAFE) {
      const [type, { config, ...rest }] = change(bad) as [ConnectorType, { config?: object }];
      const body = { name: uuidv7(), connector_type: type, config: { ...receivers.config(type), ...config }, ...rest };
      const answer = await product.call('POST /notify/connectors', body);
      expect([unsafe(bad), answer.status]).toEqual([unsafe(bad), 400]);
    }
  });

  it.each(CONNECTOR_TYPES)('in the target and the title of a test of %s are 400, and nothing is sent', async (type) => {
    const { id } = await connector(type);
    const [kind, target] = TARGETS[type];
    for (const bad of UNSAFE) {
      const answers = [
        await product.test(id, kind, `${target}${bad}x`),
        await product.test(id, kind, target, { title: `a${bad}Bcc: c@d.example`, text: 'x' }),
      ];
      expect([unsafe(bad), ...answers.map(({ status }) => status)]).toEqual([unsafe(bad), 400, 400]);
    }
    const { hook, mail, chatone, chattwo } = receivers;
    expect([hook, chatone, chattwo].flatMap(({ received }) => received)).toEqual([]);
    expect(mail.mails).toEqual([]);
  });

  it('in what an event says end up as spaces in the subject of a mail', async () => {
    const mail = await connector('email_smtp');
    const ann = await product.member();
    await product.reachable(ann, mail, 'ann@example.org');
    const event = await product.policy({});
    for (const bad of UNSAFE.filter((one) => one !== '\0' && one !== '\ud800')) {
      const id = await product.publish(event, {
        user_ids: [ann.user_id],
        rule_name: `slow${bad}Bcc: eve@example.org${bad}X-Evil: 1`,
        summary: `first${bad}.\r\nRCPT TO:<eve@example.org>`,
      });
      await product.settled(id, 1);
    }
    expect(receivers.mail.mails.length).toBe(UNSAFE.length - 2);
    for (const { raw, to } of receivers.mail.mails) {
      expect(to).toEqual(['ann@example.org']);
      const [headers] = raw.split('\r\n\r\n');
      expect(headers).toMatch(/^Subject: slow Bcc: eve@example.org X-Evil: 1\r?$/m);
      expect(headers).not.toMatch(/^(Bcc|X-Evil):/m);
    }
  });

  it('in an identity of a user are 400', async () => {
    const mail = await connector('email_smtp');
    for (const bad of UNSAFE) {
      const body = { connector_id: mail.id, external_identity: `ann@example.org${bad}Bcc: c@d.example` };
      const answer = await product.call(`POST /users/${product.owner.user_id}/notify-endpoints`, body);
      expect([unsafe(bad), answer.status]).toEqual([unsafe(bad), 400]);
    }
  });
});

describe('a destination inside (DELIVERY-7)', () => {
  const INSIDE = () => [
    `http://127.0.0.1:${forbidden.port}/`,
    `http://2130706433:${forbidden.port}/`,
    `http://0x7f.1:${forbidden.port}/`,
    `http://0177.0.0.1:${forbidden.port}/`,
    `http://[::1]:${forbidden.port}/`,
    `http://[::ffff:127.0.0.1]:${forbidden.port}/`,
    `http://[64:ff9b::7f00:1]:${forbidden.port}/`,
    `http://127.0.0.1.:${forbidden.port}/`,
    `http://①②⑦.⓪.⓪.①:${forbidden.port}/`,
    `http://a@127.0.0.1:${forbidden.port}/`,
    `http://${RECEIVERS}@127.0.0.1:${forbidden.port}/`,
    `http://127.0.0.1:${forbidden.port}#@${RECEIVERS}/`,
    `http://0.0.0.0:${forbidden.port}/`,
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'javascript:alert(1)',
  ];

  it('is refused when a connector is made, updated and tested, and reaches no host', async () => {
    const { id } = await product.connector('webhook', receivers.config('webhook'));
    for (const url of INSIDE()) {
      const made = { name: uuidv7(), connector_type: 'webhook', config: { url } };
      const statuses = [
        (await product.call('POST /notify/connectors', made)).status,
        (await product.call(`PUT /notify/connectors/${id}`, { config: { url } })).status,
        (await product.test(id, 'webhook', url)).status,
      ];
      expect([url, ...statuses]).toEqual([url, 400, 400, 400]);
    }
    expect(forbidden.connections).toBe(0);
    expect((await product.test(id, ...TARGETS.webhook)).body.sent).toBe(true);
  });

  it('is refused at the connection where a name alone can be checked before', async () => {
    const { id } = await connector('webhook', { url: `http://localhost:${forbidden.port}/` });
    expect((await product.test(id, ...TARGETS.webhook)).body).toMatchObject({
      sent: false,
      error: 'blocked_address: the address is not one that this platform may reach',
    });
    expect(forbidden.connections).toBe(0);
  });

  it('is no mail server either', async () => {
    for (const host of ['127.0.0.1', '::1', '[::1]', '10.0.0.1', '169.254.169.254', '2130706433', '127.0.0.1.']) {
      const config = { ...receivers.config('email_smtp'), host, port: forbidden.port };
      const body = { name: uuidv7(), connector_type: 'email_smtp', config };
      expect([host, (await product.call('POST /notify/connectors', body)).status]).toEqual([host, 400]);
    }
    expect(forbidden.connections).toBe(0);
  });
});

describe('updates, tests and deletes of a connector at the same time', () => {
  it('answer as if they came one after the other', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await connector('webhook');
      const at = `/notify/connectors/${id}`;
      const work = [
        ...Array.from({ length: 6 }, (_, n) => product.call(`PUT ${at}`, { name: `${id} ${n}`, enabled: n % 2 === 0 })),
        ...Array.from({ length: 6 }, () => product.test(id, ...TARGETS.webhook)),
        ...Array.from({ length: 3 }, () => product.call(`PUT ${at}`, { config: { url: '***', secret: '***' } })),
        ...Array.from({ length: 2 }, () => product.call(`DELETE ${at}`)),
      ];
      const statuses = (await Promise.all(work as Promise<{ status: number }>[])).map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 204, 404, 409].includes(status))).toEqual([]);
      // Of two deletes one finds the connector.
      expect(statuses.slice(-2).toSorted()).toEqual([204, 404]);
      expect((await product.call(`GET ${at}`)).status).toBe(404);
      const orphans = await product.access.admin.query('select from notify.connector_health where connector_id = $1', [
        id,
      ]);
      expect(orphans.rowCount).toBe(0);
    }
  });

  it('leave the state of the last word: a test of the configuration before is not recorded', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await connector('webhook');
      const [{ body: updated }] = await Promise.all([
        product.call<ConnectorView>(`PUT /notify/connectors/${id}`, { config: { url: '***', timeout_secs: 7 } }),
        product.test(id, ...TARGETS.webhook),
      ]);
      const after = await read(id);
      expect(after.config).toEqual(updated.config);
      // Before the update it is in the answer of the update; after it, it is a test of what is stored.
      expect(['unknown', 'connected']).toContain(after.status);
      expect(after.status === 'unknown').toBe(after.last_tested_at === null);
    }
  });
});
