/** Who is notified (DELIVERY-30): pure. Members of teams and who is on call are found beforehand. */
import { isUUID } from 'class-validator';
import type { ResolverType } from '@spanwise/contracts/notify/routing';
import type { OnCallNow } from '../../oncall/schedules/shifts.js';
import { valueAt, type Attributes } from './matchers.js';

export interface Recipient {
  user_id: string;
  team_id?: string;
  resolved_by: ResolverType;
}

type Config = Record<string, unknown>;
interface Member {
  required?: boolean;
  fault: (value: unknown) => boolean;
}

const id: Member = { fault: (value) => !isUUID(value) };
const ids = (max: number): Member => ({
  fault: (value) =>
    !Array.isArray(value) ||
    value.length === 0 ||
    value.length > max ||
    !value.every((one) => isUUID(one)) ||
    new Set(value).size !== value.length,
});
const path: Member = { fault: (value) => typeof value !== 'string' || !/^[^\s]{1,128}$/u.test(value) };
const required = (member: Member): Member => ({ ...member, required: true });

const MEMBERS: Record<ResolverType, Record<string, Member>> = {
  fixed_users: { user_ids: required(ids(500)), team_id: id },
  current_oncall: { schedule_id: required(id) },
  next_oncall: { schedule_id: required(id) },
  schedule_members: { schedule_id: required(id) },
  team_members: { team_id: id },
  team_lead: { team_id: id, user_ids: ids(20) },
  event_users: { attribute: path, user_ids: ids(500), team_id: id },
  alert_owner: { attribute: path, team_id: id },
};

/** The member that is wrong, and undefined when none is. */
export function resolverConfigFault(type: ResolverType, config: Config): string | undefined {
  const members = MEMBERS[type];
  const unknown = Object.keys(config).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) return unknown;
  return Object.entries(members).find(([name, member]) => {
    const value = Object.hasOwn(config, name) ? config[name] : undefined;
    return value === undefined ? member.required === true : member.fault(value);
  })?.[0];
}

/** As many as a team may have. */
const MAX_RECIPIENTS = 1_000;

/** Active members of the teams that were asked for, and who of them leads. */
export type TeamMembers = ReadonlyMap<string, Team>;
export interface Team {
  members: readonly string[];
  leads: readonly string[];
}
export const NO_TEAMS: TeamMembers = new Map();

export interface Resolution {
  /** In the order given, each once. */
  recipients: Recipient[];
  /** Whose default routes follow. */
  team_id?: string;
  /** Why there is no user; only then. */
  unreachable?: string;
}

/** The team whose members have to be known before the recipients can be found. */
export function teamToAsk(type: ResolverType, config: Config, attributes: Attributes): string | undefined {
  return type === 'team_members' || type === 'team_lead' ? teamOf(config, attributes) : undefined;
}

/** The schedule that has to be looked at before the recipients can be found. */
export const scheduleToAsk = (type: ResolverType, config: Config): string | undefined =>
  Object.hasOwn(MEMBERS[type], 'schedule_id') ? (config.schedule_id as string) : undefined;

/** What was found out for the policy and the event: the team that `teamToAsk` names, the schedule that `scheduleToAsk` does. */
export interface Known {
  teams?: TeamMembers;
  /** Absent for a schedule that is gone. */
  onCall?: OnCallNow;
}

export function resolveRecipients(
  type: ResolverType,
  config: Config,
  attributes: Attributes,
  { teams = NO_TEAMS, onCall }: Known = {},
): Resolution {
  const teamId = teamOf(config, attributes);
  const team = teamId !== undefined && { team_id: teamId };
  const asked = teamId === undefined ? undefined : (teams.get(teamId) ?? NO_TEAM);
  const found = FOUND[type](config, attributes, { team: asked, onCall });
  if (typeof found === 'string') return { recipients: [], ...team, unreachable: found };
  const recipients = [...new Set(found)]
    .slice(0, MAX_RECIPIENTS)
    .map((userId) => ({ user_id: userId, ...team, resolved_by: type }));
  return { recipients, ...team };
}

/** The team of the policy comes before that of the event. */
const teamOf = (config: Config, attributes: Attributes): string | undefined =>
  [config.team_id, attributes.team_id].find((one) => isUUID(one)) as string | undefined;

/** Ids of users, or why there are none. */
type Find = (config: Config, attributes: Attributes, known: { team?: Team; onCall?: OnCallNow }) => string[] | string;

const NO_TEAM: Team = { members: [], leads: [] };
const UNNAMED_TEAM = 'neither the policy nor the event names a team';
const orElse = (ids: string[], reason: string): string[] | string => (ids.length === 0 ? reason : ids);

/** As the schedule says at this moment, whatever the event was made of. */
const ofSchedule =
  (who: (onCall: OnCallNow) => string[] | string | null, reason: string): Find =>
  (_, __, { onCall }) =>
    onCall === undefined ? 'the schedule of the policy does not exist' : orElse(idsIn(who(onCall)), reason);

const FOUND: Record<ResolverType, Find> = {
  fixed_users: (config) => idsIn(config.user_ids),
  team_members: (_, __, { team }) =>
    team === undefined ? UNNAMED_TEAM : orElse([...team.members], 'the team has no active member or does not exist'),
  team_lead: (config, attributes, { team }) => {
    const named = idsIn(config.user_ids ?? attributes.manager_user_ids);
    if (named.length === 0) {
      return orElse([...(team?.leads ?? [])], 'neither the policy nor the event names a lead, and the team has none');
    }
    if (team === undefined) return named;
    // A user who has left the team leads it no more.
    return orElse(
      named.filter((one) => team.members.includes(one)),
      'no lead that is named is an active member of the team',
    );
  },
  current_oncall: ofSchedule(({ current }) => current, 'no user is on call in the schedule'),
  next_oncall: ofSchedule(({ next }) => next, 'no user follows in the schedule'),
  schedule_members: ofSchedule(({ members }) => members, 'the schedule has no members'),
  event_users: (config, attributes) => {
    const path = String(config.attribute ?? 'user_ids');
    const named = [...idsIn(valueAt(attributes, path)), ...idsIn(config.user_ids)];
    return orElse(named, `the event has no users in ${path}`);
  },
  alert_owner: (config, attributes) => {
    const path = String(config.attribute ?? 'owner_user_id');
    return orElse(idsIn(valueAt(attributes, path)), `the event has no owner in ${path}`);
  },
};

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one): one is string => isUUID(one));
