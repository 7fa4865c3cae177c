import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

const rollupTable = (table: string): string => `
  create table ${table} (
    organization_id uuid not null,
    kind smallint not null,
    bucket int not null,
    series_id bigint not null,
    red bytea not null,
    primary key (organization_id, kind, bucket, series_id)
  ) partition by range (bucket);
  ${protectTable(table)} ${admitWriter(table, WRITER)}`;

/** Rollups and catalogues. `bucket` counts minutes or hours since the epoch; `red` is the encoded aggregate of span-model. */
export const Rollups1764000000000 = forwardMigration(
  'Rollups1764000000000',
  `
      create sequence series_ids;
      grant usage on sequence series_ids to ${WRITER};
      create table series (
        organization_id uuid not null,
        series_id bigint not null,
        kind smallint not null,
        namespace text not null,
        service text not null,
        environment text not null,
        version text not null,
        name text not null,
        category text not null,
        detail text not null,
        first_seen_micros bigint not null,
        last_seen_micros bigint not null,
        primary key (organization_id, series_id),
        unique (organization_id, kind, service, name, namespace, environment, version, category, detail)
      );
      ${protectTable('series')} ${admitWriter('series', WRITER)}
      ${rollupTable('rollup_minutes')}
      ${rollupTable('rollup_hours')}

      create table instances (
        organization_id uuid not null,
        hour int not null,
        namespace text not null,
        service text not null,
        environment text not null,
        instance text not null,
        language text not null,
        sdk_name text not null,
        sdk_version text not null,
        first_seen_micros bigint not null,
        last_seen_micros bigint not null,
        primary key (organization_id, hour, namespace, service, environment, instance)
      );
      ${protectTable('instances')} ${admitWriter('instances', WRITER)}

      create table error_groups (
        organization_id uuid not null,
        namespace text not null,
        service text not null,
        fingerprint text not null,
        algorithm text not null,
        error_type text not null,
        frame text not null,
        newest jsonb not null,
        oldest jsonb not null,
        first_seen_micros bigint not null,
        last_seen_micros bigint not null,
        primary key (organization_id, namespace, service, fingerprint)
      );
      ${protectTable('error_groups')} ${admitWriter('error_groups', WRITER)}

      create table gaps (
        organization_id uuid not null,
        minute int not null,
        reason text not null,
        dropped bigint not null,
        recorded_at_micros bigint not null,
        primary key (organization_id, minute, reason)
      );
      ${protectTable('gaps')} ${admitWriter('gaps', WRITER)}

      create table overflow (
        organization_id uuid not null,
        hour int not null,
        dimension text not null,
        folded bigint not null,
        primary key (organization_id, hour, dimension)
      );
      ${protectTable('overflow')} ${admitWriter('overflow', WRITER)}

      create table organizations (
        organization_id uuid primary key,
        oldest_start_micros bigint not null
      );
      ${protectTable('organizations')} ${admitWriter('organizations', WRITER)}

      create table delta_offsets (
        shard smallint not null,
        part smallint not null,
        lineage uuid not null,
        n bigint not null,
        stream_time_micros bigint not null,
        primary key (shard, part)
      );
      grant select, insert, update on delta_offsets to ${WRITER};`,
);
