import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { apmHealth, type ApmHealth } from '@spanwise/contracts/apm/health';
import { Health } from './health.js';

@Controller()
export class HealthController {
  constructor(private readonly projectionHealth: Health) {}

  @HandleRpc(apmHealth)
  health(query: ApmQuery, { context }: ScopedCall): Promise<ApmHealth> {
    return this.projectionHealth.health(query, context);
  }
}
