import { runService } from '@spanwise/host/run-service';
import { variables } from './config.js';

await runService({
  name: 'gateway',
  variables,
  service: async () => (await import('./gateway.service-definition.js')).gateway,
});
