import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Internal errors by what they happened to (ALERT-150). */
export const Faults1767600000000 = forwardMigration(
  'Faults1767600000000',
  `
      create table faults (
        organization_id uuid not null,
        kind text not null check (kind in ('rule', 'incident', 'policy', 'template', 'delivery')),
        id uuid not null,
        -- Pass of a rule, else ''.
        part text not null default '',
        reason text not null,
        since timestamptz not null default now(),
        last_at timestamptz not null default now(),
        failures int not null default 1,
        primary key (organization_id, kind, id, part)
      );
      ${protectTable('faults')}`,
);
