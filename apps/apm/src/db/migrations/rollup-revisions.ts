import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Statement triggers: a transition table belongs to one event alone. */
const noteRevisions = (table: string, bucketsPerHour: number): string =>
  [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ]
    .map(
      ([event, rows]) => `
      create trigger note_${event} after ${event} on ${table} referencing ${rows} table as changed
        for each statement execute function note_rollup_revision(${bucketsPerHour});`,
    )
    .join('');

/**
 * A value for each hour that changes with any write to its rollups, by any role: what a reader has made of them is good
 * while it stands. Random and no counter, because a database may be restored to what it was.
 */
export const RollupRevisions1765900000000 = forwardMigration(
  'RollupRevisions1765900000000',
  `
      create table rollup_revisions (
        organization_id uuid not null,
        hour int not null,
        revision uuid not null,
        primary key (organization_id, hour)
      );
      create function note_rollup_revision() returns trigger language plpgsql set search_path from current as $$
      begin
        insert into rollup_revisions (organization_id, hour, revision)
        select organization_id, hour, gen_random_uuid()
          from (select distinct organization_id, bucket / tg_argv[0]::int as hour from changed) as hours
         order by organization_id, hour
        on conflict (organization_id, hour) do update set revision = excluded.revision;
        return null;
      end $$;
      ${noteRevisions('rollup_minutes', 60)}
      ${noteRevisions('rollup_hours', 1)}
      ${protectTable('rollup_revisions')} ${admitWriter('rollup_revisions', WRITER)}`,
);
