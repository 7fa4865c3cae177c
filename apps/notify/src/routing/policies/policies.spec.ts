import { describe, expect, it } from 'vitest';
import { deliveryPlan, type PlanInput } from './delivery-plan.js';
import { maskedTarget } from '../../channels/providers/masked-target.js';
import { matches, matchersFault, type Matchers } from './matchers.js';
import { isQuiet } from './quiet-hours.js';
import { resolveRecipients, resolverConfigFault } from './resolvers.js';

const A = '00000000-0000-7000-8000-00000000000a';
const B = '00000000-0000-7000-8000-00000000000b';
const TEAM = '00000000-0000-7000-8000-0000000000ee';

describe('matchers', () => {
  const attributes = { severity: 'critical', value: 2, 'a.b': 'dotted', labels: { team: 'ops', 'k8s.pod': 'p1' } };
  it.each<[Matchers, boolean]>([
    [{}, true],
    [{ severity: 'critical' }, true],
    [{ severity: ['warning', 'critical'] }, true],
    [{ severity: 'critical', 'labels.team': 'ops' }, true],
    [{ severity: 'critical', 'labels.team': 'dev' }, false],
    [{ 'labels.k8s.pod': 'p1' }, true],
    [{ 'a.b': 'dotted' }, true],
    [{ value: 2 }, true],
    [{ value: '2' }, false],
    [{ missing: 'x' }, false],
    [{ 'labels.constructor': 'x' }, false],
    [{ __proto__: 'x' }, true],
  ])('%j: %s', (matchers, expected) => expect(matches(matchers, attributes)).toBe(expected));

  it.each([{ a: {} }, { a: [] }, { a: null }, { a: [{}] }, { '': 'x' }, { 'a b': 'x' }, { a: 'x'.repeat(2_000) }])(
    'such as %j cannot be',
    (matchers) => expect(matchersFault(matchers)).toBeDefined(),
  );
});

describe('quiet hours', () => {
  const at = (time: string) => Date.parse(`2026-01-15T${time}:00Z`);
  const hours = (start: string, end: string, timezone = 'UTC') => ({ enabled: true, timezone, start, end });
  it.each<[string, string, string, string, boolean]>([
    ['22:00', '07:00', 'UTC', '23:30', true],
    ['22:00', '07:00', 'UTC', '06:59', true],
    ['22:00', '07:00', 'UTC', '07:00', false],
    ['22:00', '07:00', 'UTC', '12:00', false],
    ['09:00', '17:00', 'UTC', '09:00', true],
    ['09:00', '17:00', 'UTC', '17:00', false],
    ['00:00', '00:00', 'UTC', '12:00', true],
    ['22:00', '23:00', 'Europe/Berlin', '21:30', true],
    ['22:00', '23:00', 'Europe/Berlin', '22:30', false],
    ['00:00', '01:00', 'Asia/Kolkata', '18:45', true],
  ])('from %s to %s in %s at %s UTC: %s', (start, end, timezone, time, quiet) => {
    expect(isQuiet(hours(start, end, timezone), at(time))).toBe(quiet);
  });

  it('that are off or absent are never quiet', () => {
    expect(isQuiet(null, at('00:00'))).toBe(false);
    expect(isQuiet({ ...hours('00:00', '00:00'), enabled: false }, at('00:00'))).toBe(false);
  });
});

describe('resolvers', () => {
  it.each([
    ['fixed_users', { user_ids: [A, B, A] }, {}, [A, B]],
    ['event_users', {}, { user_ids: [B, 'unknown', 7] }, [B]],
    ['event_users', { attribute: 'x.ids', user_ids: [A] }, { x: { ids: [B] } }, [B, A]],
    ['alert_owner', {}, { owner_user_id: A }, [A]],
    ['alert_owner', { attribute: 'labels.owner' }, { labels: { owner: B } }, [B]],
    ['team_lead', { user_ids: [A] }, {}, [A]],
    ['team_lead', {}, { manager_user_ids: [A, B] }, [A, B]],
  ] as const)('%s with %j of %j', (type, config, attributes, expected) => {
    expect(resolveRecipients(type, config, attributes).recipients.map(({ user_id: id }) => id)).toEqual(expected);
  });

  it.each([
    ['current_oncall', { current: A, next: B, members: [A, B] }, [A]],
    ['current_oncall', { current: null, next: B, members: [A, B] }, 'no user is on call in the schedule'],
    ['next_oncall', { current: A, next: B, members: [A, B] }, [B]],
    ['next_oncall', { current: A, next: null, members: [A] }, 'no user follows in the schedule'],
    ['schedule_members', { current: null, next: null, members: [B, A] }, [B, A]],
    ['schedule_members', { current: null, next: null, members: [] }, 'the schedule has no members'],
    ['current_oncall', undefined, 'the schedule of the policy does not exist'],
  ] as const)('%s of a schedule that says %j: %j', (type, onCall, expected) => {
    const known = { onCall: onCall && { ...onCall, members: [...onCall.members] } };
    // What an event says of the moment at which it was made does not count.
    const said = { schedule: { id: A }, oncall: { current_user_id: TEAM, next_user_id: TEAM }, user_ids: [TEAM] };
    const found = resolveRecipients(type, { schedule_id: A }, said, known);
    expect(found.unreachable ?? found.recipients.map(({ user_id: id }) => id)).toEqual(expected);
  });

  it('take the team of the policy before that of the event', () => {
    const teamOf = (config: object) =>
      resolveRecipients('fixed_users', { user_ids: [A], ...config }, { team_id: TEAM }).recipients[0]!.team_id;
    expect(teamOf({})).toBe(TEAM);
    expect(teamOf({ team_id: B })).toBe(B);
  });

  it.each([
    ['team_members', {}, [A, B], [A, B]],
    ['team_members', {}, [], 'the team has no active member or does not exist'],
    ['team_lead', { user_ids: [B] }, [A, B], [B]],
    ['team_lead', { user_ids: [B] }, [A], 'no lead that is named is an active member of the team'],
    ['team_lead', {}, [A], 'neither the policy nor the event names a lead, and the team has none'],
  ] as const)('%s with %j of a team of %j: %j', (type, config, members, expected) => {
    const teams = new Map([[TEAM, { members, leads: [] }]]);
    const found = resolveRecipients(type, { team_id: TEAM, ...config }, {}, { teams });
    expect(found.unreachable ?? found.recipients.map(({ user_id: id }) => id)).toEqual(expected);
  });

  it('the lead of a team is whom the policy names, else the event, else the team', () => {
    const teams = new Map([[TEAM, { members: [A, B], leads: [B] }]]);
    const led = (config: object, attributes: Record<string, unknown>) =>
      resolveRecipients('team_lead', { team_id: TEAM, ...config }, attributes, { teams }).recipients[0]!.user_id;
    expect(led({}, {})).toBe(B);
    expect(led({}, { manager_user_ids: [A] })).toBe(A);
    expect(led({ user_ids: [A] }, { manager_user_ids: [B] })).toBe(A);
  });

  it.each([
    ['team_members', {}, {}, 'neither the policy nor the event names a team'],
    ['event_users', {}, { user_ids: ['unknown'] }, 'the event has no users in user_ids'],
    ['alert_owner', { attribute: 'labels.owner' }, {}, 'the event has no owner in labels.owner'],
  ] as const)('%s with %j of %j says why there is no user', (type, config, attributes, why) => {
    expect(resolveRecipients(type, config, attributes)).toMatchObject({ recipients: [], unreachable: why });
  });

  it('name the member that does not suit them', () => {
    expect(resolverConfigFault('current_oncall', {})).toBe('schedule_id');
    expect(resolverConfigFault('team_members', { user_ids: [A] })).toBe('user_ids');
    expect(resolverConfigFault('fixed_users', { user_ids: ['me'] })).toBe('user_ids');
    expect(resolverConfigFault('alert_owner', {})).toBeUndefined();
  });
});

describe('the plan of a recipient', () => {
  const endpoint = (id: string, connector_id: string, change: object = {}) => ({
    id,
    connector_id,
    external_identity: `${id}@x.example`,
    verified: true,
    enabled: true,
    ...change,
  });
  const route = (connector_id: string) => ({
    connector_id,
    target_type: 'fixed_group' as const,
    target: 'all',
    order: 1,
  });
  const input = (change: Partial<PlanInput> = {}): PlanInput => ({
    mode: 'prefer_user',
    delivery: { connector_ids: [] },
    fallback: { use_user_fallbacks: true, use_team_defaults: true, use_organization_defaults: true },
    endpoints: [endpoint('e1', 'c1'), endpoint('e2', 'c2'), endpoint('e3', 'c1', { verified: false })],
    preference: { enabled: true, quiet_hours: null, allow_critical_bypass: true, endpoint_ids: ['e3', 'e2', 'e1'] },
    teamDefaults: { enabled: true, routes: [route('c3')] },
    organizationDefaults: { enabled: true, routes: [route('c4')] },
    usableConnectors: new Set(['c1', 'c2', 'c3', 'c4']),
    critical: false,
    nowMs: Date.parse('2026-01-15T12:00:00Z'),
    ...change,
  });
  const quiet = { enabled: true, timezone: 'UTC', start: '00:00', end: '00:00' };
  const planned = (change: Partial<PlanInput> = {}) =>
    deliveryPlan(input(change)).map(
      ({ stage, connector_id, endpoint_id }) => `${stage} ${endpoint_id ?? connector_id}`,
    );

  it('follows the preference, then the team, then the organization; what is not verified is passed over', () => {
    expect(planned()).toEqual(['user_primary e2', 'user_fallback e1', 'team_fallback c3', 'organization_fallback c4']);
  });

  it.each<[string, Partial<PlanInput>, string[]]>([
    [
      'quiet hours',
      { preference: { ...input().preference!, quiet_hours: quiet } },
      ['team_fallback c3', 'organization_fallback c4'],
    ],
    ['no preference', { preference: undefined }, ['team_fallback c3', 'organization_fallback c4']],
    [
      'no fallback of any kind',
      { fallback: { use_user_fallbacks: false, use_team_defaults: false, use_organization_defaults: false } },
      ['user_primary e2'],
    ],
    [
      'a connector in error',
      { usableConnectors: new Set(['c1', 'c4']) },
      ['user_primary e1', 'organization_fallback c4'],
    ],
    [
      'defaults that are off',
      { teamDefaults: { enabled: false, routes: [route('c3')] }, organizationDefaults: undefined },
      ['user_primary e2', 'user_fallback e1'],
    ],
    [
      'a forced connector',
      {
        mode: 'force_connector',
        delivery: { connector_ids: ['c1'] },
        teamDefaults: undefined,
        organizationDefaults: undefined,
      },
      ['user_primary e1'],
    ],
    [
      'several connectors',
      {
        mode: 'multi_connector',
        delivery: { connector_ids: ['c2', 'c1'] },
        teamDefaults: undefined,
        organizationDefaults: undefined,
      },
      ['user_primary e2', 'user_primary e1'],
    ],
  ])('with %s', (_, change, expected) => expect(planned(change)).toEqual(expected));

  it('breaks quiet hours for what is critical, where the user allows it', () => {
    const preference = { ...input().preference!, quiet_hours: quiet };
    expect(planned({ preference, critical: true })[0]).toBe('user_primary e2');
    expect(planned({ preference: { ...preference, allow_critical_bypass: false }, critical: true })[0]).toBe(
      'team_fallback c3',
    );
  });

  it.each([
    ['anna@example.org', 'a***@example.org'],
    ['C012', '***'],
    ['C0123', 'C0***23'],
    ['', '***'],
  ])('shows the target %s as %s', (value, shown) => expect(maskedTarget(value)).toBe(shown));
});
