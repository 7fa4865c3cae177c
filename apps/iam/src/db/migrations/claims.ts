import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * Accounts that an organization made for an address which has an account already: they stand beside it and own nothing
 * until the owner of the address joins by mail.
 */
export const Claims1766210000000 = forwardMigration(
  'Claims1766210000000',
  `
  alter table users
    add column owns_address boolean not null default true,
    add column sign_in_tag text;
  drop index users_email_key;
  create unique index users_email_key on users (email_key) where owns_address;
  create index users_claims on users (email_key, sign_in_tag) where not owns_address;
  alter table invitations add column claim_id uuid references users (id);
  drop index invitations_pending;
  create unique index invitations_pending on invitations (organization_id, email_key)
    where status = 'pending' and claim_id is null;`,
);
