/** A leak planted in each place that the sweep looks at, so that a sweep that finds nothing means something. */
import { applyEdit, type Edit } from '../program-copy.js';

const CONFIG = 'JSON.stringify(this.secrets.open(row.organization_id, connector.id, connector.config_sealed))';

const LEAKS: readonly Edit[] = [
  {
    file: 'apps/notify/dist/connectors/connector-rows.js',
    find: 'config: maskedConfig(members, config)',
    replace: 'config',
  },
  {
    file: 'apps/notify/dist/connectors/connector-sender.js',
    find: 'const provider = PROVIDERS[row.connector_type];',
    replace: `this.host.logger.info({ stored }, 'sending'); const provider = PROVIDERS[row.connector_type];`,
  },
  {
    // Audit records go over the bus into a table.
    file: 'apps/notify/dist/connectors/connectors.js',
    find: `changeOf('connector.create', rows[0])`,
    replace: `changeOf('connector.create', rows[0], { config })`,
  },
  {
    file: 'apps/notify/dist/deliveries/delivery-worker.js',
    find: `'spanwise.connector.type': connector.connector_type`,
    replace: `'spanwise.connector.type': ${CONFIG}`,
  },
  {
    file: 'apps/notify/dist/deliveries/delivery-worker.js',
    find: `this.metrics.attempts.inc({ type: row.target_type`,
    replace: `this.metrics.attempts.inc({ type: connector === undefined ? '' : ${CONFIG}`,
  },
];

export function plantLeaks(root: string): void {
  for (const edit of LEAKS) applyEdit(root, edit);
}
