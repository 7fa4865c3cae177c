/** Links of mails and buttons of chats: what acknowledges, once, and everything else that does nothing. */
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { ConnectorSecrets } from '../../channels/connectors/connector-secrets.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { AcknowledgeLinks, issueLink } from './acknowledge-links.js';
import type { AcknowledgeIncident, Actor } from './acknowledge-incident.js';
import { Callbacks } from './callbacks.js';
import { removeOldLinks } from './links.store.js';
import type { SignedCallback } from './signed-callback.js';

const [A, B, INCIDENT, SLACK, LARK] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const ENCRYPT_KEY = 'test key';
const secrets = new ConnectorSecrets([{ kid: 'k1', key: Buffer.alloc(32, 5) }]);

let database: NotifyDatabase;
let outcome: Awaited<ReturnType<AcknowledgeIncident>> | Error;
const acknowledged: [organization: string, incident: string, actor: Actor][] = [];
const acknowledge: AcknowledgeIncident = async (_client, ...wish) => {
  if (outcome instanceof Error) throw outcome;
  acknowledged.push(wish);
  return outcome;
};
let nowMs: number;

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_acknowledgements');
  const add = (id: string, type: string, config: object) =>
    database.admin.query(
      'insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, $3, $4, $5)',
      [id, A, type, type, secrets.seal(A, id, config as Record<string, unknown>)],
    );
  await add(SLACK, 'chatone_app', { bot_token: 'x', signing_secret: SIGNING_SECRET });
  await add(LARK, 'chattwo_app', { app_id: 'cli', app_secret: 's', encrypt_key: ENCRYPT_KEY });
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.admin.query('truncate notify.acknowledge_links, notify.callback_receipts');
  await database.admin.query('update notify.connectors set enabled = true');
  acknowledged.length = 0;
  outcome = 'acknowledged';
  nowMs = Date.now();
});

const links = () => new AcknowledgeLinks(database.transactions, acknowledge);
const issue = (change: object = {}, lifeMs?: number, organizationId = A) =>
  database.transactions.in(organizationId, (client) =>
    issueLink(
      client,
      { organizationId, incidentId: INCIDENT, recipient: 'ann@example.org', title: 'Checkout is slow', ...change },
      lifeMs,
    ),
  );
const NOT_FOUND = { kind: 'not_found' };

describe('a link of a mail (DELIVERY-27)', () => {
  it('acknowledges once, in the name of whom it was sent to', async () => {
    const userId = uuidv7();
    const token = await issue({ userId });
    expect(await links().use(token)).toEqual({ title: 'Checkout is slow', outcome: 'acknowledged' });
    const actor = { kind: 'link', recipient: 'ann@example.org', user_id: userId };
    expect(acknowledged).toEqual([[A, INCIDENT, actor]]);
    await expect(links().use(token)).rejects.toMatchObject(NOT_FOUND);
    await expect(links().look(token)).rejects.toMatchObject(NOT_FOUND);
    expect(acknowledged).toHaveLength(1);
  });

  it('that a scanner follows, however often, acknowledges nothing and still works', async () => {
    const token = await issue();
    for (let count = 0; count < 3; count++) expect(await links().look(token)).toEqual({ title: 'Checkout is slow' });
    expect(acknowledged).toEqual([]);
    expect(await links().use(token)).toMatchObject({ outcome: 'acknowledged' });
  });

  it('that ten press at once acknowledges once', async () => {
    const token = await issue();
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => links().use(token)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(acknowledged).toHaveLength(1);
  });

  it('works again when the acknowledgement itself failed', async () => {
    const token = await issue();
    outcome = new Error('the database was cut');
    await expect(links().use(token)).rejects.toThrow('cut');
    outcome = 'closed';
    expect(await links().use(token)).toMatchObject({ outcome: 'closed' });
  });

  it('does nothing once it has expired, and is removed then', async () => {
    const token = await issue({}, -1);
    await expect(links().look(token)).rejects.toMatchObject(NOT_FOUND);
    await expect(links().use(token)).rejects.toMatchObject(NOT_FOUND);
    const fresh = await issue();
    await database.transactions.in(A, (client) => removeOldLinks(client, A));
    expect((await database.admin.query('select from notify.acknowledge_links')).rowCount).toBe(1);
    expect(await links().look(fresh)).toEqual({ title: 'Checkout is slow' });
    expect(acknowledged).toEqual([]);
  });

  it('is nothing where one letter is another, where another organization is named, or where it is no token', async () => {
    const token = await issue();
    const bytes = Buffer.from(token, 'base64url');
    const foreign = Buffer.concat([Buffer.from(B.replaceAll('-', ''), 'hex'), bytes.subarray(16)]).toString(
      'base64url',
    );
    const changed = [0, 20, 40, 63].map((at) => {
      const other = token[at] === 'A' ? 'B' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    });
    for (const wrong of [...changed, foreign, '', token.slice(1), `${token}A`, '\0'.repeat(64), "'".repeat(64)]) {
      await expect(links().use(wrong)).rejects.toMatchObject(NOT_FOUND);
    }
    expect(acknowledged).toEqual([]);
  });

  it('stands in no table: neither the token nor its random part, in any coding', async () => {
    const token = await issue();
    const random = Buffer.from(token, 'base64url').subarray(16);
    const { rows } = await database.admin.query<{ text: string }>(
      'select l::text as text from notify.acknowledge_links l',
    );
    for (const form of [token, random.toString('hex'), random.toString('base64')]) {
      expect(rows[0]!.text).not.toContain(form);
    }
  });
});

const slack = (change: { action?: string; value?: string; secret?: string; seconds?: number } = {}): SignedCallback => {
  const { action = 'acknowledge', value = INCIDENT, secret = SIGNING_SECRET, seconds = nowMs / 1_000 } = change;
  const timestamp = String(Math.floor(seconds));
  const payload = { type: 'block_actions', user: { id: 'U1' }, actions: [{ action_id: action, value }] };
  const body = Buffer.from(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body.toString()}`).digest('hex');
  return { headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` }, body };
};
const encrypted = (callback: object, key = ENCRYPT_KEY): Buffer => {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), iv);
  const bytes = Buffer.concat([iv, cipher.update(JSON.stringify(callback)), cipher.final()]);
  return Buffer.from(JSON.stringify({ encrypt: bytes.toString('base64') }));
};
const lark = (change: { value?: string; key?: string; seconds?: number; type?: string } = {}): SignedCallback => {
  const { value = INCIDENT, key = ENCRYPT_KEY, seconds = nowMs / 1_000, type = 'card.action.trigger' } = change;
  const timestamp = String(Math.floor(seconds));
  const event = { operator: { open_id: 'ou_1' }, action: { tag: 'button', value: { acknowledge: value } } };
  const body = encrypted({ schema: '2.0', header: { event_type: type }, event }, key);
  const signature = createHash('sha256').update(`${timestamp}n1${key}`).update(body).digest('hex');
  const headers = {
    'x-lark-request-timestamp': timestamp,
    'x-lark-request-nonce': 'n1',
    'x-lark-signature': signature,
  };
  return { headers, body };
};
const receive = (connectorId: string, { headers, body }: SignedCallback, organizationId = A) =>
  new Callbacks({ transactions: database.transactions, secrets, acknowledge, nowMs: () => nowMs }).receive({
    organization_id: organizationId,
    connector_id: connectorId,
    headers,
    body_base64: Buffer.from(body).toString('base64'),
  });
const UNAUTHORIZED = { kind: 'unauthorized' };

describe.each([
  ['the first chat', SLACK, slack, { body: {} }, 'U1'],
  ['the second chat', LARK, lark, { body: { toast: { type: 'success', content: 'Acknowledged' } } }, 'ou_1'],
] as const)('a button of %s (DELIVERY-26)', (_, connectorId, made, answer, chatUser) => {
  it('acknowledges in the name of the user who pressed it', async () => {
    expect(await receive(connectorId, made())).toEqual(answer);
    const actor = { kind: 'chat', connector_id: connectorId, chat_user: chatUser };
    expect(acknowledged).toEqual([[A, INCIDENT, actor]]);
  });

  it('that is replayed does nothing, also within its time and by ten at once', async () => {
    const callback = made();
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => receive(connectorId, callback)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(receive(connectorId, callback)).rejects.toMatchObject(UNAUTHORIZED);
    expect(acknowledged).toHaveLength(1);
  });

  it.each([-301, 302])('that is signed for %i s from now does nothing', async (away) => {
    await expect(receive(connectorId, made({ seconds: nowMs / 1_000 + away }))).rejects.toMatchObject(UNAUTHORIZED);
    expect(acknowledged).toEqual([]);
  });

  it('that is five minutes old is taken', async () => {
    nowMs = Math.floor(nowMs / 1_000) * 1_000;
    await receive(connectorId, made({ seconds: nowMs / 1_000 - 300 }));
    expect(acknowledged).toHaveLength(1);
  });

  it('whose signature is of another secret, another body or nothing does nothing', async () => {
    const { headers, body } = made();
    const name = connectorId === SLACK ? 'x-slack-signature' : 'x-lark-signature';
    const timestamp = connectorId === SLACK ? 'x-slack-request-timestamp' : 'x-lark-request-timestamp';
    const forged: SignedCallback[] = [
      made(connectorId === SLACK ? { secret: 'other' } : { key: 'other' }),
      { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
      { headers: { ...headers, [name]: '' }, body },
      { headers: { ...headers, [name]: headers[name]!.toUpperCase() }, body },
      { headers: { ...headers, [timestamp]: String(Number(headers[timestamp]) + 1) }, body },
      { headers: { ...headers, [timestamp]: 'now' }, body },
      { headers: {}, body },
      { headers, body: Buffer.alloc(0) },
    ];
    for (const callback of forged) await expect(receive(connectorId, callback)).rejects.toMatchObject(UNAUTHORIZED);
    expect(acknowledged).toEqual([]);
  });

  it('reaches no incident by the address of another organization or connector, nor while the connector is disabled', async () => {
    await expect(receive(connectorId, made(), B)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(receive(uuidv7(), made())).rejects.toMatchObject(UNAUTHORIZED);
    await expect(receive(connectorId === SLACK ? LARK : SLACK, made())).rejects.toMatchObject(UNAUTHORIZED);
    await database.admin.query('update notify.connectors set enabled = false');
    await expect(receive(connectorId, made())).rejects.toMatchObject(UNAUTHORIZED);
    expect(acknowledged).toEqual([]);
  });

  it('that names no incident is taken without an effect', async () => {
    expect(await receive(connectorId, made({ value: "'; drop" }))).toEqual({ body: {} });
    expect(acknowledged).toEqual([]);
  });

  it('may be tried again when the acknowledgement itself failed', async () => {
    const callback = made();
    outcome = new Error('the database was cut');
    await expect(receive(connectorId, callback)).rejects.toThrow('cut');
    outcome = 'already';
    await receive(connectorId, callback);
    expect(acknowledged).toHaveLength(1);
  });
});

describe('the first chat', () => {
  it('is verified as in the example of its documents', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    nowMs = 1_531_420_618_000;
    return expect(receive(SLACK, { headers, body: Buffer.from(body) })).resolves.toEqual({ body: {} });
  });

  it('does nothing for another button or kind of payload', async () => {
    expect(await receive(SLACK, slack({ action: 'open' }))).toEqual({ body: {} });
    expect(acknowledged).toEqual([]);
  });
});

describe('the second chat', () => {
  it('gets its own challenge back, which needs the key and changes nothing', async () => {
    const question = { type: 'url_verification', challenge: 'c-1', token: 't' };
    expect(await receive(LARK, { headers: {}, body: encrypted(question) })).toEqual({ body: { challenge: 'c-1' } });
    await expect(receive(LARK, { headers: {}, body: encrypted(question, 'other') })).rejects.toMatchObject(
      UNAUTHORIZED,
    );
    const clear = Buffer.from(JSON.stringify(question));
    await expect(receive(LARK, { headers: {}, body: clear })).rejects.toMatchObject(UNAUTHORIZED);
  });

  it('does nothing for another event', async () => {
    expect(await receive(LARK, lark({ type: 'im.message.receive_v1' }))).toEqual({ body: {} });
    expect(acknowledged).toEqual([]);
  });
});
