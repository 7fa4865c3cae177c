import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';
import { ownRows } from './own-rows.js';

const PEOPLE = `
  alter table users
    add column email_key text,
    add column email_verified_at timestamptz,
    add column bio text not null default '',
    add column avatar_url text,
    add column preferences jsonb,
    add column last_active_at timestamptz;
  update users set email_key = lower(email);
  alter table users alter column email_key set not null;
  create unique index users_email_key on users (email_key);
  drop index users_email;
  alter table organizations
    add column features text[] not null default '{}',
    add column preferences jsonb,
    add column signup_enabled boolean not null default false,
    add column signup_require_approval boolean not null default true;
  alter table memberships add column disabled boolean not null default false;
  alter table sessions
    add column address text,
    add column user_agent text,
    add column last_seen_at timestamptz not null default now();
  create index sessions_user on sessions (user_id) where revoked_at is null;
  create table email_domains (
    organization_id uuid not null references organizations (id),
    domain text not null,
    created_at timestamptz not null default now(),
    primary key (organization_id, domain)
  );
  ${protectTable('email_domains')}
  create table invitations (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    email text not null,
    email_key text not null,
    role_key text not null,
    inviter_id uuid not null references users (id),
    status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked')),
    token_hash text not null unique,
    sent_at timestamptz not null default now(),
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create unique index invitations_pending on invitations (organization_id, email_key) where status = 'pending';
  ${protectTable('invitations')} ${ownRows('invitations', 'token_hash', 'invitation_hash')}`;

const ROLES = `
  create table roles (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    key text not null,
    name text not null,
    description text not null,
    permissions text[] not null check (not ('sys.' ^@ any (permissions))),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (organization_id, key)
  );
  ${protectTable('roles')}
  create table role_bindings (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    role_id uuid not null,
    principal_id uuid not null references users (id),
    resource_type text not null,
    resource_id text not null,
    conditions jsonb not null default '{}',
    starts_at timestamptz,
    expires_at timestamptz,
    created_at timestamptz not null default now()
  );
  create index role_bindings_principal on role_bindings (organization_id, principal_id);
  ${protectTable('role_bindings')}
  alter table api_tokens
    add column scopes text[],
    add column sealed bytea;
  create unique index api_tokens_default on api_tokens (organization_id, user_id)
    where kind = 'default_ingestion' and revoked_at is null;`;

/** Rows from before the chain have no number; every new row must have one. */
const AUDIT = `
  alter table audit_log
    add column seq bigint,
    add column actor_kind text not null default 'user',
    add column target_kind text,
    add column ip text,
    add column user_agent text,
    add column payload jsonb not null default '{}',
    add column hash bytea,
    add constraint audit_log_chained check (seq is not null and hash is not null) not valid,
    add constraint audit_log_seq unique (organization_id, seq);
  create table audit_heads (
    organization_id uuid primary key,
    seq bigint not null,
    hash bytea not null
  );
  ${protectTable('audit_heads')}
  create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$;
  create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_change();
  create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_change();`;

const SIGN_IN = `
  create table sign_in_limits (
    key text primary key,
    free_at_ms bigint not null
  );
  create table sign_in_places (
    key text primary key,
    seen_at_ms bigint not null
  );
  create table password_resets (
    token_hash text primary key,
    user_id uuid not null references users (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  );
  create index password_resets_user on password_resets (user_id);
  create table mail_outbox (
    id uuid primary key,
    kind text not null,
    sealed bytea not null,
    attempts int not null default 0,
    due_at timestamptz not null default now(),
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  );
  create index mail_outbox_due on mail_outbox (due_at);
  alter table signing_keys add column revoked_at timestamptz;`;

export const Access1764100000000 = forwardMigration('Access1764100000000', [PEOPLE, ROLES, AUDIT, SIGN_IN].join('\n'));
