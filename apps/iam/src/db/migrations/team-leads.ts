import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Whom notifications for the lead of a team are for. */
export const TeamLeads1766820000000 = forwardMigration(
  'TeamLeads1766820000000',
  'alter table team_members add column lead boolean not null default false;',
);
