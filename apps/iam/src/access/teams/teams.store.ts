/** Teams of an organization. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { TeamContent, TeamView } from '@spanwise/contracts/iam/teams';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';

/** Creation limit of an organization: the list is a bare array (API-6). */
const MAX_TEAMS = 1_000;

interface TeamRow {
  id: string;
  organization_id: string;
  name: string;
  member_ids: string[];
  lead_ids: string[];
  created_at: Date;
  updated_at: Date;
}

const TEAM = `t.id, t.organization_id, t.name, t.created_at, t.updated_at,
  array(select m.user_id::text from team_members m
         where m.organization_id = $1 and m.team_id = t.id order by m.user_id) as member_ids,
  array(select m.user_id::text from team_members m
         where m.organization_id = $1 and m.team_id = t.id and m.lead order by m.user_id) as lead_ids
  from teams t where t.organization_id = $1`;

export async function readTeams(client: PoolClient, organizationId: string): Promise<TeamView[]> {
  const { rows } = await client.query<TeamRow>(`select ${TEAM} order by lower(t.name), t.id limit $2`, [
    organizationId,
    MAX_TEAMS,
  ]);
  return rows.map(viewOf);
}

export async function readTeam(client: PoolClient, organizationId: string, id: string): Promise<TeamView> {
  const { rows } = await client.query<TeamRow>(`select ${TEAM} and t.id = $2`, [organizationId, id]);
  if (rows.length === 0) throw noSuchTeam();
  return viewOf(rows[0]!);
}

/** The organization's row is locked by then, so that a count holds. */
export async function insertTeam(client: PoolClient, organizationId: string, content: TeamContent): Promise<string> {
  const counted = await client.query<{ teams: string }>(
    'select count(*) as teams from teams where organization_id = $1',
    [organizationId],
  );
  if (Number(counted.rows[0]!.teams) >= MAX_TEAMS) throw conflict(`An organization can have ${MAX_TEAMS} teams.`);
  const { rows } = await client.query<{ id: string }>(
    `insert into teams (id, organization_id, name) values ($1, $2, $3)
     on conflict (organization_id, lower(name)) do nothing returning id`,
    [uuidv7(), organizationId, content.name.trim()],
  );
  if (rows.length === 0) throw nameTaken();
  await replaceMembers(client, organizationId, rows[0]!.id, content.member_ids, content.lead_ids ?? []);
  return rows[0]!.id;
}

export async function replaceTeam(
  client: PoolClient,
  organizationId: string,
  id: string,
  { name, member_ids: memberIds, lead_ids: leadIds }: TeamContent,
): Promise<void> {
  const taken = await client.query(
    'select from teams where organization_id = $1 and lower(name) = lower($3) and id <> $2',
    [organizationId, id, name.trim()],
  );
  if (taken.rowCount !== 0) throw nameTaken();
  const { rowCount } = await client.query(
    'update teams set name = $3, updated_at = now() where organization_id = $1 and id = $2',
    [organizationId, id, name.trim()],
  );
  if (rowCount !== 1) throw noSuchTeam();
  const led = async () =>
    (await readTeam(client, organizationId, id)).lead_ids.filter((one) => memberIds.includes(one));
  await replaceMembers(client, organizationId, id, memberIds, leadIds ?? (await led()));
}

export async function removeTeam(client: PoolClient, organizationId: string, id: string): Promise<void> {
  const { rowCount } = await client.query('delete from teams where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  if (rowCount !== 1) throw noSuchTeam();
}

/** Names of the teams of each of these users. */
export async function teamNamesOf(
  client: PoolClient,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ user_id: string; names: string[] }>(
    `select m.user_id, array_agg(t.name order by lower(t.name)) as names
       from team_members m join teams t on t.organization_id = m.organization_id and t.id = m.team_id
      where m.organization_id = $1 and m.user_id = any($2::uuid[]) group by m.user_id`,
    [organizationId, userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row.names]));
}

/** Ids of the teams that a user belongs to. */
export async function teamIdsOf(client: PoolClient, organizationId: string, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ team_id: string }>(
    'select team_id from team_members where organization_id = $1 and user_id = $2',
    [organizationId, userId],
  );
  return rows.map((row) => row.team_id);
}

export async function activeMembersOf(
  client: PoolClient,
  organizationId: string,
  teamId: string,
): Promise<{ user_ids: string[]; lead_ids: string[] }> {
  const { rows } = await client.query<{ user_id: string; lead: boolean }>(
    `select t.user_id, t.lead from team_members t
       join memberships m on m.organization_id = t.organization_id and m.user_id = t.user_id and not m.disabled
       join users u on u.id = t.user_id and not u.disabled and u.status = 'active'
      where t.organization_id = $1 and t.team_id = $2 order by t.user_id`,
    [organizationId, teamId],
  );
  return {
    user_ids: rows.map((row) => row.user_id),
    lead_ids: rows.filter(({ lead }) => lead).map((row) => row.user_id),
  };
}

/** A user who is no member of the organization is the same 400, whether the account exists or not. */
async function replaceMembers(
  client: PoolClient,
  organizationId: string,
  teamId: string,
  userIds: readonly string[],
  leadIds: readonly string[],
): Promise<void> {
  if (!leadIds.every((id) => userIds.includes(id))) {
    throw invalidArgument('A team is led by members of it.', [
      { field: 'lead_ids', reason: 'names a user who is not in member_ids' },
    ]);
  }
  await client.query('delete from team_members where organization_id = $1 and team_id = $2', [organizationId, teamId]);
  const { rowCount } = await client.query(
    `insert into team_members (organization_id, team_id, user_id, lead)
     select $1, $2, m.user_id, m.user_id = any($4::uuid[]) from memberships m where m.organization_id = $1 and m.user_id = any($3::uuid[])`,
    [organizationId, teamId, userIds, leadIds],
  );
  if (rowCount !== userIds.length) {
    throw invalidArgument('A team has members of the organization alone.', [
      { field: 'member_ids', reason: 'names a user who is no member of the organization' },
    ]);
  }
}

const noSuchTeam = () => notFound('There is no such team.');
const nameTaken = () => conflict('There is a team with this name.');
const viewOf = (row: TeamRow): TeamView => ({
  id: row.id,
  org_id: row.organization_id,
  name: row.name,
  member_ids: row.member_ids,
  lead_ids: row.lead_ids,
  created_at_micros: microsOf(row.created_at),
  updated_at_micros: microsOf(row.updated_at),
});
