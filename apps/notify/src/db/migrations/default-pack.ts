import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** When an organization was given the rules that it begins with (ALERT-40): once, whatever it does with them. */
export const DefaultPack1766830000000 = forwardMigration(
  'DefaultPack1766830000000',
  'alter table organizations add column default_pack_at timestamptz;',
);
