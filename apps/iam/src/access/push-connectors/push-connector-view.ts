/** How a push connector is shown. Pure. */
import type { PushConnectorView } from '@spanwise/contracts/iam/push-connectors';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { ConnectorRow } from './push-connectors.store.js';

export const connectorView = (row: ConnectorRow): PushConnectorView => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  target_stream: row.target_stream,
  enabled: row.enabled,
  created_at_micros: microsOf(row.created_at),
  updated_at_micros: microsOf(row.updated_at),
});
