import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { Usage1764850000000 } from './usage-migration.js';
import { CountingDelta1766100000000 } from './counting-delta-migration.js';
import { Signals1764800000000 } from './signals-migration.js';

const WRITER = 'spanwise_projector_writer';

/** Tables of the protocol of intake and projection (exactly-once rules 7 to 19). */
const Projection1764000000000 = forwardMigration(
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

/** A slice announces its spans in 32 unsigned bits: whatever a broken header says must fit, or the shard stands still. */
const DeadLetterCounts1764100000000 = forwardMigration(
  'DeadLetterCounts1764100000000',
  'alter table dead_letters alter column span_count type bigint',
);

/** Duplicate keys by minute of the span's start; -1 in rows from before, which are of their whole hour. */
const KeysByMinute1764700000000 = forwardMigration(
  'KeysByMinute1764700000000',
  `
      alter table dedupe_keys
        add column minute int not null default -1,
        drop constraint dedupe_keys_pkey,
        add primary key (shard, hour, minute, n);`,
);

/**
 * What the store writer works from (ADR 0012): the records that were not counted, its own position, and what it made.
 * What was committed before is not stored: nobody knows any more which of its records were repetitions.
 */
const RawStore1764810000000 = forwardMigration(
  'RawStore1764810000000',
  `
      create table judgements (
        shard smallint not null,
        epoch int not null,
        seq bigint not null,
        slice int not null,
        whole boolean not null,
        duplicate bytea,
        late bytea,
        primary key (shard, epoch, seq, slice)
      );
      grant select, insert, delete on judgements to ${WRITER};

      create table store_offsets (
        shard smallint primary key,
        epoch int not null default 0,
        seq bigint not null default 0,
        n bigint not null default 0
      );
      insert into store_offsets (shard, epoch, seq) select shard, epoch, seq from shard_offsets;
      grant select, insert, update on store_offsets to ${WRITER};

      create table segment_manifests (
        shard smallint not null,
        n bigint not null,
        manifest bytea not null,
        primary key (shard, n)
      );
      grant select, insert, delete on segment_manifests to ${WRITER};

      alter table dead_letters
        add column unstored boolean not null default false,
        add column duplicate bytea,
        add column late bytea;
      create index dead_letters_unstored on dead_letters (shard) where unstored;`,
);

export const migrations = [
  Projection1764000000000,
  DeadLetterCounts1764100000000,
  KeysByMinute1764700000000,
  Signals1764800000000,
  RawStore1764810000000,
  Usage1764850000000,
  CountingDelta1766100000000,
];
