import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Escalation policies of alerts, and each page of them (ALERT-80 to ALERT-85). */
export const AlertEscalations1766840000000 = forwardMigration(
  'AlertEscalations1766840000000',
  `
      -- When an organization has a page that becomes due next: the worker finds its work without seeing what it is.
      alter table organizations add column next_page_at timestamptz;
      create index organizations_pages on organizations (next_page_at) where next_page_at is not null;
      create table alert_escalations (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        definition jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (organization_id, name)
      );
      ${protectTable('alert_escalations')}
      create table pages (
        organization_id uuid not null,
        incident_id uuid not null,
        -- Number of the event that told of the trouble: each telling begins at the first step.
        opening int not null,
        loop int not null,
        step int not null,
        -- Kind and id, or default_routes where the steps are used up.
        target text not null,
        policy_id uuid not null,
        due_at timestamptz not null,
        state text not null check (state in ('due', 'paged', 'nobody', 'stopped')),
        user_ids uuid[] not null default '{}',
        -- Deliveries of the whole step.
        deliveries int not null default 0,
        settled_at timestamptz,
        primary key (organization_id, incident_id, opening, loop, step, target),
        foreign key (organization_id, incident_id) references incidents (organization_id, id) on delete cascade
      );
      create index pages_due on pages (organization_id, due_at) where state = 'due';
      ${protectTable('pages')}`,
);
