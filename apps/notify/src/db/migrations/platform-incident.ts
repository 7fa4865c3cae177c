import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** The platform's own organization, and when figures were last seen by whichever process (ALERT-140). */
export const PlatformIncident1766870000000 = forwardMigration(
  'PlatformIncident1766870000000',
  `
      alter table organizations add column is_platform boolean not null default false;
      -- One row, of the platform's organization: its lock and its moment are the fence between processes.
      create table platform_sights (
        organization_id uuid primary key,
        seen_at timestamptz not null
      );
      ${protectTable('platform_sights')}`,
);
