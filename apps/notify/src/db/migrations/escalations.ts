import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Timers of events that a user has to acknowledge (DELIVERY-17). */
export const Escalations1764400000000 = forwardMigration(
  'Escalations1764400000000',
  `
      create table escalations (
        organization_id uuid not null,
        event_id text not null,
        policy_id uuid not null,
        event_type text not null,
        attributes jsonb not null,
        message jsonb not null,
        group_key text,
        ack_timeout_seconds int not null,
        -- Null until somebody was told, or nobody could be: the time to answer begins then.
        due_at timestamptz,
        status text not null default 'waiting' check (status in ('waiting', 'escalated', 'acknowledged', 'cancelled')),
        created_at timestamptz not null default now(),
        primary key (organization_id, event_id, policy_id)
      );
      create index escalations_due on escalations (organization_id, due_at) where status = 'waiting';
      create index escalations_group on escalations (organization_id, group_key) where status = 'waiting';
      ${protectTable('escalations')}`,
);
