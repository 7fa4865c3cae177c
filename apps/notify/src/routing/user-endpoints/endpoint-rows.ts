import type { ConnectorType } from '@spanwise/contracts/notify/notify';
import type { UserEndpointView } from '@spanwise/contracts/notify/recipients';
import { microsOf } from '@spanwise/contracts/base/micros';

export interface EndpointRow {
  id: string;
  organization_id: string;
  user_id: string;
  connector_id: string;
  connector_type: ConnectorType;
  external_identity: string;
  display_name: string | null;
  metadata: Record<string, unknown>;
  verified: boolean;
  enabled: boolean;
  code_hmac: Buffer | null;
  code_sent_at: Date | null;
  code_tries: number;
  created_at: Date;
  updated_at: Date;
}

export const endpointView = (row: EndpointRow): UserEndpointView => ({
  id: row.id,
  organization_id: row.organization_id,
  user_id: row.user_id,
  connector_id: row.connector_id,
  provider_type: row.connector_type,
  external_identity: row.external_identity,
  ...(row.display_name !== null && { display_name: row.display_name }),
  metadata: row.metadata,
  verified: row.verified,
  enabled: row.enabled,
  created_at: microsOf(row.created_at),
  updated_at: microsOf(row.updated_at),
});
