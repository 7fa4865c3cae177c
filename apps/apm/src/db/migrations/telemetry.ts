import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** The catalogue of raw telemetry (ADR 0012): streams, their fields and segments, and files that wait for their deletion. */
export const Telemetry1764800000000 = forwardMigration(
  'Telemetry1764800000000',
  `
      create table streams (
        organization_id uuid not null,
        id uuid not null,
        signal text not null,
        name text not null,
        /** Null: the product's default. */
        retention_days int,
        settings jsonb not null default '{}',
        created_at_micros bigint not null,
        updated_at_micros bigint not null,
        /** Log time of the newest record that was stored. */
        last_stored_micros bigint,
        primary key (organization_id, id),
        unique (organization_id, signal, name)
      );
      ${protectTable('streams')} ${admitWriter('streams', WRITER)}

      create table stream_fields (
        organization_id uuid not null,
        stream_id uuid not null,
        name text not null,
        type text not null,
        member_of text not null,
        primary key (organization_id, stream_id, name),
        foreign key (organization_id, stream_id) references streams on delete cascade
      );
      ${protectTable('stream_fields')} ${admitWriter('stream_fields', WRITER)}

      create table segments (
        organization_id uuid not null,
        stream_id uuid not null,
        id text not null,
        key text not null,
        bytes bigint not null,
        rows bigint not null,
        from_micros bigint not null,
        to_micros bigint not null,
        stored_at_micros bigint not null,
        primary key (organization_id, stream_id, id),
        foreign key (organization_id, stream_id) references streams on delete cascade
      );
      create unique index segments_by_key on segments (key);
      create index segments_by_time on segments (organization_id, stream_id, to_micros);
      ${protectTable('segments')} ${admitWriter('segments', WRITER)}

      create table segment_removals (
        organization_id uuid not null,
        key text primary key,
        since_micros bigint not null
      );
      create index segment_removals_by_time on segment_removals (since_micros);
      ${protectTable('segment_removals')} ${admitWriter('segment_removals', WRITER)}

      create table manifest_offsets (
        shard smallint primary key,
        lineage uuid not null,
        n bigint not null
      );
      grant select, insert, update on manifest_offsets to ${WRITER};

      create table lost_ranges (
        shard smallint not null,
        n bigint not null,
        lost jsonb not null,
        primary key (shard, n)
      );
      grant select, insert on lost_ranges to ${WRITER};`,
);
