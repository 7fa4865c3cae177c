import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Which service answers behind a dependency, as the newest of its requests says. */
export const Callees1764600000000 = forwardMigration(
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
