import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Concurrent tests and updates of a connector; which organizations have rows here. */
export const ConnectorVersions1764100000000 = forwardMigration(
  'ConnectorVersions1764100000000',
  `
      alter table connectors
        add column version int not null default 1,
        add unique (organization_id, id),
        add check (status in ('unknown', 'connected', 'error')),
        add check (last_test_status in ('success', 'failed'));
      -- Ids of organizations, nothing of what is in them: background work goes through them one by one.
      create table organizations (id uuid primary key);`,
);
