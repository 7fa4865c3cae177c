import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { queryDaysMigration } from '../usage/query-days-migration.js';
import { SavedViews1766000000000 } from '../saved-views/saved-views-migration.js';
import { OffsetGeneration1766300000000 } from './generation-migration.js';

const WRITER = 'spanwise_apm_writer';

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

/** Rollups and catalogues. `bucket` counts minutes or hours since the epoch; `red` is the encoded aggregate of span-model. */
const Rollups1764000000000 = forwardMigration(
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

/** Deploy events that a pipeline has sent; an empty namespace or environment stands for any. */
const Deployments1764300000000 = forwardMigration(
  'Deployments1764300000000',
  `
      create table deployments (
        organization_id uuid not null,
        id uuid not null,
        namespace text not null,
        service text not null,
        environment text not null,
        version text not null,
        deployed_at_micros bigint not null,
        description text not null,
        url text not null,
        primary key (organization_id, id),
        unique (organization_id, deployed_at_micros, service, version, namespace, environment)
      );
      ${protectTable('deployments')} ${admitWriter('deployments', WRITER)}`,
);

/**
 * Error groups keep a bounded set of samples: the newest, the oldest and, in `others`, those between. `grouping` says what
 * the fingerprint was made from; `aliases` are the fingerprints of former algorithms that the group goes on under.
 */
const ErrorSamples1764500000000 = forwardMigration(
  'ErrorSamples1764500000000',
  `
      alter table error_groups
        add column others jsonb not null default '[]',
        add column grouping jsonb,
        add column aliases text[] not null default '{}';
      create index on error_groups (organization_id, fingerprint);
      create index on error_groups using gin (aliases);`,
);

/** Which service answers behind a dependency, as the newest of its requests says. */
const Callees1764600000000 = forwardMigration(
  'Callees1764600000000',
  `
      create table callees (
        organization_id uuid not null,
        namespace text not null,
        service text not null,
        environment text not null,
        category text not null,
        target text not null,
        callee_namespace text not null,
        callee text not null,
        last_seen_micros bigint not null,
        primary key (organization_id, service, target, namespace, environment, category)
      );
      ${protectTable('callees')} ${admitWriter('callees', WRITER)}`,
);

/** Counters of the names that an hour's budgets have folded: the frequent ones among them take a place later on. */
const NameCandidates1764700000000 = forwardMigration(
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

/** Queries in the background; `lease` is the worker's that runs one, `parts` are the files of its rows. */
const SearchJobs1764900000000 = forwardMigration(
  'SearchJobs1764900000000',
  `
      create table search_jobs (
        organization_id uuid not null,
        id uuid not null,
        subject text not null,
        request jsonb not null,
        state text not null,
        lease uuid,
        leased_until timestamptz,
        attempt int not null default 0,
        progress real not null default 0,
        submitted_at_micros bigint not null,
        started_at_micros bigint,
        finished_at_micros bigint,
        ttl_secs int not null,
        expires_at_micros bigint not null,
        columns jsonb,
        parts jsonb,
        scanned_rows bigint,
        partial_reason text,
        error text,
        primary key (organization_id, id)
      );
      create index on search_jobs (submitted_at_micros) where state in ('pending', 'running');
      create index on search_jobs (expires_at_micros);
      ${protectTable('search_jobs')} ${admitWriter('search_jobs', WRITER)}`,
);

/** The catalogue of raw telemetry (ADR 0012): streams, their fields and segments, and files that wait for their deletion. */
const Telemetry1764800000000 = forwardMigration(
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

/**
 * A value for each hour that changes with any write to its rollups, whoever writes: what a reader has made of them is good
 * while it stands. Random and no counter, because a database may be restored to what it was.
 */
const RollupRevisions1765900000000 = forwardMigration(
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

/** Not compressed: a reader fetches one block of a filter, not the whole. */
const TraceFilters1766150000000 = forwardMigration(
  'TraceFilters1766150000000',
  `
      alter table segments add column trace_filter bytea;
      alter table segments alter column trace_filter set storage external;
      alter table segments add column checksum bigint;`,
);

export const migrations = [
  Rollups1764000000000,
  Deployments1764300000000,
  ErrorSamples1764500000000,
  Callees1764600000000,
  NameCandidates1764700000000,
  Telemetry1764800000000,
  SearchJobs1764900000000,
  RollupRevisions1765900000000,
  SavedViews1766000000000,
  TraceFilters1766150000000,
  queryDaysMigration(WRITER),
  OffsetGeneration1766300000000,
];
