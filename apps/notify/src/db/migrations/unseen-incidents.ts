import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Incidents that began and ended while rules were not evaluated: they are notified of together (ALERT-128). */
export const UnseenIncidents1766860000000 = forwardMigration(
  'UnseenIncidents1766860000000',
  `create index incidents_unseen on incidents (organization_id, id)
     where status = 'resolved' and details->'waits_for'->>'reason' = 'catching_up';`,
);
