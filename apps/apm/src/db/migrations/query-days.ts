import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Statements that ran, by organization and day of UTC. */
export const QueryDays1766200000000 = forwardMigration(
  'QueryDays1766200000000',
  `
      create table query_days (
        organization_id uuid not null,
        day int not null,
        queries bigint not null check (queries > 0),
        primary key (organization_id, day)
      );
      create index query_days_by_day on query_days (day);
      ${protectTable('query_days')} ${admitWriter('query_days', WRITER)}`,
);
