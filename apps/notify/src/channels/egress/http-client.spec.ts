import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate } from '@spanwise/testing/certificate';
import { DeliveryFault } from './delivery-fault.js';
import { dialerWith, rulesWith, Sink } from './egress.fixture.js';
import { OutboundHttp, retryAfterMs } from './http-client.js';

const RULES = rulesWith(['127.0.0.0/8']);
const http = new OutboundHttp(dialerWith(RULES));
let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

async function receiver(serve: (socket: Socket) => void): Promise<string> {
  const sink = await Sink.listen('127.0.0.3', (socket) => socket.once('data', () => serve(socket)));
  closing.push(() => sink.close());
  return `http://127.0.0.3:${sink.port}/hook`;
}

/** Longer than anything takes that does not wait for it. */
const PATIENT_MS = 60_000;
const send = (url: string, timeoutMs = PATIENT_MS) =>
  http.send({ url, method: 'POST', headers: { 'x-a': 'b' }, body: Buffer.from('{}'), timeoutMs });

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DeliveryFault) return error.message;
  throw new Error('nothing failed', { cause: error });
}

describe('a receiver that', () => {
  it('answers 2xx has the message, whole and with its own host name', async () => {
    let received = '';
    const url = await receiver(() => undefined);
    const sink = await Sink.listen('127.0.0.3', (socket) =>
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.endsWith('{}')) socket.end('HTTP/1.1 204 No Content\r\nx-request-id: r1\r\n\r\n');
      }),
    );
    closing.push(() => sink.close());
    const answer = await send(url.replace(/:\d+\//, `:${sink.port}/`));
    expect([answer.status, answer.headers['x-request-id']]).toEqual([204, 'r1']);
    expect(received).toMatch(
      /^POST \/hook HTTP\/1\.1\r\nx-a: b\r\nhost: 127\.0\.0\.3:\d+\r\naccept-encoding: identity\r\n/,
    );
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'refuses',
      (socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\nsecret banner'),
      /^http_404: the receiver answered with status 404$/,
    ],
    ['redirects', (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n'), /^http_302: /],
    ['hangs', () => undefined, /^timeout: /],
    [
      'drips its headers',
      (socket) => {
        const timer = setInterval(() => socket.write('a'), 20);
        socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
        socket.on('close', () => clearInterval(timer));
      },
      /^timeout: /,
    ],
    ['resets', (socket) => socket.resetAndDestroy(), /^connection_lost: /],
    ['closes without an answer', (socket) => socket.end(), /^connection_lost: /],
    ['speaks something else', (socket) => socket.end('220 mail.example ESMTP\r\n'), /^connection_lost: /],
    [
      'sends endless headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        for (let n = 0; n < 2_000; n++) socket.write(`x-${n}: ${'y'.repeat(64)}\r\n`);
      },
      /^connection_lost: /,
    ],
    [
      'switches protocols',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      /^connection_lost: /,
    ],
  ])('%s has not, and the reason says so without its words', async (_, serve, reason) => {
    const fault = await faultOf(send(await receiver(serve), reason.test('timeout: ') ? 400 : PATIENT_MS));
    expect(fault).toMatch(reason);
    expect(fault).not.toContain('banner');
  });

  it('answers 2xx with more than a client wants to read has it, and is cut off', async () => {
    let sent = 0;
    const url = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      socket.on('drain', more);
      more();
    });
    const answer = await send(url);
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect(sent).toBeLessThan(64_000_000);
  });

  it('compresses a bomb sees it unread: nothing is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const url = await receiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    });
    const answer = await send(url);
    expect(answer.body === undefined || answer.body.equals(bomb)).toBe(true);
  });

  it('cannot be connected is distinguished from one that does not answer', async () => {
    const sink = await Sink.listen('127.0.0.3');
    const { port } = sink;
    await sink.close();
    expect(await faultOf(send(`http://127.0.0.3:${port}/`))).toMatch(/^connect_failed: /);
  });
});

describe('a receiver with TLS', () => {
  async function tlsReceiver(names: string[], addresses: string[], expired = false) {
    const made = testCertificate(names, addresses, expired);
    const server: TlsServer = createTlsServer(made, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.3', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    return { ca: made.cert, port: (server.address() as AddressInfo).port };
  }
  const post = (trustedCa: string | undefined, url: string) =>
    new OutboundHttp(dialerWith(RULES, { trustedCa, resolve: async () => ['127.0.0.3'] })).send({
      url,
      method: 'POST',
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: PATIENT_MS,
    });

  it('whose certificate is trusted and is for its name or address is sent to', async () => {
    const { ca, port } = await tlsReceiver(['hooks.example'], ['127.0.0.3']);
    expect((await post(ca, `https://hooks.example:${port}/`)).status).toBe(200);
    expect((await post(ca, `https://127.0.0.3:${port}/`)).status).toBe(200);
  });

  it.each<[string, string[], boolean, boolean]>([
    ['is for another name', ['other.example'], false, true],
    ['has expired', ['hooks.example'], true, true],
    ['has no trusted issuer', ['hooks.example'], false, false],
  ])('whose certificate %s is not', async (_, names, expired, trusted) => {
    const { ca, port } = await tlsReceiver(names, [], expired);
    expect(await faultOf(post(trusted ? ca : undefined, `https://hooks.example:${port}/`))).toMatch(/^tls_failed: /);
  });
});

describe('Retry-After', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');
  it.each<[string | undefined, number | undefined]>([
    ['120', 120_000],
    ['0', 0],
    ['999999', 3_600_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Thu, 01 Jan 2099 00:00:00 GMT', 3_600_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
    ['-1', undefined],
    ['1e9', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    [undefined, undefined],
  ])('%s is a wait of %s ms', (header, wait) => {
    expect(retryAfterMs(header, NOW)).toBe(wait);
  });
});
