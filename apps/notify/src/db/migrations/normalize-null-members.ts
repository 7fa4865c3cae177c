import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { ofAllOrganizations } from '@spanwise/postgres/row-security';

/** A list that stood among the thresholds of a rule was kept as a threshold without members. */
const withoutEmptyBands = (table: string) =>
  ofAllOrganizations(
    table,
    `update ${table}
        set definition = jsonb_set(definition, '{thresholds}',
              jsonb_path_query_array(definition, '$.thresholds[*] ? (exists (@.severity))'))
      where definition @? '$.thresholds[*] ? (!exists (@.severity))'`,
  );

/** What nested lists were taken for before API-12. */
export const NormalizeNullMembers1767240000000 = forwardMigration(
  'MendedMembers1767240000000',
  withoutEmptyBands('alert_rules') + withoutEmptyBands('alert_rule_versions'),
);
