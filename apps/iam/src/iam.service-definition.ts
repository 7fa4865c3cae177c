import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { connectDataSource, createDataSource, poolOf } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { verifyAudit } from './audit/verify.command.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { BillingController } from './billing/billing.controller.js';
import { PaymentEvents } from './billing/payment-events.js';
import { bootstrap, resetPassword } from './bootstrap/bootstrap.js';
import { CapabilitiesController } from './capabilities/capabilities.controller.js';
import { Clock } from './clock.js';
import { IamConfig, variables, type IamVariables } from './config.js';
import { ContextController } from './context/context.controller.js';
import { Contexts } from './context/contexts.js';
import { SystemOrganizationController } from './context/system-organization.controller.js';
import { Organization, User } from './db/entities.js';
import { migrations } from './db/migrations.js';
import { Scopes } from './db/scopes.js';
import { DownloadsController } from './downloads/downloads.controller.js';
import { Invalidations } from './events/invalidations.js';
import { AcceptanceController } from './invitations/acceptance.controller.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { KeyWatch } from './keys/key-watch.js';
import { KeysController } from './keys/keys.controller.js';
import { SigningKeys } from './keys/signing-keys.js';
import { LicenseController } from './license/license.controller.js';
import { Licenses } from './license/licenses.js';
import { MailOutbox } from './mail/mail-outbox.js';
import { MailWorker } from './mail/mail-worker.js';
import { Mailer } from './mail/mailer.js';
import { EmailDomainsController } from './organizations/email-domains.controller.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { SelectionController } from './organizations/selection.controller.js';
import { GrantsController } from './policies/grants.controller.js';
import { PoliciesController } from './policies/policies.controller.js';
import { PolicyChanges } from './policies/policy-changes.js';
import { RelationshipsController } from './policies/relationships.controller.js';
import { RoleBindingsController } from './policies/role-bindings.controller.js';
import { ProfileController } from './profile/profile.controller.js';
import { SessionsController } from './profile/sessions.controller.js';
import { QuotasController } from './quotas/quotas.controller.js';
import { PushConnectorsController } from './push-connectors/push-connectors.controller.js';
import { RolesController } from './roles/roles.controller.js';
import { PasswordResets } from './signin/password-resets.js';
import { ShareSessions } from './shares/share-sessions.js';
import { ShareSessionsController } from './shares/share-sessions.controller.js';
import { SharesController } from './shares/shares.controller.js';
import { Passwords } from './signin/passwords.js';
import { Sessions } from './signin/sessions.js';
import { SignInLimits } from './signin/sign-in-limits.js';
import { SignInController } from './signin/signin.controller.js';
import { SignupController } from './signin/signup.controller.js';
import { TeamsController } from './teams/teams.controller.js';
import { TokensController } from './tokens/tokens.controller.js';
import { MembersController } from './users/members.controller.js';
import { UsersController } from './users/users.controller.js';

@Module({})
class IamModule {}

const controllers = [
  SignInController,
  TokensController,
  CapabilitiesController,
  ContextController,
  SystemOrganizationController,
  ProfileController,
  SessionsController,
  UsersController,
  MembersController,
  InvitationsController,
  AcceptanceController,
  OrganizationsController,
  SelectionController,
  EmailDomainsController,
  SignupController,
  RolesController,
  PoliciesController,
  RoleBindingsController,
  RelationshipsController,
  GrantsController,
  TeamsController,
  QuotasController,
  AuditController,
  KeysController,
  BillingController,
  LicenseController,
  AvatarsController,
  SharesController,
  ShareSessionsController,
  PushConnectorsController,
  DownloadsController,
];

const dataSource = (config: IamVariables) =>
  createDataSource({
    url: config.databaseUrl,
    schema: 'iam',
    applicationName: 'spanwise-iam',
    entities: [Organization, User],
    migrations,
  });

async function iamModule(config: IamVariables, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config.natsUrl);
  const source = await connectDataSource(host, dataSource(config));
  watchDatabase(host, poolOf(source));
  const passwords = new Passwords(config.passwordMemoryKib);
  await bootstrap(source, config, passwords, host.logger);
  return {
    module: IamModule,
    controllers,
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: DataSource, useValue: source },
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
      { provide: Mailer, useValue: new Mailer(config) },
      MailOutbox,
      PasswordResets,
      MailWorker,
      AuditLog,
      KeyWatch,
      PaymentEvents,
      Licenses,
      ShareSessions,
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
    app.get(MailWorker).start();
    app.get(KeyWatch).start();
    startHeartbeat(host, app.get(Bus).connection);
  },
  commands: {
    migrate: async (config, _args, logger) => {
      const applied = await migrate(dataSource(config), config.databaseUrl, 'iam');
      logger.info({ applied }, 'schema iam is up to date');
    },
    'verify-audit': async (config) => {
      const source = await dataSource(config).initialize();
      const verdicts = await verifyAudit(source);
      await source.destroy();
      for (const { organization, records, fault } of verdicts) {
        process.stdout.write(`${organization}: ${records} records, ${fault ?? 'the chain holds'}\n`);
      }
      if (verdicts.some((verdict) => verdict.fault !== undefined)) throw new Error('an audit log was tampered with');
    },
    'reset-password': async (config, [email]) => {
      if (email === undefined) throw new Error('usage: reset-password <email>');
      const source = await dataSource(config).initialize();
      const password = await resetPassword(source, config, new Passwords(config.passwordMemoryKib), email);
      await source.destroy();
      process.stdout.write(`The new password of ${email} is: ${password}\n`);
    },
  },
};
