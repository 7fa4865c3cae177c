import { runService } from '@spanwise/host/run-service';
import { variables } from './config.js';

await runService({
  name: 'notify',
  variables,
  service: async () => (await import('./notify.service-definition.js')).notify,
  commands: {
    migrate: async () => (await import('./db/migrate.command.js')).migrate,
    rewrap: async () => (await import('./channels/connectors/rewrap.command.js')).rewrap,
  },
});
