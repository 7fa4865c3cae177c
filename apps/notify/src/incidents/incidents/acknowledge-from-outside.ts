/** A link of a mail or a button of a chat acknowledges an incident (ALERT-38). */
import type { AcknowledgeIncident } from '../../routing/acknowledgements/acknowledge-incident.js';
import { recordOwnChange } from '../../platform/audit/audit-outbox.js';
import { changeIncidents } from './incident-lifecycle.js';

/** Who has pressed twice, or too late, is shown so and changes nothing. */
export const acknowledgeFromOutside =
  (baseUrl: string): AcknowledgeIncident =>
  async (client, organizationId, incidentId, actor) => {
    const outcome = await changeIncidents(client, organizationId, { baseUrl }, async (incidents) => {
      const status = await incidents.statusOf(incidentId);
      if (status !== 'open') return status === 'acknowledged' ? 'already' : 'closed';
      const { kind, ...who } = actor;
      await incidents.acknowledge(incidentId, 'user_id' in who ? who.user_id : undefined, { by: kind, ...who });
      return 'acknowledged' as const;
    });
    if (outcome === 'acknowledged') {
      // Whose address or name it was stands in the timeline.
      const payload = { by: actor.kind, ...('user_id' in actor && { user_id: actor.user_id }) };
      const target = { target_kind: 'incident', target_id: incidentId };
      await recordOwnChange(client, organizationId, { action: 'incident.acknowledge', ...target, payload });
    }
    return outcome;
  };
