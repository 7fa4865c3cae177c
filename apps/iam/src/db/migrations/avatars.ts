import { forwardMigration } from '@spanwise/postgres/forward-migration';

export const Avatars1764830000000 = forwardMigration(
  'Avatars1764830000000',
  `
  create table avatars (
    user_id uuid primary key references users (id),
    file text not null,
    image bytea not null check (octet_length(image) <= 262144),
    created_at timestamptz not null default now()
  );
  alter table avatars alter column image set storage external;`,
);
