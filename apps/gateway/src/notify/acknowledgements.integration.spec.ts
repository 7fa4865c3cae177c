/** The public routes of acknowledgements on a server of their own, with notify's side of the bus played by the test. */
import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type NatsConnection } from 'nats';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { sendError } from '@spanwise/host/http-server';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { RequestLimits } from '../edge/limits/request-limits.js';
import { registerAcknowledgements } from './acknowledgements.route.js';

const TOKEN = 'a-_9'.repeat(16);
const REFUSED = 20;
const [ORGANIZATION, CONNECTOR] = [uuidv7(), uuidv7()];
const NOT_FOUND = { error: { kind: 'not_found', message: 'There is no such link.' } };
const UNAUTHORIZED = { error: { kind: 'unauthorized', message: 'no' } };

let nats: ScratchNats;
let connection: NatsConnection;
let server: FastifyInstance;
let url: string;
/** What notify was asked, by the last word of the subject, and what it says. */
const asked: [string, Record<string, unknown>][] = [];
let reply: object;

beforeAll(async () => {
  nats = await scratchNats();
  connection = await connect({ servers: nats.url });
  connection.subscribe('svc.notify.>', {
    callback: (_, message) => {
      const { sealed } = (message.json() as { data: { sealed: string } }).data;
      asked.push([message.subject.split('.').at(-1)!, JSON.parse(sealed) as Record<string, unknown>]);
      message.respond(JSON.stringify(reply));
    },
  });
  await connection.flush();
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
});
beforeEach(async () => {
  await server?.close();
  asked.length = 0;
  server = Fastify();
  server.setErrorHandler((error, request, answer) =>
    sendError(error, undefined, request, answer, pino({ enabled: false })),
  );
  registerAcknowledgements(server, {
    rpc: new RpcClient(connection),
    // Not sealed, so that the test reads what is in it.
    bodies: { seal: async (body) => JSON.stringify(body) },
    limits: new RequestLimits({ account: 60, organization: 60, refused: REFUSED }),
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const link = (method: string, token = TOKEN, body?: string) =>
  fetch(`${url}/api/v1/alerts/acknowledge/${token}`, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
const callback = (body: string, change: { query?: string; id?: string; headers?: object } = {}) => {
  const { query = `?organization_id=${ORGANIZATION}`, id = CONNECTOR, headers = {} } = change;
  return fetch(`${url}/api/v1/notify/callbacks/${id}${query}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
};

describe('the link of a mail', () => {
  it('shows a page with a button, which asks nothing but what it is about', async () => {
    reply = { data: { title: '<b>Checkout</b>' } };
    const answer = await link('GET');
    const page = await answer.text();
    expect([answer.status, asked]).toEqual([200, [['look', { token: TOKEN }]]]);
    expect(page).toContain('<form method="post"><button>Acknowledge</button></form>');
    expect(page).toContain('&lt;b&gt;Checkout&lt;/b&gt;');
    expect(page).not.toContain(TOKEN);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  it('asks for nothing more by HEAD, as scanners of mail do', async () => {
    reply = { data: { title: 'x' } };
    await link('HEAD');
    expect(asked.filter(([verb]) => verb === 'use')).toEqual([]);
  });

  it.each([
    ['acknowledged', 'It is acknowledged.'],
    ['already', 'It was acknowledged before.'],
    ['closed', 'It is over already.'],
  ])('says that it was %s when the button is pressed', async (outcome, words) => {
    reply = { data: { title: 'Checkout', outcome } };
    const answer = await link('POST', TOKEN, '');
    expect([answer.status, asked]).toEqual([200, [['use', { token: TOKEN }]]]);
    const page = await answer.text();
    expect(page).toContain(words);
    expect(page).not.toContain('<form');
  });

  it('that opens nothing is 404, and after too many from an address 429', async () => {
    reply = NOT_FOUND;
    for (const method of ['GET', 'POST']) {
      const answer = await link(method);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('never was one');
    }
    asked.length = 0;
    const statuses = [];
    for (let count = 0; count < REFUSED; count++) statuses.push((await link('GET', `guess-${count}`)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(REFUSED - 1);
    expect(statuses.at(-1)).toBe(429);
    // What cannot be a token is not looked up.
    expect(asked).toEqual([]);
  });

  it('takes no body to speak of', async () => {
    expect((await link('POST', TOKEN, 'x'.repeat(1_025))).status).toBe(413);
    expect(asked).toEqual([]);
  });

  it('is 503 while notify is away, and nothing is said of the link', async () => {
    reply = { error: { kind: 'unavailable', message: 'away', retryAfterSeconds: 2 } };
    const answer = await link('POST');
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain(TOKEN);
  });
});

describe('a button of a chat', () => {
  it('hands on the very bytes and the headers of the signature alone', async () => {
    reply = { data: { body: { toast: { type: 'success' } } } };
    const headers = { 'x-slack-signature': 'v0=1', 'x-slack-request-timestamp': '17', authorization: 'Bearer x' };
    const answer = await callback('payload=%7B%7D', { headers });
    expect([answer.status, await answer.json()]).toEqual([200, { toast: { type: 'success' } }]);
    expect(asked).toEqual([
      [
        'receive',
        {
          organization_id: ORGANIZATION,
          connector_id: CONNECTOR,
          headers: { 'x-slack-signature': 'v0=1', 'x-slack-request-timestamp': '17' },
          body_base64: Buffer.from('payload=%7B%7D').toString('base64'),
        },
      ],
    ]);
  });

  it('that is not an object of ours is 401, and not looked up', async () => {
    for (const change of [
      { id: 'x' },
      { query: '' },
      { query: '?organization_id=x' },
      { query: `?organization_id=${ORGANIZATION}&organization_id=${ORGANIZATION}` },
    ]) {
      expect((await callback('x', change)).status).toBe(401);
    }
    expect(asked).toEqual([]);
  });

  it('whose signature does not hold is 401, and after too many from an address 429', async () => {
    reply = UNAUTHORIZED;
    const statuses = [];
    for (let count = 0; count <= REFUSED; count++) statuses.push((await callback('x')).status);
    expect(statuses).toEqual([...Array<number>(REFUSED).fill(401), 429]);
  });

  it('is at most 64 KiB', async () => {
    reply = { data: { body: {} } };
    expect((await callback('x'.repeat(65_536))).status).toBe(200);
    expect((await callback('x'.repeat(65_537))).status).toBe(413);
    expect(asked).toHaveLength(1);
  });
});
