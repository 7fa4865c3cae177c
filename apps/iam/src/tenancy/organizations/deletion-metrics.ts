import { Gauge, type Registry } from 'prom-client';
import { Database } from '@spanwise/postgres/database';
import { openDeletions } from './deletions.store.js';

/** Metrics of the deletions of organizations; what cannot be read stays what it was. */
export function watchDeletions(registry: Registry, source: Database): void {
  const gauge = (name: string, help: string, member: 'open' | 'oldestSeconds') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await Promise.resolve()
          .then(() => openDeletions(source.pool))
          .catch(() => undefined);
        if (found !== undefined) this.set(found[member]);
      },
    });
  gauge('spanwise_iam_organization_deletions_open', 'Deletions of organizations that have not ended.', 'open');
  gauge(
    'spanwise_iam_organization_deletion_age_seconds',
    'Time since the oldest deletion of an organization that has not ended was asked for, 0 without one.',
    'oldestSeconds',
  );
}
