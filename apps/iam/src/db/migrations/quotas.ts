import { forwardMigration } from '@spanwise/postgres/forward-migration';

export const Quotas1764860000000 = forwardMigration(
  'Quotas1764860000000',
  `alter table organizations add column quotas jsonb not null default '{}' check (jsonb_typeof(quotas) = 'object')`,
);
