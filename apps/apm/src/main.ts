import { runService } from '@spanwise/host/service';
import { apm } from './apm.service-definition.js';

await runService(apm);
