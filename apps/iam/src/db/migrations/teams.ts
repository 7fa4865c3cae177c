import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** A user who leaves the organization leaves its teams; the keys lead with the organization, so that none spans two. */
export const Teams1764840000000 = forwardMigration(
  'Teams1764840000000',
  `
  create table teams (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    name text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (organization_id, id)
  );
  create unique index teams_name on teams (organization_id, lower(name));
  ${protectTable('teams')}
  create table team_members (
    organization_id uuid not null,
    team_id uuid not null,
    user_id uuid not null,
    primary key (organization_id, team_id, user_id),
    foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
    foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
  );
  create index team_members_user on team_members (organization_id, user_id);
  ${protectTable('team_members')}`,
);
