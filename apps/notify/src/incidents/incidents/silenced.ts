import type { PoolClient } from 'pg';
import { silencedBy } from '../silences/silence-rules.js';
import { silencesAt } from '../silences/silences.store.js';
import type { IncidentTools } from './incident-notifier.js';

/** What the silences of the organization silence now (ALERT-35). */
export async function silencesOf(
  client: PoolClient,
  organizationId: string,
  nowMicros = Date.now() * 1_000,
): Promise<NonNullable<IncidentTools['suppressionFor']>> {
  const silences = await silencesAt(client, organizationId, nowMicros);
  return (labels, atMicros) => {
    const silenced = silencedBy(silences, labels, atMicros);
    return silenced && { reason: 'muted', silence: silenced.silence.name };
  };
}
