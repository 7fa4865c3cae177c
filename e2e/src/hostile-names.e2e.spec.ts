/** Texts that nothing can store, and names that objects have by themselves, as names that a client gives or asks for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

let client: Client<Tenant>;
let owner: string;

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
});

interface Refusal {
  error?: string;
  message?: string;
  details?: { field: string }[];
}

const ask = (line: string, body?: object) =>
  client.call<Refusal>(line, { token: owner, ...(body !== undefined && { body }) });
const time_range = { start: 0, end: 1 };
const statement = 'select 1';

describe.each(['a\0b', 'a\ud800'])('%j, which no database keeps', (text) => {
  const view = { name: 'x', language: 'sql', time_range_secs: 60 };
  const job = { language: 'sql', time_range };
  it.each<[string, object, string]>([
    ['POST /saved_views', { ...view, statement: text }, 'statement'],
    ['POST /saved_views', { ...view, statement, stream: { name: text, type: 'logs' } }, 'stream.name'],
    ['POST /query/jobs', { ...job, statement: text }, 'statement'],
    ['POST /query/jobs', { ...job, statement, org_id: text }, 'org_id'],
    ['POST /query', { ...job, statement: text }, 'statement'],
    [
      'POST /resource_shares',
      { resource_type: 'apm_service', resource_id: text, share_mode: 'authenticated' },
      'resource_id',
    ],
    ['POST /teams', { name: 'x', [text]: 1 }, text.replace(/[\0\ud800]/, '\ufffd')],
  ])('is 400 in the body of %s and names its member', async (line, body, field) => {
    expect(await ask(line, body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_argument', details: [{ field }] },
    });
  });
});

it.each([
  ['DELETE /orgs/email-domains/a%00b', 'domain'],
  ['GET /streams?q=a%00b', 'q'],
  ['GET /notify/deliveries?event_id=a%00b', 'event_id'],
  ['POST /ingest/logs/a%00b', 'stream'],
])('a NUL in %s is 400 and names %s', async (line, field) => {
  expect(await ask(line, line.startsWith('POST') ? [] : undefined)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('NUL'), details: [{ field }] },
  });
});

it('telemetry with texts that nothing stores is taken and repaired', async () => {
  const sent = await client.call('POST /ingest/logs/default', {
    token: client.product.intakeToken,
    body: [{ body: 'a\0b\ud800', 'c\0': 'd' }],
  });
  expect(sent).toMatchObject({ status: 200, body: { accepted: 1, rejected: 0 } });
});

describe('a member named constructor', () => {
  const policy = {
    name: 'x',
    event_type: 'x',
    category: 'alert',
    recipient_resolver: 'alert_owner',
    delivery_mode: 'prefer_user',
  };

  it('is a path of an attribute like any', async () => {
    const matchers = { constructor: 'constructor' };
    expect(await ask('POST /notify/policies', { ...policy, matchers })).toMatchObject({
      status: 201,
      body: { matchers },
    });
  });

  it('is 400 where no names of clients stand', async () => {
    const body = { ...policy, other: { constructor: 'constructor' } };
    expect(await ask('POST /notify/policies', body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_argument' },
    });
  });
});

it.each(['constructor', '__proto__', 'x', '0'.repeat(31)])(
  'what is no trace id names no trace: %s is 404',
  async (id) => {
    for (const path of [`/traces/${id}`, `/traces/${id}/logs`, `/web/trace/${id}`])
      expect(await ask(`GET ${path}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  },
);
