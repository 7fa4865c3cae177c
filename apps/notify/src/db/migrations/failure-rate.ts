import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Attempts of the last minute, in two halves: a connector that fails often but not in a row rests too. */
export const FailureRate1764700000000 = forwardMigration(
  'FailureRate1764700000000',
  `
      alter table connector_health
        add column half_started_at timestamptz,
        add column half_attempts int not null default 0,
        add column half_failures int not null default 0,
        -- In the half before.
        add column earlier_attempts int not null default 0,
        add column earlier_failures int not null default 0;`,
);
