import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Fields without a place (ADR 0020). What was declared before had no mark unless it was declared how it is indexed. */
export const UnplacedFields1766500000000 = forwardMigration(
  'UnplacedFields1766500000000',
  `
      alter table stream_fields
        add column unplaced_micros bigint,
        add column declared boolean not null default false,
        add column found_late boolean not null default false,
        add column weight float8 not null default 1,
        add column seen_micros bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
      create index stream_fields_unplaced on stream_fields (organization_id, stream_id) where unplaced_micros is not null;
      alter table streams add column unheld_since_micros bigint, add column unheld_micros bigint;`,
);
