import { Counter, type Registry } from 'prom-client';

export const REMOVED_KINDS = ['incident', 'group', 'rule_version'] as const;
export type RemovedKind = (typeof REMOVED_KINDS)[number];

export class RetentionMetrics {
  private readonly removed: Counter<'kind'>;

  constructor(registry: Registry) {
    this.removed = new Counter({
      name: 'spanwise_alert_retention_removed_total',
      help: 'Incidents, their groups and versions of rules that were removed because of their age.',
      labelNames: ['kind'],
      registers: [registry],
    });
    for (const kind of REMOVED_KINDS) this.removed.inc({ kind }, 0);
  }

  noteRemoved(kind: RemovedKind, count: number): void {
    this.removed.inc({ kind }, count);
  }
}
