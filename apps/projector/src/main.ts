import { runService } from '@spanwise/host/run-service';
import { variables } from './config.js';

await runService({
  name: 'projector',
  variables,
  service: async () => (await import('./projector.service-definition.js')).projector,
  commands: {
    migrate: async () => (await import('./db/migrate.command.js')).migrate,
    'dead-letters': async () => (await import('./dead-letters/dead-letters.command.js')).deadLetters,
    'object-store': async () => (await import('./store/object-store.command.js')).objectStore,
  },
});
