import type { ConnectorName, ConnectorType, ConnectorView } from '@spanwise/contracts/notify/notify';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { Change } from '../../platform/audit/audit-outbox.js';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { PROVIDERS } from '../providers/registry.js';
import { maskedConfig, type Config } from './connector-config.js';
import type { ConnectorSecrets } from './connector-secrets.js';

export interface ConnectorRow {
  id: string;
  organization_id: string;
  name: string;
  connector_type: ConnectorType;
  /** The name of the type that was sent, where it is another one. */
  named_as: ConnectorName | null;
  config_sealed: Buffer;
  enabled: boolean;
  status: ConnectorView['status'];
  last_tested_at: Date | null;
  last_test_status: ConnectorView['last_test_status'];
  last_test_error: string | null;
  created_at: Date;
  updated_at: Date;
  /** Rises with every update: a test that began before one does not record what it found. */
  version: number;
}

/** A connector whose secrets cannot be opened is shown all the same, without its configuration and as an error. */
export function connectorView(row: ConnectorRow, secrets: ConnectorSecrets): ConnectorView {
  try {
    return viewWith(row, secrets.open(row.organization_id, row.id, row.config_sealed));
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error;
    return { ...viewWith(row, {}), status: 'error', last_test_error: error.message };
  }
}

function viewWith(row: ConnectorRow, config: Config): ConnectorView {
  const { members, capabilities } = PROVIDERS[row.connector_type];
  return {
    id: row.id,
    organization_id: row.organization_id,
    name: row.name,
    connector_type: row.named_as ?? row.connector_type,
    config: maskedConfig(members, config),
    capabilities,
    enabled: row.enabled,
    status: row.status,
    last_tested_at: row.last_tested_at === null ? null : microsOf(row.last_tested_at),
    last_test_status: row.last_test_status,
    last_test_error: row.last_test_error,
    created_at: microsOf(row.created_at),
    updated_at: microsOf(row.updated_at),
  };
}

export const changeOf = (action: string, row: ConnectorRow, more: Record<string, unknown> = {}): Change => ({
  action,
  target_kind: 'connector',
  target_id: row.id,
  payload: { name: row.name, connector_type: row.connector_type, enabled: row.enabled, ...more },
});
