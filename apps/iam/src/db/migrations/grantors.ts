import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** What a credential was made with, which credential a record of the audit log is of, and sign-ups before they are accounts. */
export const Grantors1766140000000 = forwardMigration(
  'Givers1766140000000',
  `
  alter table api_tokens add column parent_id uuid references api_tokens (id);
  create index api_tokens_parent on api_tokens (organization_id, parent_id) where parent_id is not null;
  alter table invitations add column api_token_id uuid references api_tokens (id);
  alter table push_connectors add column api_token_id uuid references api_tokens (id);
  alter table audit_log add column credential_id uuid;
  create table sign_ups (
    id uuid primary key,
    email text not null,
    email_key text not null,
    display_name text not null,
    password_hash text not null,
    token_hash text unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index sign_ups_expiry on sign_ups (expires_at);`,
);
