import { runService } from '@spanwise/host/run-service';
import { variables } from './config.js';

await runService({
  name: 'iam',
  variables,
  service: async () => (await import('./iam.service-definition.js')).iam,
  commands: {
    migrate: async () => (await import('./db/migrate.command.js')).migrate,
    'verify-audit': async () => (await import('./platform/audit/verify.command.js')).verifyAuditCommand,
    'reset-password': async () => (await import('./tenancy/bootstrap/reset-password.command.js')).resetPasswordCommand,
  },
});
