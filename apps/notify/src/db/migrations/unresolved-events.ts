import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Events that wait until it is known who is to be notified: iam knows who is in a team. */
export const UnresolvedEvents1764800000000 = forwardMigration(
  'UnresolvedEvents1764800000000',
  `
      create table unresolved_events (
        id uuid primary key,
        organization_id uuid not null,
        event_id text not null,
        policy_id uuid not null,
        event_type text not null,
        attributes jsonb not null,
        message jsonb not null,
        group_key text,
        -- The recipients of the policy's escalation are looked for, not its own.
        escalation boolean not null,
        next_at timestamptz not null default now(),
        unique (organization_id, event_id, policy_id, escalation)
      );
      create index unresolved_events_due on unresolved_events (organization_id, next_at);
      ${protectTable('unresolved_events')}`,
);
