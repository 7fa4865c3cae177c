import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** The outbox of deliveries and their log (DELIVERY-11). */
export const Deliveries1764300000000 = forwardMigration(
  'Deliveries1764300000000',
  `
      -- When an organization has something to send next: the worker finds its work without seeing what it is.
      alter table organizations add column next_due_at timestamptz;
      create index organizations_due on organizations (next_due_at) where next_due_at is not null;
      create table events (
        organization_id uuid not null,
        event_id text not null,
        event_type text not null,
        occurred_at timestamptz not null,
        created_at timestamptz not null default now(),
        primary key (organization_id, event_id)
      );
      ${protectTable('events')}
      create table deliveries (
        id uuid primary key,
        organization_id uuid not null,
        event_id text not null,
        event_type text not null,
        policy_id uuid,
        recipient_user_id uuid,
        connector_id uuid,
        endpoint_id uuid,
        target_type text not null,
        target_value text not null,
        message jsonb not null,
        -- Routes that are tried one after another when this one has failed for good.
        fallbacks jsonb not null default '[]',
        -- Deliveries of one incident to one target go out in their order.
        group_key text,
        stage text not null,
        attempt int not null default 0,
        status text not null
          check (status in ('pending', 'sending', 'success', 'failed', 'skipped', 'acknowledged')),
        error_code text,
        error_message text,
        latency_ms int,
        next_at timestamptz,
        lease_until timestamptz,
        fence int not null default 0,
        sent_at timestamptz,
        delivered_at timestamptz,
        acknowledged_at timestamptz,
        escalated_at timestamptz,
        idempotency_key text not null,
        created_at timestamptz not null default now(),
        unique (organization_id, idempotency_key)
      );
      create index deliveries_due on deliveries (organization_id, next_at) where status = 'pending';
      create index deliveries_leased on deliveries (organization_id, lease_until) where status = 'sending';
      create index deliveries_log on deliveries (organization_id, created_at desc);
      create index deliveries_event on deliveries (organization_id, event_id);
      create index deliveries_group on deliveries (organization_id, group_key) where group_key is not null;
      ${protectTable('deliveries')}`,
);
