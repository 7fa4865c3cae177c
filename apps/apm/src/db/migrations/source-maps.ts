import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** `service` is empty for all services of a release. `kept` is compressed already. */
export const SourceMaps1766800000000 = forwardMigration(
  'SourceMaps1766800000000',
  `
      create table source_maps (
        organization_id uuid not null,
        id uuid not null,
        release text not null,
        service text not null,
        file text not null,
        sha256 text not null,
        bytes int not null,
        mappings int not null,
        sources int not null,
        kept bytea not null,
        created_by uuid not null,
        created_at_micros bigint not null,
        primary key (organization_id, id),
        unique (organization_id, release, service, file)
      );
      alter table source_maps alter column kept set storage external;
      create index source_maps_by_age on source_maps (created_at_micros);
      ${protectTable('source_maps')} ${admitWriter('source_maps', WRITER, 'select, delete')}`,
);
