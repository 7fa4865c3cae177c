import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** What belongs together, as the organization says, and the groups that incidents are in (ALERT-124 to ALERT-126). */
export const IncidentGroups1766850000000 = forwardMigration(
  'IncidentGroups1766850000000',
  `
      create table alert_semantic_groups (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        definition jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (organization_id, name)
      );
      ${protectTable('alert_semantic_groups')}
      create table incident_groups (
        id uuid primary key,
        organization_id uuid not null,
        -- SHA-256 of what its incidents have in common.
        fingerprint text not null,
        -- Null: of a semantic group, or of the platform.
        rule_id uuid,
        semantic_group_id uuid,
        name text not null,
        labels jsonb not null,
        first_at timestamptz not null,
        -- When the newest of its incidents was opened.
        last_at timestamptz not null
      );
      create index incident_groups_fingerprint on incident_groups (organization_id, fingerprint, last_at desc);
      create index incident_groups_last on incident_groups (organization_id, last_at desc, id desc);
      ${protectTable('incident_groups')}
      -- Null: opened before there were groups.
      alter table incidents add column group_id uuid;
      -- When it is looked at again whether somebody can be told; null: after each step.
      alter table incidents add column tell_at timestamptz;
      create index incidents_group on incidents (organization_id, group_id) where group_id is not null;
      create index incidents_tell on incidents (organization_id, tell_at) where tell_at is not null;`,
);
