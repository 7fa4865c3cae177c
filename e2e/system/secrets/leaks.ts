/** A leak planted in each place that the sweep looks at, so that a sweep that finds nothing means something. */
import { applyEdit, type Edit } from '../harness/program-copy.js';

const CONFIG = 'JSON.stringify(tools.secrets.open(row.organization_id, connector.id, connector.config_sealed))';

const LEAKS: readonly Edit[] = [
  {
    file: 'apps/notify/dist/connectors/connector-rows.js',
    find: 'config: maskedConfig(members, config)',
    replace: 'config',
  },
  {
    file: 'apps/notify/dist/connectors/connector-sender.js',
    find: 'const sent = await sendOnce(',
    replace: `this.host.logger.info({ stored: this.secrets.open(row.organization_id, row.id, row.config_sealed) }, 'sending');
            const sent = await sendOnce(`,
  },
  {
    // Audit records go over the bus into a table.
    file: 'apps/notify/dist/connectors/connectors.js',
    find: `changeOf('connector.create', row)`,
    replace: `changeOf('connector.create', row, { config })`,
  },
  {
    file: 'apps/notify/dist/pipeline/send.js',
    find: `'spanwise.connector.type': connector.connector_type`,
    replace: `'spanwise.connector.type': ${CONFIG}`,
  },
  {
    file: 'apps/notify/dist/pipeline/send.js',
    find: `tools.metrics.attempts.inc({ type: row.target_type`,
    replace: `tools.metrics.attempts.inc({ type: connector === undefined ? '' : ${CONFIG}`,
  },
];

export function plantLeaks(root: string): void {
  for (const edit of LEAKS) applyEdit(root, edit);
}
