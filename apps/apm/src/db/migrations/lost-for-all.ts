import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** What the log has lost may be of any organization: the gap is kept once, and shown to each (PROTO-33). */
export const LostForAll1767100000000 = forwardMigration(
  'LostForAll1767100000000',
  `create policy lost_for_all on gaps for select using (organization_id = '${ANY_ORGANIZATION}')`,
);
