import { Module, type DynamicModule } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { SharedModule } from '@spanwise/host/shared-module';
import { watchDatabase } from '@spanwise/postgres/availability';
import { Database, connectDatabase } from '@spanwise/postgres/database';
import { AuditLog } from './platform/audit/audit-log.js';
import { bootstrap } from './tenancy/bootstrap/bootstrap.js';
import { Clock } from './clock.js';
import { IamConfig, variables, type IamVariables } from './config.js';
import { dataSource } from './db/data-source.js';
import { Scopes } from './db/scopes.js';
import { Invalidations } from './platform/events/invalidations.js';
import { ClaimInvitations } from './tenancy/invitations/claim-invitations.js';
import { KeyWatch } from './platform/keys/key-watch.js';
import { SigningKeys } from './platform/keys/signing-keys.js';
import { MailOutbox } from './platform/mail/mail-outbox.js';
import { MailWorker } from './platform/mail/mail-worker.js';
import { Mailer } from './platform/mail/mailer.js';
import { DeletionWorker } from './tenancy/organizations/deletion-worker.js';
import { PasswordResets } from './identity/signin/password-resets.js';
import { Passwords } from './platform/passwords/passwords.js';
import { SignInLimits } from './platform/limits/sign-in-limits.js';
import { SignUps } from './identity/signin/sign-ups.js';
import { PlatformModule } from './platform/platform.module.js';
import { CommerceModule } from './commerce/commerce.module.js';
import { AccessModule } from './access/access.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';

@Module({})
class IamModule {}

async function iamModule(config: IamVariables, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config);
  const source = await connectDatabase(host, dataSource(config.databaseUrl));
  watchDatabase(host, source.pool);
  const passwords = new Passwords(config.passwordMemoryKib);
  await bootstrap(source, config, passwords, host.logger);
  return {
    module: IamModule,
    imports: [
      SharedModule.of([
        { provide: Host, useValue: host },
        { provide: Bus, useValue: bus },
        { provide: Database, useValue: source },
        { provide: IamConfig, useValue: new IamConfig(config) },
        { provide: Passwords, useValue: passwords },
        SigningKeys,
        Scopes,
        Clock,
        SignInLimits,
        Invalidations,
        { provide: Mailer, useValue: new Mailer(config) },
        MailOutbox,
        MailWorker,
        AuditLog,
        KeyWatch,
      ]),
      PlatformModule,
      CommerceModule,
      AccessModule,
      IdentityModule,
      TenancyModule,
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
