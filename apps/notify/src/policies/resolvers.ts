/** Who is told: the resolvers that need nothing but the policy and the event (peer facts 4.6). */
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

const MAX_RECIPIENTS = 500;

/** Recipients in the order given, each once. Schedules and teams are known to other services: they resolve to nobody here. */
export function resolveRecipients(type: ResolverType, config: Config, attributes: Attributes): Recipient[] {
  const teamId = [config.team_id, attributes.team_id].find((one) => isUUID(one)) as string | undefined;
  return [...new Set(userIdsOf(type, config, attributes))]
    .slice(0, MAX_RECIPIENTS)
    .map((userId) => ({ user_id: userId, ...(teamId !== undefined && { team_id: teamId }), resolved_by: type }));
}

function userIdsOf(type: ResolverType, config: Config, attributes: Attributes): string[] {
  if (type === 'fixed_users' || type === 'team_lead') return idsIn(config.user_ids);
  if (type === 'alert_owner') return idsIn(valueAt(attributes, String(config.attribute ?? 'owner_user_id')));
  if (type !== 'event_users') return [];
  return [...idsIn(valueAt(attributes, String(config.attribute ?? 'user_ids'))), ...idsIn(config.user_ids)];
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one): one is string => isUUID(one));
