/** Who is told (peer facts 4.6): pure. Members of teams are asked for beforehand; who is on call is in the event. */
import { isUUID } from 'class-validator';
import type { ResolverType } from '@spanwise/contracts/notify-routing';
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

/** Active members of the teams that were asked for. */
export type TeamMembers = ReadonlyMap<string, readonly string[]>;
export const NO_TEAMS: TeamMembers = new Map();

export interface Resolution {
  /** In the order given, each once. */
  recipients: Recipient[];
  /** Whose default routes follow. */
  team_id?: string;
  /** Why there is nobody; only then. */
  nobody?: string;
}

/** The team whose members have to be known before the recipients can be found. */
export function teamToAsk(type: ResolverType, config: Config, attributes: Attributes): string | undefined {
  return type === 'team_members' || type === 'team_lead' ? teamOf(config, attributes) : undefined;
}

/** `teams` must hold the members of the team that `teamToAsk` names. */
export function resolveRecipients(
  type: ResolverType,
  config: Config,
  attributes: Attributes,
  teams: TeamMembers = NO_TEAMS,
): Resolution {
  const teamId = teamOf(config, attributes);
  const team = teamId !== undefined && { team_id: teamId };
  const found = FOUND[type](config, attributes, teamId === undefined ? undefined : (teams.get(teamId) ?? []));
  if (typeof found === 'string') return { recipients: [], ...team, nobody: found };
  const recipients = [...new Set(found)]
    .slice(0, MAX_RECIPIENTS)
    .map((userId) => ({ user_id: userId, ...team, resolved_by: type }));
  return { recipients, ...team };
}

/** The team of the policy comes before that of the event. */
const teamOf = (config: Config, attributes: Attributes): string | undefined =>
  [config.team_id, attributes.team_id].find((one) => isUUID(one)) as string | undefined;

/** Ids of users, or why there are none. */
type Find = (config: Config, attributes: Attributes, members: readonly string[] | undefined) => string[] | string;

const NO_TEAM = 'neither the policy nor the event names a team';
const orElse = (ids: string[], reason: string): string[] | string => (ids.length === 0 ? reason : ids);

/** Schedules are known by what an event says of the one it is about. */
const ofSchedule =
  (path: string, what: string): Find =>
  (config, attributes) => {
    const about = valueAt(attributes, 'schedule.id') ?? attributes.schedule_id;
    if (about === undefined) return `no schedule: the event is not about one, so that ${what} is not known`;
    if (about !== config.schedule_id) return `no schedule: the event is about another one than the policy`;
    return orElse(idsIn(valueAt(attributes, path)), `the event of the schedule does not say ${what}`);
  };

const FOUND: Record<ResolverType, Find> = {
  fixed_users: (config) => idsIn(config.user_ids),
  team_members: (_, __, members) =>
    members === undefined ? NO_TEAM : orElse([...members], 'the team has no active member or does not exist'),
  team_lead: (config, attributes, members) => {
    const leads = orElse(
      idsIn(config.user_ids ?? attributes.manager_user_ids),
      'neither the policy nor the event names a lead of the team',
    );
    if (typeof leads === 'string' || members === undefined) return leads;
    // Somebody who has left the team leads it no more.
    return orElse(
      leads.filter((one) => members.includes(one)),
      'no lead that is named is an active member of the team',
    );
  },
  current_oncall: ofSchedule('oncall.current_user_id', 'who is on call'),
  next_oncall: ofSchedule('oncall.next_user_id', 'who is on call next'),
  schedule_members: ofSchedule('user_ids', 'who its members are'),
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
