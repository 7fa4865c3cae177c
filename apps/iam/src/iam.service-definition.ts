import { Module, type DynamicModule } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { Database, connectDatabase } from '@spanwise/postgres/database';
import { AuditLog } from './platform/audit/audit-log.js';
import { PaymentEvents } from './commerce/billing/payment-events.js';
import { bootstrap } from './tenancy/bootstrap/bootstrap.js';
import { Clock } from './clock.js';
import { IamConfig, variables, type IamVariables } from './config.js';
import { Authentication } from './access/context/authentication.js';
import { Contexts } from './access/context/contexts.js';
import { dataSource } from './db/data-source.js';
import { Scopes } from './db/scopes.js';
import { Invalidations } from './platform/events/invalidations.js';
import { ClaimInvitations } from './tenancy/invitations/claim-invitations.js';
import { KeyWatch } from './platform/keys/key-watch.js';
import { SigningKeys } from './platform/keys/signing-keys.js';
import { Licenses } from './commerce/license/licenses.js';
import { MailOutbox } from './platform/mail/mail-outbox.js';
import { MailWorker } from './platform/mail/mail-worker.js';
import { Mailer } from './platform/mail/mailer.js';
import { DeletionWorker } from './tenancy/organizations/deletion-worker.js';
import { Deletions } from './tenancy/organizations/deletions.js';
import { GrantUses } from './access/policies/grant-uses.js';
import { PolicyChanges } from './access/roles/policy-changes.js';
import { PasswordResets } from './identity/signin/password-resets.js';
import { ShareSessions } from './access/shares/share-sessions.js';
import { Passwords } from './platform/passwords/passwords.js';
import { Sessions } from './identity/signin/sessions.js';
import { SignInLimits } from './platform/limits/sign-in-limits.js';
import { SignUps } from './identity/signin/sign-ups.js';
import { CallerCapabilities } from './access/capabilities/caller-capabilities.js';
import { SystemOrganizations } from './access/context/system-organizations.js';
import { Downloads } from './access/downloads/downloads.js';
import { Grants } from './access/policies/grants.js';
import { HeldContexts } from './access/policies/held-contexts.js';
import { PolicyDecisions } from './access/policies/policy-decisions.js';
import { Relationships } from './access/policies/relationships.js';
import { RoleBindings } from './access/policies/role-bindings.js';
import { PushConnectors } from './access/push-connectors/push-connectors.js';
import { Roles } from './access/roles/roles.js';
import { Shares } from './access/shares/shares.js';
import { Teams } from './access/teams/teams.js';
import { ApiTokens } from './access/tokens/api-tokens.js';
import { OrganizationBilling } from './commerce/billing/organization-billing.js';
import { LicenseVersions } from './commerce/license/license-versions.js';
import { Quotas } from './commerce/quotas/quotas.js';
import { Avatars } from './identity/avatars/avatars.js';
import { Profiles } from './identity/profile/profiles.js';
import { OwnSessions } from './identity/profile/own-sessions.js';
import { SignIns } from './identity/signin/sign-ins.js';
import { Registration } from './identity/signin/registration.js';
import { Members } from './identity/users/members.js';
import { Users } from './identity/users/users.js';
import { AuditRecords } from './platform/audit/audit-records.js';
import { KeyRotation } from './platform/keys/key-rotation.js';
import { Acceptance } from './tenancy/invitations/acceptance.js';
import { Invitations } from './tenancy/invitations/invitations.js';
import { AdmittedDomains } from './tenancy/organizations/admitted-domains.js';
import { Organizations } from './tenancy/organizations/organizations.js';
import { OrganizationSelection } from './tenancy/organizations/organization-selection.js';
import { ActivePeople } from './access/people/active-people.js';

@Module({})
class IamModule {}

const controllers = [
  Authentication,
  Deletions,
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
  OrganizationBilling,
  LicenseVersions,
  Quotas,
  Avatars,
  Profiles,
  OwnSessions,
  SignIns,
  Registration,
  Members,
  Users,
  AuditRecords,
  KeyRotation,
  Acceptance,
  Invitations,
  AdmittedDomains,
  Organizations,
  OrganizationSelection,
];

async function iamModule(config: IamVariables, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config);
  const source = await connectDatabase(host, dataSource(config.databaseUrl));
  watchDatabase(host, source.pool);
  const passwords = new Passwords(config.passwordMemoryKib);
  await bootstrap(source, config, passwords, host.logger);
  return {
    module: IamModule,
    controllers,
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: Database, useValue: source },
      { provide: IamConfig, useValue: new IamConfig(config) },
      { provide: Passwords, useValue: passwords },
      SigningKeys,
      Scopes,
      Contexts,
      Clock,
      Sessions,
      SignInLimits,
      Invalidations,
      PolicyChanges,
      GrantUses,
      { provide: Mailer, useValue: new Mailer(config) },
      MailOutbox,
      PasswordResets,
      SignUps,
      ClaimInvitations,
      MailWorker,
      AuditLog,
      KeyWatch,
      PaymentEvents,
      Licenses,
      DeletionWorker,
    ],
  };
}

export const iam: ServiceDefinition<typeof variables> = {
  name: 'iam',
  variables,
  module: iamModule,
  configure: async (app, _config, host) => {
    await app.get(SigningKeys).load();
    await serveRpc(app, host, app.get(Bus));
  },
  started: async (app, _config, host) => {
    app.get(MailWorker).start({
      reset: (client, { emailKey }) => app.get(PasswordResets).prepare(client, emailKey),
      'sign-up': (client, { signUpId }) => app.get(SignUps).prepare(client, signUpId),
      member: (client, { member }) => app.get(ClaimInvitations).prepare(client, member),
    });
    app.get(KeyWatch).start();
    app.get(DeletionWorker).start();
    startHeartbeat(host, app.get(Bus).connection);
  },
};
