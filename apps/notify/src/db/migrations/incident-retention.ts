import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** What is over for long ends (ALERT-143): how it is found. */
export const IncidentRetention1766880000000 = forwardMigration(
  'IncidentRetention1766880000000',
  `
      create index incidents_over on incidents (organization_id, resolved_at) where status = 'resolved';
      create index incidents_rule_version on incidents (organization_id, rule_id, (details->>'rule_version'))
        where rule_id is not null;
      -- When it was first seen that it is not what the rule is any more.
      alter table alert_rule_versions add column ended_at timestamptz;`,
);
