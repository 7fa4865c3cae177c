import { runService } from '@spanwise/host/service';
import { iam } from './iam.service-definition.js';

await runService(iam);
