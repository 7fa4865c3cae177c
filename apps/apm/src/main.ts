import { runService } from '@spanwise/host/run-service';
import { variables } from './config.js';

await runService({
  name: 'apm',
  variables,
  service: async () => (await import('./apm.service-definition.js')).apm,
  commands: {
    migrate: async () => (await import('./db/migrate.command.js')).migrate,
    rebuild: async () => (await import('./rebuild/rebuild.command.js')).rebuildCommand,
    'adopt-segments': async () => (await import('./store/adoption/adopt-segments.command.js')).adoptSegments,
    'delta-dead-letters': async () =>
      (await import('./rollups/dead-letters/delta-dead-letters.command.js')).deltaDeadLetters,
    'missing-segments': async () => (await import('./store/adoption/missing-segments.command.js')).missingSegments,
  },
});
