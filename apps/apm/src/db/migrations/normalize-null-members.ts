import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { ofAllOrganizations } from '@spanwise/postgres/row-security';

/** What is left of an object when its own members of null are absent; an empty one of what is no object. Lists in it stay. */
const withoutNulls = (column: string) => `
  case jsonb_typeof(${column}) when 'object'
    then (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column}) where value <> 'null')
    else '{}' end`;

/** What null was taken for before API-11: settings that are null or have such members, and so of searches and jobs. */
export const NormalizeNullMembers1767240000000 = forwardMigration(
  'MendedMembers1767240000000',
  `
  ${ofAllOrganizations(
    'streams',
    `update streams set settings = ${withoutNulls('settings')}
      where jsonb_typeof(settings) <> 'object' or settings @? '$.* ? (@ == null)'`,
  )}
  ${ofAllOrganizations('saved_views', `update saved_views set stream = null where jsonb_typeof(stream) <> 'object'`)}
  ${ofAllOrganizations(
    'search_jobs',
    `update search_jobs set request = ${withoutNulls('request')}
      where jsonb_typeof(request) = 'object' and request @? '$.* ? (@ == null)'`,
  )}`,
);
