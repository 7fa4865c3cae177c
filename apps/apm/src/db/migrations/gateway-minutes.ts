import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { admitWriter, protectTable } from '@spanwise/postgres/row-security';
import { WRITER } from './writer.js';

/** What gateways said of their minutes, counted since the epoch. Of no organization, but for what was refused of one. */
export const GatewayMinutes1766900000000 = forwardMigration(
  'GatewayMinutes1766900000000',
  `
      create table gateway_minutes (
        minute int not null,
        gateway_id uuid not null,
        since_micros bigint not null,
        left_micros bigint,
        refused_others bigint not null,
        primary key (minute, gateway_id)
      );
      grant select, insert, delete on gateway_minutes to ${WRITER};

      create table refused_minutes (
        organization_id uuid not null,
        minute int not null,
        gateway_id uuid not null,
        reason text not null,
        requests bigint not null,
        primary key (organization_id, minute, gateway_id, reason)
      );
      ${protectTable('refused_minutes')} ${admitWriter('refused_minutes', WRITER)}`,
);
