import { Access1764100000000 } from './migrations/access.js';
import { AuditForms1767200000000 } from './migrations/audit-forms.js';
import { Avatars1764830000000 } from './migrations/avatars.js';
import { Billing1764810000000 } from './migrations/billing.js';
import { Claims1766210000000 } from './migrations/claims.js';
import { Grantors1766140000000 } from './migrations/grantors.js';
import { Identity1764000000000 } from './migrations/identity.js';
import { License1764820000000 } from './migrations/license.js';
import { NormalizeNullMembers1767240000000 } from './migrations/normalize-null-members.js';
import { OrganizationDeletions1766710000000 } from './migrations/organization-deletions.js';
import { Policies1764850000000 } from './migrations/policies.js';
import { PushConnectors1764880000000 } from './migrations/push-connectors.js';
import { Quotas1764860000000 } from './migrations/quotas.js';
import { SharedSearches1766000000000, Shares1764870000000 } from './migrations/shares.js';
import { TeamLeads1766820000000 } from './migrations/team-leads.js';
import { Teams1764840000000 } from './migrations/teams.js';

/** They run in the order of the digits of their names. A name is never changed: it stands in the databases. */
export const migrations = [
  Identity1764000000000,
  Access1764100000000,
  Billing1764810000000,
  License1764820000000,
  Avatars1764830000000,
  Teams1764840000000,
  Policies1764850000000,
  Quotas1764860000000,
  Shares1764870000000,
  PushConnectors1764880000000,
  SharedSearches1766000000000,
  Grantors1766140000000,
  Claims1766210000000,
  OrganizationDeletions1766710000000,
  TeamLeads1766820000000,
  AuditForms1767200000000,
  NormalizeNullMembers1767240000000,
];
