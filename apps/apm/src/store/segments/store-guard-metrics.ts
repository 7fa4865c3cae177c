import { Gauge } from 'prom-client';
import type { Host } from '@spanwise/host/service';
import type { StoreGuard } from './store-guard.js';

/** Says aloud that nothing is deleted, and why. */
export function watchStoreGuard({ registry, health }: Pick<Host, 'registry' | 'health'>, guard: StoreGuard): void {
  new Gauge({
    name: 'spanwise_apm_deletion_held',
    help: '1 while no file of the object store is deleted until an operator has looked.',
    registers: [registry],
    collect() {
      this.set(guard.standing === 'held' || guard.standing === 'foreign' ? 1 : 0);
    },
  });
  health.addDegradingProbe('object_store', () => {
    if (guard.standing === 'foreign') return { up: false, reason: 'store of another installation' };
    return guard.standing === 'held' ? { up: false, reason: 'deletion of files is held' } : { up: true };
  });
}
