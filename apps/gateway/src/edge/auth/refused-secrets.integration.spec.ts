/** Every route that brings a secret of its own checks the limit of refused ones before it asks iam. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDownload } from '@spanwise/contracts/iam/downloads';
import { receivePaymentEvent } from '@spanwise/contracts/iam/billing';
import { resetPassword, verifySignUp } from '@spanwise/contracts/iam/orgs';
import { authenticatePush, type PushKind } from '@spanwise/contracts/iam/push-connectors';
import { openShare, readShareSession, unlockShare } from '@spanwise/contracts/iam/shares';
import { acceptInvitation } from '@spanwise/contracts/iam/users';
import { sealingKey } from '@spanwise/contracts/notify/notify';
import {
  lookAtAcknowledgeLink,
  receiveCallback,
  useAcknowledgeLink,
} from '@spanwise/contracts/notify/acknowledgements';
import { openCalendar } from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { SealedBoxKey } from '@spanwise/host/sealed-box';
import { ORGANIZATION, TestGateway } from '../../gateway.fixture.js';

const MOST = 20;
const TRIES = 60;
const SOON = (Date.now() + 60_000) * 1_000;
const [CONNECTOR, OTHER_CONNECTOR] = [uuidv7(), uuidv7()];
const box = new SealedBoxKey([{ kid: 'k1', key: Buffer.alloc(32, 7) }]);

/** A request of a route with a secret in its place. */
interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Row {
  operation: string;
  /** Which service is asked, and what it says to a secret that is good. */
  subject: string;
  good: object;
  refused: 'unauthorized' | 'not_found' | 'invalid_argument';
  /** As many characters as the route asks for. */
  chars?: number;
  prefix?: string;
  send: (secret: string) => Sent;
  /** Signatures are known by their sender: those that are invented come from another one. */
  stranger?: 'another connector' | 'another address';
}

const json = (path: string, body: object): Sent => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const push = (path: string, kind: PushKind): Row => ({
  operation: `POST ${path}`,
  subject: authenticatePush.subject,
  good: {
    connector_id: CONNECTOR,
    organization_id: ORGANIZATION,
    kind,
    target_stream: 'edge',
    billing_state: 'active',
  },
  refused: 'unauthorized',
  prefix: 'swc_',
  send: (secret) => ({ path, method: 'POST', headers: { 'x-connector-token': secret }, body: '' }),
});
const SHARE = { session: 's', share_mode: 'public_link', requires_password: true, expires_at_micros: SOON };
const session = (method: 'GET' | 'POST', path: string): Row => ({
  operation: `${method} ${path}`,
  subject: readShareSession.subject,
  good: { requires_password: true, expires_at_micros: SOON },
  refused: 'unauthorized',
  send: (secret) => ({ ...(method === 'GET' ? { path } : json(path, {})), headers: sessionHeaders(method, secret) }),
});
const sessionHeaders = (method: string, secret: string) => ({
  'x-share-session': secret,
  ...(method === 'POST' && { 'content-type': 'application/json' }),
});
const ACKNOWLEDGE = '/api/v1/alerts/acknowledge/{token}';
const acknowledge = (method: 'GET' | 'POST', subject: string, good: object): Row => ({
  operation: `${method} ${ACKNOWLEDGE}`,
  subject,
  good,
  refused: 'not_found',
  chars: 64,
  send: (secret) => ({ path: ACKNOWLEDGE.replace('{token}', secret), method }),
});
const PASSWORD = 'correct horse 9 battery';

const ROWS: Row[] = [
  push('/api/v1/_kinesis_firehose', 'aws_kinesis_firehose'),
  push('/api/v1/_cloudflare', 'cloudflare_logpush'),
  push('/api/v1/_heroku', 'heroku_drain'),
  push('/api/v1/_bulk', 'elasticsearch_bulk'),
  push('/api/v1/loki/api/v1/push', 'loki_push'),
  {
    operation: 'GET /api/v1/files/stream/{token}',
    subject: openDownload.subject,
    good: { object_type: 'search_job', object_id: uuidv7(), context: { quotas: {} }, signed: '' },
    refused: 'unauthorized',
    send: (secret) => ({ path: `/api/v1/files/stream/${secret}` }),
  },
  {
    operation: 'GET /api/v1/public/calendars/{token}',
    subject: openCalendar.subject,
    good: { ics: 'BEGIN:VCALENDAR' },
    refused: 'not_found',
    send: (secret) => ({ path: `/api/v1/public/calendars/${secret}` }),
  },
  acknowledge('GET', lookAtAcknowledgeLink.subject, { title: 'x' }),
  acknowledge('POST', useAcknowledgeLink.subject, { title: 'x', outcome: 'already' }),
  {
    operation: 'POST /api/v1/notify/callbacks/{connector_id}',
    subject: receiveCallback.subject,
    good: { body: {} },
    refused: 'unauthorized',
    stranger: 'another connector',
    send: (secret) => ({
      path: `/api/v1/notify/callbacks/${good.has(secret) ? CONNECTOR : OTHER_CONNECTOR}?organization_id=${ORGANIZATION}`,
      method: 'POST',
      headers: { 'x-slack-signature': secret, 'x-slack-request-timestamp': '1' },
      body: 'payload',
    }),
  },
  {
    operation: 'POST /api/v1/billing/stripe/webhook',
    subject: receivePaymentEvent.subject,
    good: { received: true },
    refused: 'unauthorized',
    stranger: 'another address',
    send: (secret) => ({
      path: '/api/v1/billing/stripe/webhook',
      method: 'POST',
      headers: { 'stripe-signature': secret },
      body: '{}',
    }),
  },
  {
    // A page, which the API description leaves out.
    operation: 'GET /s/{token}',
    subject: openShare.subject,
    good: SHARE,
    refused: 'not_found',
    send: (secret) => ({ path: `/s/${secret}` }),
  },
  {
    operation: 'POST /api/v1/public/share/exchange',
    subject: openShare.subject,
    good: SHARE,
    refused: 'not_found',
    send: (secret) => json('/api/v1/public/share/exchange', { token: secret }),
  },
  session('GET', '/api/v1/public/share'),
  session('POST', '/api/v1/public/share/query'),
  {
    operation: 'POST /api/v1/public/share/unlock',
    subject: unlockShare.subject,
    good: { unlocked: true },
    refused: 'unauthorized',
    send: (secret) => ({
      ...json('/api/v1/public/share/unlock', { password: PASSWORD }),
      headers: sessionHeaders('POST', secret),
    }),
  },
  {
    operation: 'POST /api/v1/auth/verify-email',
    subject: verifySignUp.subject,
    good: { verified: true, email: 'a@example.org', status: 'active' },
    refused: 'invalid_argument',
    send: (secret) => json('/api/v1/auth/verify-email', { token: secret, password: PASSWORD }),
  },
  {
    operation: 'POST /api/v1/auth/reset-password',
    subject: resetPassword.subject,
    good: { reset: true },
    refused: 'invalid_argument',
    send: (secret) => json('/api/v1/auth/reset-password', { token: secret, password: PASSWORD }),
  },
  {
    operation: 'POST /api/v1/invitations/accept',
    subject: acceptInvitation.subject,
    good: { accepted: true, user_id: uuidv7(), email: 'a@example.org', org_id: ORGANIZATION, org_name: 'x' },
    refused: 'invalid_argument',
    send: (secret) => json('/api/v1/invitations/accept', { token: secret }),
  },
];

/** Routes that ask for no bearer and bring no secret, or bring a password: those have limits of their own in iam. */
const WITHOUT_A_SECRET = [
  'POST /api/v1/auth/signin',
  'POST /api/v1/auth/session',
  'POST /api/v1/auth/signup',
  'POST /api/v1/auth/forgot-password',
  'GET /api/v1/public/avatars/{user_id}/{file}',
  'GET /api/v1/instance',
  'GET /.well-known/jwks.json',
  'GET /api/v1/version',
  'GET /version',
  'GET /api/v1/healthz',
  'GET /api/v1/readyz',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
];

const STATUS = { unauthorized: 401, not_found: 404, invalid_argument: 400 };

let gateway: TestGateway;
/** Secrets that are good, and how often iam was asked. */
const good = new Set<string>();
let questions = 0;

beforeAll(async () => {
  gateway = await TestGateway.start({
    SPANWISE_RATE_REFUSED: String(MOST),
    SPANWISE_TRUSTED_PROXIES: '127.0.0.0/8',
  });
  for (const [subject, row] of new Map(ROWS.map((one) => [one.subject, one]))) play(subject, row);
  await gateway.answer(sealingKey.subject, { public_key: box.publicKey });
  await gateway.sendHeartbeat();
});
afterAll(() => gateway.stop());

/** A service that knows the good secrets, wherever in its question they stand. */
function play(subject: string, row: Row): void {
  gateway.connection.subscribe(subject, {
    callback: (_, message) => {
      questions++;
      const { data } = message.json() as { data: { sealed?: string } };
      const asked = data.sealed === undefined ? JSON.stringify(data) : box.open(data.sealed).toString();
      const isGood = [...good].some((secret) => asked.includes(secret));
      // Of one subject under several routes each has its own kind.
      const answer = ROWS.find((one) => one.subject === subject && one === current) ?? row;
      const refusal = { error: { kind: row.refused, message: 'no' } };
      message.respond(JSON.stringify(isGood ? { data: answer.good } : refusal));
    },
  });
}
let current: Row | undefined;

const invented = ({ prefix = '', chars = 43 }: Row): string =>
  prefix + randomBytes(chars).toString('base64url').slice(0, chars);

async function statusOf({ send }: Row, secret: string, address: string): Promise<number> {
  const { path, headers, ...init } = send(secret);
  const sent = { ...init, redirect: 'manual' as const, headers: { ...headers, 'x-forwarded-for': address } };
  const response = await gateway.fetch(path, sent);
  await response.text();
  return response.status;
}

describe('invented secrets from one address', () => {
  it.each(ROWS)('at $operation are not each asked about, and one that was good passes', async (row) => {
    current = row;
    const address = `192.0.2.${ROWS.indexOf(row) + 1}`;
    const sender = row.stranger === 'another address' ? '198.51.100.1' : address;
    const secret = invented(row);
    good.add(secret);
    const taken = await statusOf(row, secret, sender);
    expect(taken).not.toBe(429);
    const before = questions;
    const answers = await Promise.all(Array.from({ length: TRIES }, () => statusOf(row, invented(row), address)));
    const limited = answers.filter((one) => one === 429).length;
    // A place comes back every three seconds.
    expect(limited).toBeGreaterThan(TRIES / 2);
    expect(answers.filter((one) => one === STATUS[row.refused])).toHaveLength(TRIES - limited);
    expect(questions - before).toBe(TRIES - limited);
    expect(await statusOf(row, secret, sender)).toBe(taken);
    expect(questions - before).toBeLessThanOrEqual(TRIES - limited + 1);
    good.clear();
  });

  it('are tried at every route that asks for no bearer', () => {
    const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, Record<string, { 'x-permissions'?: object }>>;
    };
    const open = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation['x-permissions'] === undefined)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const tried = ROWS.map(({ operation }) => operation).filter((operation) => operation !== 'GET /s/{token}');
    expect([...tried, ...WITHOUT_A_SECRET].toSorted()).toEqual(open.toSorted());
  });
});
