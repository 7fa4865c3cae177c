/** A link of a mail or a button of a chat takes an incident over (ALERT-38). */
import type { AcknowledgeIncident } from '../acknowledgements/acknowledge-incident.js';
import { changeIncidents } from './incident-lifecycle.js';

/** Who has pressed twice, or too late, is told so and changes nothing. */
export const acknowledgeFromOutside =
  (baseUrl: string): AcknowledgeIncident =>
  (client, organizationId, incidentId, actor) =>
    changeIncidents(client, organizationId, { baseUrl }, async (incidents) => {
      const status = await incidents.statusOf(incidentId);
      if (status !== 'open') return status === 'acknowledged' ? 'already' : 'closed';
      const { kind, ...who } = actor;
      await incidents.acknowledge(incidentId, 'user_id' in who ? who.user_id : undefined, { by: kind, ...who });
      return 'acknowledged';
    });
