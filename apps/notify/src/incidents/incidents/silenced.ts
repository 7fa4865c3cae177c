import type { PoolClient } from 'pg';
import { mutedBy } from '../silences/mute-rules.js';
import { mutesAt } from '../silences/mutes.store.js';
import type { IncidentTools } from './incident-telling.js';

/** What the silences of the organization keep quiet now (ALERT-35). */
export async function silencesOf(
  client: PoolClient,
  organizationId: string,
  nowMicros = Date.now() * 1_000,
): Promise<NonNullable<IncidentTools['quietOf']>> {
  const mutes = await mutesAt(client, organizationId, nowMicros);
  return (labels, atMicros) => {
    const muted = mutedBy(mutes, labels, atMicros);
    return muted && { reason: 'muted', silence: muted.mute.name };
  };
}
