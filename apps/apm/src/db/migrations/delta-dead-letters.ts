import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/**
 * Deltas that could not be applied, one row for each organization in them, and the minutes that the figures lack because of
 * it (PROTO-45). Of no organization: minutes of gateways, and unreadable deltas, whose organizations are unknown.
 */
export const DeltaDeadLetters1767540000000 = forwardMigration(
  'DeltaDeadLetters1767540000000',
  `
      create table delta_dead_letters (
        organization_id uuid not null,
        shard smallint not null,
        part smallint not null,
        lineage uuid not null,
        n bigint not null,
        delta bytea not null,
        is_readable boolean not null,
        reason text not null,
        stream_time_micros bigint not null,
        recorded_at_micros bigint not null,
        primary key (organization_id, shard, part, lineage, n)
      );
      ${protectTable('delta_dead_letters')} ${admitWriter('delta_dead_letters', WRITER)}

      create table delta_dead_letter_minutes (
        organization_id uuid not null,
        shard smallint not null,
        part smallint not null,
        lineage uuid not null,
        n bigint not null,
        minute int not null,
        dropped bigint not null,
        only_errors boolean not null default false,
        recorded_at_micros bigint not null,
        primary key (organization_id, minute, shard, part, lineage, n),
        foreign key (organization_id, shard, part, lineage, n) references delta_dead_letters on delete cascade
      );
      create index delta_dead_letter_minutes_letter on delta_dead_letter_minutes (organization_id, shard, part, lineage, n);
      ${protectTable('delta_dead_letter_minutes')} ${admitWriter('delta_dead_letter_minutes', WRITER)}
      create policy lost_for_all on delta_dead_letter_minutes for select using (organization_id = '${ANY_ORGANIZATION}')`,
);
