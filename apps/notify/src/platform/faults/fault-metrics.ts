import { Counter, type Registry } from 'prom-client';

export const FAULT_KINDS = ['rule', 'incident', 'policy', 'template', 'delivery'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Of this process; the stores that count have no registry. */
const counted = new Map<FaultKind, number>();

export const countFault = (kind: FaultKind): void => void counted.set(kind, (counted.get(kind) ?? 0) + 1);

export function watchFaults(registry: Registry): void {
  new Counter({
    name: 'spanwise_alert_faults_total',
    help: 'Failures inside of a rule, an incident, a policy, a template or a delivery, which others went on without.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of FAULT_KINDS) this.inc({ kind }, counted.get(kind) ?? 0);
    },
  });
}
