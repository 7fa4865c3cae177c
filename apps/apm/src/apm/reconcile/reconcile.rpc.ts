import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmReconcile, type ReconcileQuery, type Reconciliation } from '@spanwise/contracts/apm/reconcile';
import { Reconciling } from './reconcile.js';

@Controller()
export class ReconcileController {
  constructor(private readonly reconciling: Reconciling) {}

  @HandleRpc(apmReconcile)
  reconcile(query: ReconcileQuery, { context }: ScopedCall): Promise<Reconciliation> {
    return this.reconciling.reconcile(query, context);
  }
}
