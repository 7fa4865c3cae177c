import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Counters of the names that an hour's budgets have folded: the frequent ones among them take a place later on. */
export const NameCandidates1764700000000 = forwardMigration(
  'NameCandidates1764700000000',
  `
      create table name_candidates (
        organization_id uuid not null,
        hour int not null,
        kind smallint not null,
        namespace text not null,
        service text not null,
        environment text not null,
        counters bytea not null,
        primary key (organization_id, hour, kind, namespace, service, environment)
      );
      ${protectTable('name_candidates')} ${admitWriter('name_candidates', WRITER)}`,
);
