import type { PoolClient } from 'pg';

/** Who took an incident over from outside of the API. */
export type Actor =
  { kind: 'link'; recipient: string; user_id?: string } | { kind: 'chat'; connector_id: string; chat_user: string };

/** Works in the caller's transaction: what proves the wish is used up together with its effect, or not at all. */
export type AcknowledgeIncident = (
  client: PoolClient,
  organizationId: string,
  incidentId: string,
  actor: Actor,
) => Promise<'acknowledged' | 'already' | 'closed'>;
