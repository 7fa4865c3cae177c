import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/**
 * Bytes of ledger rows that were folded into days, by hour, for as long as a first screen looks back. What was folded before this
 * table was there is in the days alone: `since_micros` is 0 of a projector that had nothing then.
 */
export const LedgerHours1767540000000 = forwardMigration(
  'LedgerHours1767540000000',
  `
      create table ledger_hours (
        shard smallint not null,
        hour int not null,
        organization_id uuid not null,
        bytes bigint not null,
        primary key (shard, hour, organization_id)
      );
      create index ledger_hours_by_organization on ledger_hours (organization_id, hour);
      ${protectTable('ledger_hours')} ${admitWriter('ledger_hours', WRITER)}
      create table ledger_hours_since (since_micros bigint not null);
      insert into ledger_hours_since
        select case when exists (select from shard_offsets) then (extract(epoch from now()) * 1000000)::bigint else 0 end;
      grant select on ledger_hours_since to ${WRITER};`,
);
