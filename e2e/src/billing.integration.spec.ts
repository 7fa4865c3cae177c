import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';
import type { Answer } from './http-call.js';

const SECRET = 'whsec_signing_secret_of_the_endpoint';
let access: Access;
let owner: Person;
let system: string;
let events = 0;

interface Event {
  id: string;
  type: string;
  created: number;
  data: { object: { id: string; status: string; metadata: Record<string, string> } };
}

beforeAll(async () => {
  access = await Access.start();
  owner = await access.person(ADMIN_EMAIL);
  const { rows } = await access.admin.query<{ id: string }>("select id from iam.organizations where slug = '_sys'");
  system = (await access.call<{ token: string }>(`POST /orgs/${rows[0]!.id}/select`, { token: owner.token })).body
    .token;
});
afterAll(() => access.stop());

const eventOf = (subscription: string, status: string, change: Partial<Event> = {}): Event => ({
  id: `evt_${++events}`,
  type: 'customer.subscription.updated',
  created: 1_700_000_000 + events,
  data: { object: { id: subscription, status, metadata: { org_id: owner.org_id } } },
  ...change,
});

/** Sends an event that the provider's own library has signed. */
function send(event: object | string, headers: Record<string, string> = {}): Promise<Answer> {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  return access.call('POST /billing/stripe/webhook', {
    body: payload,
    headers: { 'stripe-signature': signature, 'x-forwarded-for': access.newAddress(), ...headers },
  });
}

const settings = (body: object, token = system) => access.call('PUT /billing/settings', { token, body });
const trial = async () => (await access.call('GET /billing/trial', { token: owner.token })).body;
const read = async () => (await access.call('GET /roles', { token: owner.token })).status;

describe('billing that is not in use', () => {
  it('pauses no organization, and takes no events', async () => {
    expect(await trial()).toMatchObject({ state: 'converted', billing_state: 'active' });
    expect((await send(eventOf('sub_early', 'active'))).status).toBe(404);
  });
});

describe('the settings', () => {
  it('are changed by the platform alone and never show the secret', async () => {
    expect((await settings({ enabled: true }, owner.token)).status).toBe(403);
    const { body } = await settings({ enabled: true, webhook_secret: SECRET });
    expect(body).toMatchObject({
      enabled: true,
      trial_days: 14,
      signature_tolerance_secs: 300,
      webhook_secret_set: true,
    });
    const shown = await access.call('GET /billing/settings', { token: owner.token });
    expect(JSON.stringify(shown.body)).not.toContain(SECRET);
    const { rows } = await access.admin.query<{ payload: object }>(
      "select payload from iam.audit_log where action = 'billing_settings.update'",
    );
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  it('begin a trial of fourteen days, whose end pauses the organization within a second', async () => {
    expect(await trial()).toMatchObject({ state: 'active', days_remaining: 14, billing_state: 'trial' });
    expect(await read()).toBe(200);
    await access.admin.query("update iam.billing_settings set enabled_at = now() - interval '14 days'");
    await access.admin.query("update iam.organizations set created_at = now() - interval '20 days'");
    await settings({ trial_days: 14 });
    await eventually(async () => expect(await read()).toBe(402));
    expect(await trial()).toMatchObject({ state: 'expired', days_remaining: 0 });
    expect((await access.call('GET /orgs', { token: owner.token })).status).toBe(200);
    expect((await access.call('GET /billing/settings', { token: system })).status).toBe(200);
  });
});

describe('an event of the payment provider', () => {
  it.each([
    ['incomplete', 'suspended', 402],
    ['active', 'active', 200],
    ['past_due', 'past_due', 402],
    ['trialing', 'active', 200],
    ['unpaid', 'suspended', 402],
    ['something_new', 'pending', 200],
  ])('with the status %s makes the subscription %s, everywhere within a second', async (status, state, reads) => {
    const answer = await send(eventOf('sub_1', status));
    expect(answer.body).toEqual({ received: true, state });
    await eventually(async () => expect(await read()).toBe(reads));
    expect(await access.audited(owner.org_id)).toContain('subscription.update');
  });

  it('a hundred times at once has one effect', async () => {
    const before = (await access.audited(owner.org_id)).length;
    const event = eventOf('sub_1', 'past_due');
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(event)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"received":true,"state":"past_due"}']),
    );
    expect((await access.audited(owner.org_id)).length).toBe(before + 1);
    const { rowCount } = await access.admin.query('select from iam.billing_events where event_id = $1', [event.id]);
    expect(rowCount).toBe(1);
  });

  it('leaves the same state in every order of a life', async () => {
    const ends = new Set<string>();
    for (const [number, order] of permutations([0, 1, 2, 3]).entries()) {
      const subscription = `sub_order_${number}`;
      const life = [
        eventOf(subscription, 'incomplete', { type: 'customer.subscription.created', created: 1_000 }),
        eventOf(subscription, 'active', { created: 1_000 }),
        eventOf(subscription, 'past_due', { created: 2_000 }),
        eventOf(subscription, 'active', { created: 3_000 }),
      ];
      for (const at of order) expect((await send(life[at]!)).status).toBe(200);
      const { rows } = await access.admin.query<{ state: string; event_created: string }>(
        'select state, event_created from iam.subscriptions where provider_id = $1',
        [subscription],
      );
      ends.add(JSON.stringify(rows));
    }
    expect([...ends]).toEqual(['[{"state":"active","event_created":"3000"}]']);
  });

  it('of a subscription that has ended does not revive it', async () => {
    const created = 4_000_000_000;
    await send(eventOf('sub_end', 'canceled', { type: 'customer.subscription.deleted', created: 2_000 }));
    expect((await send(eventOf('sub_end', 'active', { created }))).body).toEqual({
      received: true,
      state: 'cancelled',
    });
  });

  it('of another kind is taken and changes nothing', async () => {
    expect((await send({ id: 'evt_other', type: 'invoice.paid', created: 1 })).body).toEqual({
      received: true,
      ignored: true,
    });
  });

  it.each<[string, () => Promise<Answer>, number]>([
    ['without a signature', () => send(eventOf('sub_x', 'active'), { 'stripe-signature': '' }), 401],
    [
      'with a signature of something else',
      () => {
        const signature = Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: SECRET });
        return send(eventOf('sub_x', 'active'), { 'stripe-signature': signature });
      },
      401,
    ],
    ['that names no organization', () => send(withOrganization(undefined)), 400],
    ['that names an organization that is not here', () => send(withOrganization(crypto.randomUUID())), 400],
    ['that names no id at all', () => send(withOrganization("' or 1=1")), 400],
    ['that is no JSON', () => send('{'), 400],
    ['that is a list', () => send('[]'), 400],
    ['with a time that is no number', () => send({ ...eventOf('sub_x', 'active'), created: '1' }), 400],
    ['that is too large', () => send(`"${'x'.repeat(300_000)}"`), 413],
  ])('%s is refused and leaves nothing', async (_, sending, status) => {
    expect((await sending()).status).toBe(status);
    const { rowCount } = await access.admin.query("select from iam.subscriptions where provider_id = 'sub_x'");
    expect(rowCount).toBe(0);
  });

  it('cannot move a subscription to another organization', async () => {
    const body = { name: 'Other', slug: 'other' };
    const other = (await access.call<{ id: string }>('POST /orgs', { token: system, body })).body;
    const event = eventOf('sub_1', 'active');
    event.data.object.metadata.org_id = other.id;
    expect((await send(event)).status).toBe(400);
  });
});

function withOrganization(id: string | undefined): Event {
  const event = eventOf('sub_x', 'active');
  event.data.object.metadata = id === undefined ? {} : { org_id: id };
  return event;
}

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
