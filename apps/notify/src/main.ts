import { runService } from '@spanwise/host/service';
import { notify } from './notify.service-definition.js';

await runService(notify);
