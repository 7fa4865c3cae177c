import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

export const SavedViews1766000000000 = forwardMigration(
  'SavedViews1766000000000',
  `
      create table saved_views (
        organization_id uuid not null,
        id uuid not null,
        name text not null,
        statement text not null,
        time_range_secs int not null,
        stream jsonb,
        tags text[] not null,
        pinned boolean not null,
        created_by uuid not null,
        created_at_micros bigint not null,
        updated_at_micros bigint not null,
        primary key (organization_id, id)
      );
      ${protectTable('saved_views')}`,
);
