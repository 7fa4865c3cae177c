import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';
import { ownRows } from './own-rows.js';

/**
 * `organizations.subscription_state` is the best of the organization's subscriptions, kept beside them so that
 * authentication reads one row. The members `ended` to `event_id` of a subscription are its position in its own life.
 */
export const Billing1764810000000 = forwardMigration(
  'Billing1764810000000',
  `
  create table billing_settings (
    id boolean primary key default true check (id),
    enabled boolean not null default false,
    enabled_at timestamptz,
    trial_days int not null default 14,
    signature_tolerance_secs int not null default 300,
    webhook_secret bytea,
    updated_at timestamptz not null default now()
  );
  insert into billing_settings default values;
  alter table organizations add column subscription_state text;
  create table billing_events (
    provider text not null,
    event_id text not null,
    type text not null,
    subscription_id text not null,
    received_at timestamptz not null default now(),
    primary key (provider, event_id)
  );
  create index billing_events_received on billing_events (received_at);
  create table subscriptions (
    provider_id text primary key,
    organization_id uuid not null references organizations (id),
    status text not null,
    state text not null check (state in ('active', 'pending', 'past_due', 'suspended', 'cancelled')),
    ended boolean not null,
    event_created bigint not null,
    event_rank smallint not null,
    event_id text not null,
    updated_at timestamptz not null default now()
  );
  create index subscriptions_organization on subscriptions (organization_id);
  ${protectTable('subscriptions')} ${ownRows('subscriptions', 'provider_id', 'subscription_id')}`,
);
