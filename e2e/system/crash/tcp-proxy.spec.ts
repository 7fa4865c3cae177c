import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TcpProxy } from './tcp-proxy.js';

/** Answers what it is sent, and remembers its sessions. */
let echo: Server;
let sessions: Socket[];
let proxy: TcpProxy;
let clients: Socket[];

beforeEach(async () => {
  sessions = [];
  clients = [];
  echo = createServer((socket) => {
    sessions.push(socket.on('error', () => undefined));
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await TcpProxy.listen(() => (echo.address() as AddressInfo).port);
});

afterEach(async () => {
  for (const socket of [...clients, ...sessions]) socket.destroy();
  await proxy.close();
  echo.close();
});

const SILENCE_MS = 300;

/** Text that comes back, how the connection breaks, or `silence`. */
function say(client: Socket, text: string): Promise<string> {
  const heard = new Promise<string>((resolve) => {
    client.once('data', (chunk) => resolve(String(chunk)));
    client.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    client.once('close', () => resolve('closed'));
  });
  client.write(text);
  return Promise.race([heard, sleep(SILENCE_MS, 'silence')]);
}

function newClient(): Socket {
  const client = connect(proxy.port, '127.0.0.1');
  clients.push(client.on('error', () => undefined));
  return client;
}

const closing = (client: Socket) => new Promise<void>((resolve) => client.once('close', () => resolve()));

async function openClient(): Promise<Socket> {
  const client = newClient();
  expect(await say(client, 'hello')).toBe('hello');
  return client;
}

it('carries more than it holds at once, in order, and the end of a connection', async () => {
  const client = newClient();
  const sent = Buffer.alloc(6 * 1024 * 1024, 'abcdefghijk');
  const received: Buffer[] = [];
  client.on('data', (chunk) => received.push(chunk));
  client.end(sent);
  await once(client, 'close');
  expect(Buffer.concat(received).equals(sent)).toBe(true);
  await expect.poll(() => sessions[0]!.destroyed).toBe(true);
});

it.each([
  ['refuse', /^ECONNREFUSED$/],
  ['reset', /^(ECONNRESET|EPIPE|closed)$/],
] as const)('%s: open and new connections break, later ones are carried', async (mode, broken) => {
  const closed = closing(await openClient());
  await proxy.set(mode);
  await closed;
  expect(await say(newClient(), 'anyone?')).toMatch(broken);
  await proxy.set('pass');
  await openClient();
});

it('black hole: silence for open and new connections, and everything arrives afterwards', async () => {
  const open = await openClient();
  await proxy.set('blackhole');
  const late = newClient();
  expect(await Promise.all([say(open, 'one'), say(late, 'two')])).toEqual(['silence', 'silence']);
  const answers = [open, late].map(async (client) => String((await once(client, 'data'))[0]));
  await proxy.set('pass');
  expect(await Promise.all(answers)).toEqual(['one', 'two']);
});

it('half open: the client loses a connection that the server keeps until the link is repaired', async () => {
  const closed = closing(await openClient());
  await proxy.set('half-open');
  await closed;
  await openClient();
  expect(sessions.map((session) => session.destroyed)).toEqual([false, false]);
  await proxy.set('pass');
  await expect.poll(() => sessions[0]!.destroyed).toBe(true);
  expect(sessions[1]!.destroyed).toBe(false);
});

it('delay: everything comes later, in both directions, and in order', async () => {
  const client = await openClient();
  await proxy.set('delay', 100);
  const startedMs = performance.now();
  let heard = '';
  client.on('data', (chunk) => (heard += String(chunk)));
  for (const text of ['a', 'b', 'c']) {
    client.write(text);
    await sleep(5);
  }
  await expect.poll(() => heard).toBe('abc');
  expect(performance.now() - startedMs).toBeGreaterThan(195);
});
