import { runService } from '@spanwise/host/service';
import { gateway } from './gateway.service-definition.js';

await runService(gateway);
