/** Who is notified, with iam's real teams, down to what arrives at the receiver. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import type { PolicyPreview } from '@spanwise/contracts/notify/routing';
import type { ScheduleView } from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { HttpReceiver } from '@spanwise/notify/channels/providers/providers.fixture';
import type { Person } from './access.fixture.js';
import { Notifications, policyBody } from './notifications.fixture.js';

const SCHEDULE = uuidv7();
const HOUR_MICROS = 3_600_000_000;
let product: Notifications;
let receiver: HttpReceiver;
let hook: ConnectorView;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  [product, receiver] = await Promise.all([Notifications.start(), HttpReceiver.start()]);
  hook = await product.connector('webhook', { url: receiver.url });
  [ada, bob] = [await product.member(), await product.member()];
  await product.reachable(ada, hook, 'ada');
  await product.reachable(bob, hook, 'bob');
});
afterAll(async () => {
  await receiver.close();
  await product.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
});

/** The addressees that the receiver got, in any order. */
const arrivedNames = () =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { target: { value: string } }).target.value).toSorted();
const arrived = (...values: string[]) => expect.poll(arrivedNames).toEqual(values);
const preview = (change: object, attributes: object) =>
  product.done<PolicyPreview>('POST /notify/policies/preview', {
    policy: { ...policyBody('x'), ...change },
    event: { attributes },
  });
const usersOf = ({ recipients }: PolicyPreview) => recipients.map(({ user_id: id }) => id).toSorted();
const sorted = (...people: Person[]) => people.map(({ user_id: id }) => id).toSorted();

describe('the resolver team_members (DELIVERY-30)', () => {
  it('notifies every active member of the team of the policy, before that of the event', async () => {
    const [team, other] = [await product.team([ada, bob]), await product.team([bob])];
    const change = { recipient_resolver: 'team_members', resolver_config: { team_id: team.id } };
    const id = await product.publish(await product.policy(change), { team_id: other.id });
    await arrived('ada', 'bob');
    const log = await product.settled(id, 2);
    expect(log.map(({ recipient_user_id: user }) => user).toSorted()).toEqual(sorted(ada, bob));
    expect(log.map(({ status, stage }) => `${stage} ${status}`)).toEqual(Array(2).fill('user_primary success'));
    expect(usersOf(await preview(change, { team_id: other.id }))).toEqual(sorted(ada, bob));
  });

  it('notifies the team of the event where the policy names none', async () => {
    const team = await product.team([bob]);
    await product.publish(await product.policy({ recipient_resolver: 'team_members' }), { team_id: team.id });
    await arrived('bob');
  });

  it('does not notify a user who has left, or is disabled', async () => {
    const [left, disabled] = [await product.member(), await product.member()];
    for (const one of [left, disabled]) await product.reachable(one, hook, one.email);
    const team = await product.team([ada, left, disabled]);
    const event = await product.policy({ recipient_resolver: 'team_members', resolver_config: { team_id: team.id } });
    await product.done(`PUT /teams/${team.id}`, { name: team.name, member_ids: sorted(ada, disabled) });
    await product.done(`PATCH /users/${disabled.user_id}`, { disabled: true });
    await product.settled(await product.publish(event), 1);
    expect(arrivedNames()).toEqual(['ada']);
  });

  it.each<[string, () => Promise<object>, string]>([
    [
      'of another organization',
      async () => {
        const token = await product.access.otherOrganization(`rival-${Date.now()}`);
        return { team_id: (await product.team([], token)).id };
      },
      'the team has no active member or does not exist',
    ],
    ['that is unknown', async () => ({ team_id: uuidv7() }), 'the team has no active member or does not exist'],
    [
      'without members',
      async () => ({ team_id: (await product.team([])).id }),
      'the team has no active member or does not exist',
    ],
    ['that is not named', async () => ({}), 'neither the policy nor the event names a team'],
  ])('of a team %s notifies no user, and says so in the log and in a preview', async (_, config, reason) => {
    const change = { recipient_resolver: 'team_members', resolver_config: await config() };
    const [entry] = await product.settled(await product.publish(await product.policy(change)), 1);
    expect(entry).toMatchObject({ status: 'skipped', error_code: 'no_recipient', attempt: 0, stage: 'user_primary' });
    expect(entry!.error_message).toBe(`no_recipient: ${reason}`);
    expect(await preview(change, {})).toEqual({
      matched: true,
      recipients: [],
      explanation: reason,
      delivery_plan: [],
    });
    expect(arrivedNames()).toEqual([]);
  });
});

describe('the resolver team_lead (DELIVERY-30)', () => {
  it('notifies the leads that the policy names, or the event, as far as they are in the team', async () => {
    const team = await product.team([ada, bob]);
    const stranger = await product.member();
    const lead = (config: object) => ({
      recipient_resolver: 'team_lead',
      resolver_config: { team_id: team.id, ...config },
    });
    const named = lead({ user_ids: [ada.user_id, stranger.user_id] });
    await product.publish(await product.policy(named));
    await arrived('ada');
    await product.publish(await product.policy(lead({})), { manager_user_ids: [bob.user_id] });
    await arrived('ada', 'bob');
    expect(usersOf(await preview(named, {}))).toEqual(sorted(ada));
    const { name, member_ids } = team;
    await product.done(`PUT /teams/${team.id}`, { name, member_ids, lead_ids: [ada.user_id] });
    expect(usersOf(await preview(lead({}), {}))).toEqual(sorted(ada));
    const gone = lead({ user_ids: [stranger.user_id] });
    const [entry] = await product.settled(await product.publish(await product.policy(gone)), 1);
    expect(entry!.error_message).toBe('no_recipient: no lead that is named is an active member of the team');
  });
});

describe('while iam is away', () => {
  it('an event for a team waits and is notified when iam is back, in the order of its incident; others are notified at once', async () => {
    const team = await product.team([ada]);
    const toTeam = { recipient_resolver: 'team_members', resolver_config: { team_id: team.id } };
    const begin = await product.policy(toTeam);
    const end = begin.replace('triggered', 'resolved');
    await product.done('POST /notify/policies', { ...policyBody(end), ...toTeam });
    const direct = await product.policy({});
    const waiting: string[] = [];
    await product.access.withoutIam(async () => {
      waiting.push(await product.publish(begin, { incident_id: 'away' }));
      await product.publish(direct, { user_ids: [bob.user_id] });
      await arrived('bob');
      waiting.push(await product.publish(end, { incident_id: 'away' }));
      // Longer than the pause between two questions.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(arrivedNames()).toEqual(['bob']);
    });
    const [[first], [last]] = [await product.settled(waiting[0]!, 1), await product.settled(waiting[1]!, 1)];
    expect(last).toMatchObject({ status: 'success', recipient_user_id: ada.user_id });
    expect(['success', 'skipped superseded']).toContain([first!.status, first!.error_code].join(' ').trim());
    expect(arrivedNames().filter((value) => value === 'ada')).toHaveLength(first!.status === 'success' ? 2 : 1);
    expect(first!.created_at).toBeLessThanOrEqual(last!.created_at);
  });

  it('a preview of a team is 503 with a sentence', async () => {
    const change = { recipient_resolver: 'team_members', resolver_config: { team_id: uuidv7() } };
    const body = { policy: { ...policyBody('x'), ...change }, event: {} };
    // The gateway knows the caller for a while.
    await product.done('GET /notify/policies');
    await product.access.withoutIam(async () => {
      const answer = await product.call('POST /notify/policies/preview', body);
      expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
    });
  });
});

describe('an escalation to a team (DELIVERY-17)', () => {
  it('notifies its members without an acknowledgement', async () => {
    const team = await product.team([bob]);
    const escalation_config = {
      recipient_resolver: 'team_members',
      resolver_config: { team_id: team.id },
      delivery_mode: 'prefer_user',
    };
    const event = await product.policy({ ack_timeout_seconds: 1, escalation_config });
    const id = await product.publish(event, { user_ids: [ada.user_id] });
    await arrived('ada', 'bob');
    const log = await product.settled(id, 2);
    expect(log.map(({ stage, recipient_user_id: user }) => [stage, user])).toEqual([
      ['user_primary', ada.user_id],
      ['escalation', bob.user_id],
    ]);
    expect(log[0]!.escalated_at).toEqual(expect.any(Number));
  });
});

describe('the resolvers of schedules (DELIVERY-30)', () => {
  /** Ada is on call, Bob follows in twelve hours. */
  const schedule = (change: object = {}) =>
    product.done<ScheduleView>('POST /schedules', {
      name: `schedule ${uuidv7()}`,
      timezone: 'Europe/Berlin',
      rotations: [
        {
          id: 'r',
          name: '',
          members: [ada.user_id, bob.user_id],
          kind: { custom: { period_secs: 86_400 } },
          start_at: Date.now() * 1_000 - 12 * HOUR_MICROS,
        },
      ],
      ...change,
    });

  it.each([
    ['current_oncall', ['ada']],
    ['next_oncall', ['bob']],
    ['schedule_members', ['ada', 'bob']],
  ])(
    '%s notifies whom the schedule names at that moment, whatever the event is about',
    async (recipient_resolver, values) => {
      const { id } = await schedule();
      const change = { recipient_resolver, resolver_config: { schedule_id: id } };
      await product.publish(await product.policy(change), { schedule: { id: uuidv7() } });
      await arrived(...values);
      expect(usersOf(await preview(change, {}))).toHaveLength(values.length);
    },
  );

  it('current_oncall notifies the user of an override, and for an escalation the user on call by then', async () => {
    const { id } = await schedule();
    const change = { recipient_resolver: 'current_oncall', resolver_config: { schedule_id: id } };
    const escalation_config = { ...change, delivery_mode: 'prefer_user' };
    const event = await product.policy({ ...change, ack_timeout_seconds: 2, escalation_config });
    const told_ = await product.publish(event, {});
    await arrived('ada');
    const nowMicros = Date.now() * 1_000;
    await product.done(`POST /schedules/${id}/overrides`, {
      user_id: bob.user_id,
      start_at_micros: nowMicros - HOUR_MICROS,
      end_at_micros: nowMicros + HOUR_MICROS,
    });
    await arrived('ada', 'bob');
    const log = await product.settled(told_, 2);
    expect(log.map(({ stage, recipient_user_id: user }) => [stage, user])).toEqual([
      ['user_primary', ada.user_id],
      ['escalation', bob.user_id],
    ]);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['that does not exist', async () => uuidv7(), 'the schedule of the policy does not exist'],
    [
      'with a gap',
      async () => (await schedule({ enabled: false, rotations: [] })).id,
      'no user is on call in the schedule',
    ],
  ])('of one %s say so, and the default routes are notified', async (_, made, reason) => {
    const routes = [{ connector_id: hook.id, target_type: 'fixed_group', target: 'everyone', order: 1 }];
    await product.done('PUT /notify/organization-defaults/oncall', { routes });
    const change = {
      category: 'oncall',
      recipient_resolver: 'current_oncall',
      resolver_config: { schedule_id: await made() },
    };
    const log = await product.settled(await product.publish(await product.policy(change), {}), 2);
    expect(log.map(({ stage, status, error_message: why }) => [stage, status, why])).toEqual([
      ['user_primary', 'skipped', `no_recipient: ${reason}`],
      ['organization_fallback', 'success', undefined],
    ]);
    expect(arrivedNames()).toEqual(['everyone']);
    const shown = await preview(change, {});
    expect(shown).toMatchObject({ recipients: [], explanation: reason });
    expect(shown.delivery_plan).toMatchObject([{ stage: 'organization_fallback', connector_id: hook.id }]);
    await product.done('DELETE /notify/organization-defaults/oncall');
  });
});

describe('the resolvers of events (DELIVERY-30)', () => {
  it.each<[string, object, () => object, string[]]>([
    ['event_users', {}, () => ({ user_ids: [ada.user_id] }), ['ada']],
    ['event_users', { attribute: 'assignee_user_ids' }, () => ({ assignee_user_ids: [bob.user_id] }), ['bob']],
    ['alert_owner', {}, () => ({ owner_user_id: ada.user_id }), ['ada']],
    ['alert_owner', { attribute: 'labels.owner' }, () => ({ labels: { owner: bob.user_id } }), ['bob']],
  ])('%s with %j', async (recipient_resolver, resolver_config, attributes, values) => {
    await product.publish(await product.policy({ recipient_resolver, resolver_config }), attributes());
    await arrived(...values);
  });

  it('fixed_users notifies whom the policy names', async () => {
    const resolver_config = { user_ids: [ada.user_id, bob.user_id] };
    await product.publish(await product.policy({ recipient_resolver: 'fixed_users', resolver_config }));
    await arrived('ada', 'bob');
  });

  it.each([
    ['fixed_users', { user_ids: [] }],
    ['fixed_users', { user_ids: Array.from({ length: 501 }, uuidv7) }],
    ['fixed_users', { user_ids: [SCHEDULE, SCHEDULE] }],
    ['current_oncall', {}],
    ['next_oncall', { schedule_id: 'tonight' }],
    ['schedule_members', { schedule_id: null }],
    ['team_members', { team_id: 'ours' }],
    ['team_members', { user_ids: [SCHEDULE] }],
    ['team_lead', { user_ids: Array.from({ length: 21 }, uuidv7) }],
    ['team_lead', { user_ids: [SCHEDULE, SCHEDULE] }],
    ['event_users', { attribute: 'two words' }],
    ['alert_owner', { user_ids: [SCHEDULE] }],
  ])('%s with %j is 400', async (recipient_resolver, resolver_config) => {
    const body = { ...policyBody('x'), name: `refused ${uuidv7()}`, recipient_resolver, resolver_config };
    const answer = await product.call('POST /notify/policies', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_argument']);
    expect(answer.body.details).toMatchObject([{ field: expect.stringMatching(/^resolver_config\./) }]);
  });
});
