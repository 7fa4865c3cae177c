/** Teams of an organization. */
import { ArrayMaxSize, ArrayUnique, IsArray, IsUUID } from 'class-validator';
import { ById } from './iam.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface TeamView {
  id: string;
  org_id: string;
  name: string;
  /** In order of the ids. */
  member_ids: string[];
  /** Members who lead it, in order of the ids. */
  lead_ids: string[];
  created_at_micros: Integer;
  updated_at_micros: Integer;
}

const MAX_TEAM_MEMBERS = 1_000;
const MAX_TEAM_LEADS = 20;

/** Replaces a team as a whole. */
export class TeamContent {
  /** Unique in the organization, upper and lower case alike. */
  @IsPlainText(1, 255) name: string;
  /** Members of the organization. */
  @IsArray() @ArrayMaxSize(MAX_TEAM_MEMBERS) @ArrayUnique() @IsUUID('all', { each: true }) member_ids: string[];
  /** Among the members. Omitted: those who lead it stay, as far as they are members still. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MAX_TEAM_LEADS)
  @ArrayUnique()
  @IsUUID('all', { each: true })
  lead_ids?: string[];
}

export class TeamContentById extends TeamContent {
  @IsUUID() id: string;
}

export class TeamId extends ById {}

const MANAGE = { organization: 'iam.policies.manage' };

/** For every member; an API token needs `org.members.read`, so that one for telemetry alone learns no names. */
export const listTeams = rpc<TeamView[]>()('svc.iam.teams.list', Empty, 'enabled-organization', READS);
export const getTeam = rpc<TeamView>()('svc.iam.teams.get', TeamId, 'enabled-organization', READS);
export const createTeam = rpc<TeamView>()('svc.iam.teams.create', TeamContent, MANAGE, { audit: 'recorded' });
export const updateTeam = rpc<TeamView>()('svc.iam.teams.update', TeamContentById, MANAGE, { audit: 'recorded' });
/** Deletes the team’s role bindings and relationships. */
export const deleteTeam = rpc<{ deleted: true }>()('svc.iam.teams.delete', TeamId, MANAGE, { audit: 'recorded' });

export class TeamOfOrganization {
  @IsUUID() organization_id: string;
  @IsUUID() team_id: string;
}

/** Who is notified when a team is: its members that are not disabled, and who of them leads. None for a team that does not exist. */
export const teamMembers = rpc<{ user_ids: string[]; lead_ids: string[] }>()(
  'svc.iam.teams.members',
  TeamOfOrganization,
  'internal',
  READS,
);
