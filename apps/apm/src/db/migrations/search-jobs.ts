import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Queries in the background; `lease` is the worker's that runs one, `parts` are the files of its rows. */
export const SearchJobs1764900000000 = forwardMigration(
  'SearchJobs1764900000000',
  `
      create table search_jobs (
        organization_id uuid not null,
        id uuid not null,
        subject text not null,
        request jsonb not null,
        state text not null,
        lease uuid,
        leased_until timestamptz,
        attempt int not null default 0,
        progress real not null default 0,
        submitted_at_micros bigint not null,
        started_at_micros bigint,
        finished_at_micros bigint,
        ttl_secs int not null,
        expires_at_micros bigint not null,
        columns jsonb,
        parts jsonb,
        scanned_rows bigint,
        partial_reason text,
        error text,
        primary key (organization_id, id)
      );
      create index on search_jobs (submitted_at_micros) where state in ('pending', 'running');
      create index on search_jobs (expires_at_micros);
      ${protectTable('search_jobs')} ${admitWriter('search_jobs', WRITER)}`,
);
