import { Module } from '@nestjs/common';
import { CallerCapabilities } from './capabilities/caller-capabilities.js';
import { Authentication } from './context/authentication.js';
import { Contexts } from './context/contexts.js';
import { SystemOrganizations } from './context/system-organizations.js';
import { Downloads } from './downloads/downloads.js';
import { ActivePeople } from './people/active-people.js';
import { GrantUses } from './policies/grant-uses.js';
import { Grants } from './policies/grants.js';
import { HeldContexts } from './policies/held-contexts.js';
import { PolicyDecisions } from './policies/policy-decisions.js';
import { Relationships } from './policies/relationships.js';
import { RoleBindings } from './policies/role-bindings.js';
import { PushConnectors } from './push-connectors/push-connectors.js';
import { PolicyChanges } from './roles/policy-changes.js';
import { Roles } from './roles/roles.js';
import { ShareSessions } from './shares/share-sessions.js';
import { Shares } from './shares/shares.js';
import { Teams } from './teams/teams.js';
import { ApiTokens } from './tokens/api-tokens.js';
import { CommerceModule } from '../commerce/commerce.module.js';

@Module({
  imports: [CommerceModule],
  controllers: [
    Authentication,
    ShareSessions,
    CallerCapabilities,
    SystemOrganizations,
    Downloads,
    ActivePeople,
    Grants,
    HeldContexts,
    PolicyDecisions,
    Relationships,
    RoleBindings,
    PushConnectors,
    Roles,
    Shares,
    Teams,
    ApiTokens,
  ],
  providers: [Contexts, PolicyChanges, GrantUses],
})
export class AccessModule {}
