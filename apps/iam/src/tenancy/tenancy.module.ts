import { Module } from '@nestjs/common';
import { Acceptance } from './invitations/acceptance.js';
import { ClaimInvitations } from './invitations/claim-invitations.js';
import { Invitations } from './invitations/invitations.js';
import { AdmittedDomains } from './organizations/admitted-domains.js';
import { DeletionWorker } from './organizations/deletion-worker.js';
import { Deletions } from './organizations/deletions.js';
import { OrganizationSelection } from './organizations/organization-selection.js';
import { Organizations } from './organizations/organizations.js';
import { IdentityModule } from '../identity/identity.module.js';

@Module({
  imports: [IdentityModule],
  controllers: [Deletions, Acceptance, Invitations, AdmittedDomains, Organizations, OrganizationSelection],
  providers: [ClaimInvitations, DeletionWorker],
})
export class TenancyModule {}
