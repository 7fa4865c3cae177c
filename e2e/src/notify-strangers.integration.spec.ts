/** Whom a person without any permission can have written to, and what: addresses that were never verified. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTOR_TYPES, type ConnectorType, type ConnectorView } from '@spanwise/contracts/notify/notify';
import type { DeliveryView } from '@spanwise/contracts/notify/deliveries';
import type { EndpointTestResult, UserEndpointView } from '@spanwise/contracts/notify/recipients';
import { PROVIDERS } from '@spanwise/notify/channels/providers/registry';
import type { Person } from './access.fixture.js';
import { CHATONE } from './chat-providers.fixture.js';
import { ConnectorReceivers } from './connector-receivers.fixture.js';
import { Notifications } from './notifications.fixture.js';

const WORDS = 'Your invoice is overdue';
const personal = CONNECTOR_TYPES.filter((type) => PROVIDERS[type].capabilities.direct_user);
/** Of a person who never asked for anything. */
const STRANGER: Record<string, string> = {
  email_smtp: 'ceo@victim.example',
  chatone_app: CHATONE.user,
  telegram_bot: '12345',
};

let product: Notifications;
let receivers: ConnectorReceivers;
let mail: ConnectorView;
beforeAll(async () => {
  [product, receivers] = await Promise.all([Notifications.start(), ConnectorReceivers.start()]);
  mail = await product.connector('email_smtp', receivers.config('email_smtp'));
});
afterAll(async () => {
  await product.stop();
  await receivers.close();
});
beforeEach(() => receivers.clear());

const at = (user: Person) => `/users/${user.user_id}/notify-endpoints`;
const endpoint = (user: Person, connector: ConnectorView, external_identity: string) =>
  product.done<UserEndpointView>(`POST ${at(user)}`, { connector_id: connector.id, external_identity }, user.token);
const test = (user: Person, id: string, body: object) =>
  product.call<EndpointTestResult>(`POST ${at(user)}/${id}/test`, body, user.token);
const sendCode = (user: Person, id: string) => product.call(`POST ${at(user)}/${id}/verify`, {}, user.token);
const everything = () =>
  JSON.stringify([
    receivers.mail.mails,
    ...[receivers.hook, receivers.chatone, receivers.chattwo, receivers.channels].map(({ received }) =>
      received.map(({ body }) => body),
    ),
  ]);

describe('an endpoint that is not verified', () => {
  it.each(personal)('of %s is tested with fixed words, whatever the caller says', async (type: ConnectorType) => {
    const viewer = await product.member();
    const connector = await product.connector(type, receivers.config(type));
    const { id } = await endpoint(viewer, connector, STRANGER[type] ?? 'ou_1');
    const answer = await test(viewer, id, { title: WORDS, text: `${WORDS}: https://evil.example` });
    expect(answer).toMatchObject({ status: 200, body: { sent: true } });
    expect(everything()).toContain('Spanwise test notification');
    expect(everything()).not.toMatch(/invoice|evil/);
  });

  it('carries no words of the caller beside the address either', async () => {
    const viewer = await product.member();
    const { id } = await endpoint(viewer, mail, `"${WORDS}" <ceo@victim2.example>`);
    await sendCode(viewer, id);
    await test(viewer, id, {});
    expect(receivers.mail.mails.map(({ to }) => to)).toEqual([['ceo@victim2.example'], ['ceo@victim2.example']]);
    expect(everything()).not.toContain('invoice');
  });

  it('has the words of the caller once it is verified', async () => {
    const viewer = await product.member();
    const { id } = await endpoint(viewer, mail, 'me@example.org');
    await product.done(`POST ${at(viewer)}/${id}/verify`, {});
    await test(viewer, id, { title: 'Hello', text: 'from me' });
    expect(receivers.mail.mails[0]!.raw).toMatch(/^Subject: Hello\r?$/m);
    // Another address has to be verified again.
    const moved = { external_identity: 'you@victim.example' };
    await product.done(`PUT ${at(viewer)}/${id}`, moved, viewer.token);
    await test(viewer, id, { title: WORDS, text: WORDS });
    expect(everything()).not.toContain('invoice');
  });
});

describe('limits of tests and codes', () => {
  it('are not given back by deleting the endpoint and recreating it: one code of 40 rounds', async () => {
    const viewer = await product.member();
    const statuses: number[] = [];
    for (let round = 0; round < 40; round++) {
      const { id } = await endpoint(viewer, mail, 'flooded@victim.example');
      statuses.push((await sendCode(viewer, id)).status);
      await product.done(`DELETE ${at(viewer)}/${id}`, undefined, viewer.token);
    }
    expect(statuses).toEqual([200, ...Array(39).fill(429)]);
    expect(receivers.mail.mails).toHaveLength(1);
  });

  it('are those of the address, however it is written and for every caller', async () => {
    const another = await product.connector('email_smtp', receivers.config('email_smtp'));
    const spellings = [
      'Ceo@Shared.example',
      'ceo+1@shared.example',
      '"X" <ceo@shared.example>',
      'ceo+2@SHARED.example',
    ];
    const statuses: number[] = [];
    for (const [round, identity] of [...spellings, ...spellings].entries()) {
      const viewer = await product.member();
      const { id } = await endpoint(viewer, round % 2 === 0 ? mail : another, identity);
      statuses.push((await test(viewer, id, {})).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(receivers.mail.mails).toHaveLength(5);
  });

  it('are those of the user, over all addresses', async () => {
    const viewer = await product.member();
    const statuses: number[] = [];
    for (let round = 0; round < 16; round++) {
      const { id } = await endpoint(viewer, mail, `user${round}@many.example`);
      statuses.push((await sendCode(viewer, id)).status);
      await product.done(`DELETE ${at(viewer)}/${id}`, undefined, viewer.token);
    }
    expect(statuses).toEqual([...Array(12).fill(200), ...Array(4).fill(429)]);
    expect(receivers.mail.mails).toHaveLength(12);
  });

  it('are those of the organization, over all its users and addresses', async () => {
    const { admin } = product.access;
    const free = 'update notify.send_limits set free_at = $2 where organization_id = $1 and key = $3';
    const of = (freeAt: Date) => [product.owner.org_id, freeAt, 'endpoints'];
    const viewer = await product.member();
    const { id } = await endpoint(viewer, mail, 'first@crowd.example');
    expect((await sendCode(viewer, id)).status).toBe(200);
    expect((await admin.query(free, of(new Date(Date.now() + 60 * 18_000)))).rowCount).toBe(1);
    const other = await product.member();
    const refused = await test(other, (await endpoint(other, mail, 'second@crowd.example')).id, {});
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { message: 'Too many tests and codes were sent in the organization within the last hour.' },
    ]);
    await admin.query(free, of(new Date()));
  });
});

describe('what was sent for a person', () => {
  it('is in the log of deliveries and in the audit log, without the code', async () => {
    const viewer = await product.member();
    const { id } = await endpoint(viewer, mail, 'seen@victim.example');
    await sendCode(viewer, id);
    await test(viewer, id, {});
    const code = /(\d{6}) is your code/.exec(receivers.mail.mails[0]!.raw)![1];
    const log = await product.done<DeliveryView[]>(`GET /notify/deliveries?user_id=${viewer.user_id}`);
    expect(log.map(({ event_id }) => event_id.split(':')[0])).toEqual(['notify.test', 'notify.verification']);
    for (const one of log) {
      expect(one).toMatchObject({
        stage: 'test',
        status: 'success',
        endpoint_id: id,
        connector_id: mail.id,
        target_value_masked: 's***@victim.example',
      });
    }
    const [sent] = await product.audited(id, 'user_endpoint.send_code', 1);
    const [tested] = await product.audited(id, 'user_endpoint.test', 1);
    for (const record of [sent, tested]) {
      expect(record).toMatchObject({
        actor_id: viewer.user_id,
        payload: { user_id: viewer.user_id, connector_id: mail.id, verified: false, target: 's***@victim.example' },
      });
    }
    await product.done(`POST ${at(viewer)}/${id}/verify`, { code }, viewer.token);
    await product.audited(id, 'user_endpoint.verify', 1);
    const { rows } = await product.access.admin.query('select d::text as row from notify.deliveries d');
    expect(JSON.stringify([rows, sent])).not.toContain(code);
  });
});
