import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Bytes beside the records that they held; 0 in rows from before. */
export const Usage1764850000000 = forwardMigration(
  'Usage1764850000000',
  `
      alter table ledger add column bytes bigint not null default 0 check (bytes >= 0);
      alter table ledger_days add column bytes bigint not null default 0 check (bytes >= 0);
      create index ledger_by_organization on ledger (organization_id, logged_at_micros);
      create index ledger_days_by_organization on ledger_days (organization_id, day);`,
);
