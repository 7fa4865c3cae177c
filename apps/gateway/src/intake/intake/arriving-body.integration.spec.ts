import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, TestGateway } from '../../gateway.fixture.js';
import { isTooSlow } from './arriving-body.js';

it.each([
  ['nothing within the grace', 0, 10_000, false],
  ['nothing behind it', 0, 10_001, true],
  ['16 KiB a second behind it', 160 * 1024, 20_000, false],
  ['a byte less', 160 * 1024 - 1, 20_000, true],
])('%s', (_, bytes, tookMs, tooSlow) => {
  expect(isTooSlow(bytes, tookMs, 10_000)).toBe(tooSlow);
});

const OTHER = '00000000-0000-7000-8000-0000000000bb';
let gateway: TestGateway;
let token: string;
let other: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await TestGateway.start({ SPANWISE_INTAKE_BODY_GRACE: '2s' });
  token = gateway.iam.admit();
  other = gateway.iam.admit(contextWith({ organization_id: OTHER }));
});
beforeEach(() => gateway.sendHeartbeat());
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await gateway.stop();
});

/** Sends the head of a request and `bytes` of its body, and collects what comes back. */
function begin(path: string, head: string, bytes = 0): { socket: Socket; answer: () => string; closed: () => boolean } {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let answer = '';
  let closed = false;
  socket
    .on('data', (data) => (answer += String(data)))
    .on('error', () => undefined)
    .on('close', () => (closed = true));
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${head}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes));
  return { socket, answer: () => answer, closed: () => closed };
}

const send = (path: string, as: string) =>
  gateway.fetch(path, { method: 'POST', token: as, headers: { 'content-type': 'application/json' }, body: '{}' });
const inFlight = async () => {
  const text = await (await gateway.fetch('/metrics')).text();
  return Number(/^spanwise_intake_in_flight_bytes(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
};
const JSON_TYPE = 'content-type: application/json';

describe('a body that stalls', () => {
  it('does not block intake, and is ended', async () => {
    const stalled = Array.from({ length: 20 }, (_, at) =>
      begin(['/v1/traces', '/api/v1/ingest/logs/x'][at % 2]!, `${JSON_TYPE}\r\ncontent-length: 16777216`, at % 2),
    );
    await eventually(async () => expect(await inFlight()).toBe(10));
    expect((await send('/v1/logs', other)).status).toBe(200);
    expect((await send('/v1/logs', token)).status).toBe(200);
    await eventually(() => expect(stalled.map(({ closed }) => closed())).not.toContain(false));
    for (const { answer } of stalled) expect(answer()).toMatch(/^HTTP\/1\.1 429 [^]*comes too slowly/);
    expect(await inFlight()).toBe(0);
  });

  it('and is broken off holds nothing any more', async () => {
    const { socket } = begin('/v1/metrics', `${JSON_TYPE}\r\ncontent-length: 1000`, 900);
    await eventually(async () => expect(await inFlight()).toBe(900));
    socket.destroy();
    await eventually(async () => expect(await inFlight()).toBe(0));
  });
});

it('a body in pieces, of unknown length, is taken as a whole', async () => {
  const { socket, answer } = begin('/api/v1/ingest/logs/pieces', `${JSON_TYPE}\r\ntransfer-encoding: chunked`);
  for (const piece of ['{"body"', ':"in pieces"', '}']) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  socket.write('0\r\n\r\n');
  await eventually(() => expect(answer()).toMatch(/^HTTP\/1\.1 200 [^]*"accepted":1/));
});

it('a body of more than the limit is 413, also where it did not say so', async () => {
  const { socket, answer } = begin('/v1/traces', `${JSON_TYPE}\r\ntransfer-encoding: chunked`);
  const piece = Buffer.alloc(1024 * 1024, ' ');
  for (let at = 0; at < 17; at++) {
    socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    socket.write('\r\n');
  }
  socket.write('0\r\n\r\n');
  await eventually(() => expect(answer()).toMatch(/^HTTP\/1\.1 413 /));
});
