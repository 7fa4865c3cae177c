import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Tables of the protocol of intake and projection (PROTO-7 to PROTO-19). */
export const Projection1764000000000 = forwardMigration(
  'Projection1764000000000',
  `
      create table shard_offsets (
        shard smallint primary key,
        lineage uuid not null default gen_random_uuid(),
        epoch int not null default 0,
        seq bigint not null default 0,
        n bigint not null default 0,
        watermark_micros bigint not null default 0,
        floor_hour int not null default 0,
        key_seed bytea not null,
        stream_created text
      );
      grant select, insert, update on shard_offsets to ${WRITER};

      create table dedupe_keys (
        shard smallint not null,
        hour int not null,
        n bigint not null,
        keys bytea not null,
        primary key (shard, hour, n)
      );
      alter table dedupe_keys alter column keys set storage external;
      grant select, insert, delete on dedupe_keys to ${WRITER};

      create table ledger (
        shard smallint not null,
        epoch int not null,
        seq bigint not null,
        organization_id uuid not null,
        logged_at_micros bigint not null,
        received bigint not null,
        counted bigint not null,
        duplicate bigint not null,
        late bigint not null,
        dead bigint not null,
        primary key (shard, epoch, seq, organization_id),
        check (received = counted + duplicate + late + dead)
      );
      create index ledger_by_time on ledger (shard, logged_at_micros);
      ${protectTable('ledger')} ${admitWriter('ledger', WRITER)}

      create table ledger_days (
        shard smallint not null,
        day int not null,
        organization_id uuid not null,
        received bigint not null,
        counted bigint not null,
        duplicate bigint not null,
        late bigint not null,
        dead bigint not null,
        primary key (shard, day, organization_id),
        check (received = counted + duplicate + late + dead)
      );
      ${protectTable('ledger_days')} ${admitWriter('ledger_days', WRITER)}

      create table outbox (
        shard smallint not null,
        part smallint not null,
        n bigint not null,
        stream_time_micros bigint not null,
        delta bytea not null,
        primary key (shard, part, n)
      );
      alter table outbox alter column delta set storage external;
      grant select, insert, delete on outbox to ${WRITER};

      create table dead_letters (
        id uuid primary key,
        shard smallint not null,
        epoch int not null,
        seq bigint not null,
        slice int not null,
        organization_id uuid not null,
        logged_at_micros bigint not null,
        span_count int not null,
        floor_hour int not null,
        encoding text not null,
        coding text not null,
        stream text not null,
        bytes bytea not null,
        reason text not null,
        state text not null default 'open' check (state in ('open', 'replayed', 'discarded')),
        created_at timestamptz not null default now()
      );
      create index dead_letters_open on dead_letters (shard, floor_hour) where state = 'open';
      ${protectTable('dead_letters')} ${admitWriter('dead_letters', WRITER)}`,
);
