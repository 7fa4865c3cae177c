import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

const CATEGORY = `category text not null check (category in ('alert', 'oncall', 'escalation', 'report', 'security', 'system'))`;
const TIMES = 'created_at timestamptz not null default now(), updated_at timestamptz not null default now()';
const CONNECTOR = 'foreign key (organization_id, connector_id) references connectors (organization_id, id)';

/** Recipients, default routes, templates and policies (DELIVERY-18 to DELIVERY-24). */
export const Routing1764200000000 = forwardMigration(
  'Routing1764200000000',
  `
      create table user_endpoints (
        id uuid primary key,
        organization_id uuid not null,
        user_id uuid not null,
        connector_id uuid not null,
        external_identity text not null,
        display_name text,
        metadata jsonb not null default '{}',
        verified boolean not null,
        enabled boolean not null,
        code_hmac bytea,
        code_sent_at timestamptz,
        code_tries int not null default 0,
        ${TIMES},
        unique (organization_id, user_id, connector_id, external_identity),
        unique (organization_id, id),
        ${CONNECTOR}
      );
      create index user_endpoints_connector on user_endpoints (organization_id, connector_id);
      create table preferences (
        id uuid primary key,
        organization_id uuid not null,
        user_id uuid not null,
        ${CATEGORY},
        enabled boolean not null,
        quiet_hours jsonb,
        allow_critical_bypass boolean not null,
        ${TIMES},
        unique (organization_id, user_id, category),
        unique (organization_id, id)
      );
      create table preference_steps (
        id uuid primary key,
        organization_id uuid not null,
        preference_id uuid not null,
        endpoint_id uuid not null,
        step_order int not null check (step_order >= 1),
        created_at timestamptz not null default now(),
        unique (preference_id, step_order),
        foreign key (organization_id, preference_id) references preferences (organization_id, id) on delete cascade,
        foreign key (organization_id, endpoint_id) references user_endpoints (organization_id, id)
      );
      create index preference_steps_endpoint on preference_steps (organization_id, endpoint_id);
      create table default_routes (
        id uuid primary key,
        organization_id uuid not null,
        -- Of the organization itself where null.
        team_id uuid,
        ${CATEGORY},
        routes jsonb not null,
        enabled boolean not null,
        ${TIMES},
        unique nulls not distinct (organization_id, team_id, category)
      );
      create table templates (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        body text not null,
        format text not null check (format in ('text', 'markdown', 'html')),
        ${CATEGORY},
        ${TIMES},
        unique (organization_id, name),
        unique (organization_id, id)
      );
      create table policies (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        event_type text not null,
        ${CATEGORY},
        definition jsonb not null,
        template_id uuid,
        enabled boolean not null,
        priority int not null,
        ${TIMES},
        unique (organization_id, name),
        foreign key (organization_id, template_id) references templates (organization_id, id)
      );
      create index policies_template on policies (organization_id, template_id);
      -- Connectors that policies and default routes name inside their documents.
      create table connector_references (
        organization_id uuid not null,
        connector_id uuid not null,
        referrer_kind text not null check (referrer_kind in ('policy', 'default_route')),
        referrer_id uuid not null,
        primary key (organization_id, connector_id, referrer_kind, referrer_id),
        ${CONNECTOR}
      );
      create index connector_references_referrer on connector_references (organization_id, referrer_kind, referrer_id);
      ${['user_endpoints', 'preferences', 'preference_steps', 'default_routes', 'templates', 'policies', 'connector_references'].map(protectTable).join('')}`,
);
