import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { WRITER } from './writer.js';

/**
 * Who this database is to an object store (PROTO-40). `claiming` is written before the store's mark and `session` after it, so
 * that the mark is always one of the two.
 */
export const StoreOwner1767500000000 = forwardMigration(
  'StoreOwner1767500000000',
  `
      create table store_owner (
        is_one boolean primary key default true check (is_one),
        installation uuid not null default gen_random_uuid(),
        session uuid,
        claiming uuid
      );
      insert into store_owner default values;
      grant select, update on store_owner to ${WRITER};`,
);
