import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

const TIMES = 'created_at timestamptz not null default now(), updated_at timestamptz not null default now()';

/** On-call schedules and silences (ALERT-50 to ALERT-66). */
export const OnCall1766810000000 = forwardMigration(
  'OnCall1766810000000',
  `
      create table schedules (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        definition jsonb not null,
        -- Rises with every change: a calendar's SEQUENCE.
        revision int not null default 1,
        created_by uuid,
        updated_by uuid,
        -- Of the link to its calendar, whose secret is not kept.
        calendar_hash text,
        calendar_user_id uuid,
        calendar_made_at timestamptz,
        told jsonb,
        ${TIMES},
        unique (organization_id, name)
      );
      create table alert_mutes (
        id uuid primary key,
        organization_id uuid not null,
        definition jsonb not null,
        enabled boolean not null,
        -- When a fixed window ends; null for one that comes again and again.
        ends_at timestamptz,
        created_by uuid,
        ${TIMES}
      );
      create index alert_mutes_organization on alert_mutes (organization_id, created_at, id);
      ${['schedules', 'alert_mutes'].map(protectTable).join('')}`,
);
