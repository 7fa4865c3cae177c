import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** Deploy events that a pipeline has sent; an empty namespace or environment stands for any. */
export const Deployments1764300000000 = forwardMigration(
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
