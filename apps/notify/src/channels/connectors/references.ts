/** Who uses a connector: a connector with referrers cannot be deleted (DELIVERY-4). */
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import type { PoolClient } from 'pg';
import {
  addReferences,
  keptConnectors,
  referrerNames,
  removeReferences,
  type ReferrerKind,
} from './references.store.js';

const MAX_NAMED = 10;

/** Throws `conflict` with the names of the referrers. The caller holds the lock of the connector's row. */
export async function refuseWhileReferenced(client: PoolClient, organizationId: string, id: string): Promise<void> {
  const names = await referrerNames(client, organizationId, id, MAX_NAMED + 1);
  if (names.length === 0) return;
  const more = names.length > MAX_NAMED ? ' and others' : '';
  throw conflict(`The connector is still used by: ${names.slice(0, MAX_NAMED).join(', ')}${more}. Move these first.`);
}

/** Replaces what a referrer names. Throws `invalid_argument` when one of the connectors is not there. */
export async function writeReferences(
  client: PoolClient,
  organizationId: string,
  kind: ReferrerKind,
  referrerId: string,
  connectorIds: string[],
): Promise<void> {
  await removeReferences(client, organizationId, kind, referrerId);
  const wanted = [...new Set(connectorIds)];
  if (wanted.length === 0) return;
  const kept = await keptConnectors(client, organizationId, wanted);
  const missing = wanted.find((id) => !kept.has(id));
  if (missing !== undefined) {
    throw invalidArgument(`There is no connector ${missing}.`, [{ field: 'connector_id', reason: 'is not known' }]);
  }
  await addReferences(client, organizationId, kind, referrerId, wanted);
}
