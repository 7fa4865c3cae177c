import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * Error groups keep a bounded set of samples: the newest, the oldest and, in `others`, those between. `grouping` says what
 * the fingerprint was made from; `aliases` are the fingerprints of former algorithms that the group goes on under.
 */
export const ErrorSamples1764500000000 = forwardMigration(
  'ErrorSamples1764500000000',
  `
      alter table error_groups
        add column others jsonb not null default '[]',
        add column grouping jsonb,
        add column aliases text[] not null default '{}';
      create index on error_groups (organization_id, fingerprint);
      create index on error_groups using gin (aliases);`,
);
