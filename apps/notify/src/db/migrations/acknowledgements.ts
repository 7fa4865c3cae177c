import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** One-time links of mails, and which signed callbacks of chats were taken. */
export const Acknowledgements1766820000000 = forwardMigration(
  'Acknowledgements1766820000000',
  `
      create table acknowledge_links (
        organization_id uuid not null,
        -- SHA-256 of the token, which is stored nowhere.
        token_hash bytea not null,
        incident_id uuid not null,
        recipient text not null,
        user_id uuid,
        title text not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (organization_id, token_hash)
      );
      create index on acknowledge_links (organization_id, expires_at);
      ${protectTable('acknowledge_links')}
      create table callback_receipts (
        organization_id uuid not null,
        digest bytea not null,
        received_at timestamptz not null default now(),
        primary key (organization_id, digest)
      );
      ${protectTable('callback_receipts')}`,
);
