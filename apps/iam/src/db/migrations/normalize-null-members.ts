import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { ofAllOrganizations } from '@spanwise/postgres/row-security';

/** What null and lists were taken for before API-11: constraints that are none, and members of null in them and in quotas. */
export const NormalizeNullMembers1767240000000 = forwardMigration(
  'MendedMembers1767240000000',
  `
  ${ofAllOrganizations(
    'resource_shares',
    `update resource_shares
        set constraints = case jsonb_typeof(constraints) when 'object' then jsonb_strip_nulls(constraints) else '{}' end
      where jsonb_typeof(constraints) <> 'object' or constraints @? '$.* ? (@ == null)'`,
  )}
  update organizations set quotas = jsonb_strip_nulls(quotas) where quotas @? '$.* ? (@ == null)';`,
);
