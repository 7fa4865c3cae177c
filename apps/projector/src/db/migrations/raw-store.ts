import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { WRITER } from './writer.js';

/**
 * What the store writer works from (ADR 0012): the records that were not counted, its own position, and what it made.
 * What was committed before is not stored: it is unknown which of its records were repetitions.
 */
export const RawStore1764810000000 = forwardMigration(
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
