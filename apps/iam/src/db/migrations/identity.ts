import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';
import { ownRows } from './own-rows.js';

export const Identity1764000000000 = forwardMigration(
  'Identity1764000000000',
  `
      create table organizations (
        id uuid primary key,
        slug text not null unique,
        name text not null,
        system boolean not null default false,
        disabled boolean not null default false,
        policy_version int not null default 1,
        created_at timestamptz not null default now()
      );
      create table users (
        id uuid primary key,
        email text not null,
        display_name text not null,
        password_hash text not null,
        status text not null default 'active' check (status in ('active', 'pending', 'rejected')),
        disabled boolean not null default false,
        platform_administrator boolean not null default false,
        created_at timestamptz not null default now()
      );
      create unique index users_email on users (lower(email));
      create table memberships (
        organization_id uuid not null references organizations (id),
        user_id uuid not null references users (id),
        role_keys text[] not null,
        created_at timestamptz not null default now(),
        primary key (organization_id, user_id)
      );
      ${protectTable('memberships')} ${ownRows('memberships', 'user_id', 'user_id')}
      create table sessions (
        id uuid primary key,
        user_id uuid not null references users (id),
        organization_id uuid not null references organizations (id),
        scope text not null check (scope in ('organization', 'system')),
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz
      );
      ${protectTable('sessions')} ${ownRows('sessions', 'user_id', 'user_id')}
      create table api_tokens (
        id uuid primary key,
        organization_id uuid not null references organizations (id),
        user_id uuid not null references users (id),
        role_key text not null,
        kind text not null default 'personal',
        name text not null,
        prefix text not null unique,
        secret_hmac bytea not null,
        kid text not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz not null default now()
      );
      ${protectTable('api_tokens')} ${ownRows('api_tokens', 'prefix', 'token_prefix')}
      create table signing_keys (
        kid text primary key,
        sealed bytea not null,
        public_jwk jsonb not null,
        created_at timestamptz not null default now(),
        retired_at timestamptz
      );
      create table audit_log (
        id uuid primary key,
        organization_id uuid not null,
        actor_id uuid,
        action text not null,
        target text,
        request_id text,
        created_at timestamptz not null default now()
      );
      ${protectTable('audit_log')}`,
);
