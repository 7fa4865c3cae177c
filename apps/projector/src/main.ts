import { runService } from '@spanwise/host/service';
import { projector } from './projector.service-definition.js';

await runService(projector);
