import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  acknowledgeIncident,
  alertInsights,
  AssignIncident,
  assignIncident,
  commentOnIncident,
  CommentOnIncident,
  feedbackOnIncident,
  IncidentId,
  incidentRca,
  incidentsOfServices,
  IncidentsAsked,
  incidentTimeline,
  InsightsAsked,
  listIncidents,
  readIncident,
  ServiceIncidentsAsked,
  resolveIncident,
  silenceIncident,
  SilenceIncident,
  snoozeIncident,
  SnoozeIncident,
  FeedbackOnIncident,
  type Incident,
  type IncidentInsights,
  type RootCause,
  type ServiceIncident,
  type TimelineEntry,
} from '@spanwise/contracts/alerting/incidents';
import type { SilenceView } from '@spanwise/contracts/alerting/silences';
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { withFaults } from '../../platform/faults/faults.store.js';
import { silenceOf } from '../silences/silence-rules.js';
import { createSilenceIn } from '../silences/silences.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import { PeopleDirectory } from '../../oncall/schedules/people.js';
import { changeIncidents, type IncidentChanges } from './incident-lifecycle.js';
import { silenceName } from './incident-rules.js';
import { IncidentEvidence } from './incident-evidence.js';
import { incidentView, listedIncident, serviceIncident, withEvidence, type IncidentRow } from './incident-rows.js';
import { deliveryEntry, inOrderOfTime, notifiedState, undeliveredEntry } from './incident-deliveries.js';
import { deliveriesOf, undeliveredEvents } from './incident-deliveries.store.js';
import { usableConnectors } from '../../routing/policies/recipients.store.js';
import { rootCauseOf } from './root-cause.js';
import {
  findIncident,
  followersOf,
  incidentRow,
  incidentRows,
  inhibitedBy,
  openOfServices,
  timelineOf,
} from './incidents.store.js';
import { insightsOf } from './insights.store.js';

const MAX_LISTED = 1_000;
/** An answer goes over the bus in one piece. */
const MAX_LISTED_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 1_000;
const MAX_INHIBITED = 100;
const WEEK_SECS = 604_800;
const DEFAULT_SILENCE_SECS = 3_600;

/** What people see of incidents and do with them (ALERT-30, ALERT-31). */
@Controller()
export class Incidents {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly config: NotifyConfig,
    private readonly worker: DeliveryWorker,
    private readonly people: PeopleDirectory,
    private readonly evidence: IncidentEvidence,
    private readonly host: Host,
  ) {}

  /** The newest first. `all`: of the window, and all active ones. */
  @HandleRpc(listIncidents)
  list(
    { scope = 'active', window_secs: windowSecs = WEEK_SECS }: IncidentsAsked,
    { organization_id: organizationId }: IamContext,
  ): Promise<Incident[]> {
    return this.transactions.in(organizationId, async (client) => {
      const rows = await incidentRows(client, organizationId, scope, windowSecs, MAX_LISTED);
      return fitting(await withStanding(client, organizationId, rows.map(listedIncident)));
    });
  }

  /** About services, open now or at a time in microseconds, the most severe first. */
  @HandleRpc(incidentsOfServices)
  ofServices({
    organization_id: organizationId,
    at_micros: atMicros,
  }: ServiceIncidentsAsked): Promise<{ incidents: ServiceIncident[] }> {
    return this.transactions.in(organizationId, async (client) => {
      const at = atMicros === undefined ? undefined : new Date(atMicros / 1_000);
      return { incidents: (await openOfServices(client, organizationId, at, MAX_LISTED)).map(serviceIncident) };
    });
  }

  /** With what is around it; without where apm cannot say. */
  @HandleRpc(readIncident)
  async read({ id }: IncidentId, { organization_id: organizationId }: IamContext): Promise<Incident> {
    const { row, incident } = await this.transactions.in(organizationId, async (client) => {
      const row = await incidentRow(client, organizationId, id);
      const [incident] = await withStanding(client, organizationId, [incidentView(row)]);
      const notified = notifiedState(
        await deliveriesOf(client, organizationId, id),
        await undeliveredEvents(client, row),
      );
      const isReachable = (await usableConnectors(client, organizationId)).size > 0;
      return {
        row,
        incident: {
          ...incident!,
          ...(notified !== undefined && { notified }),
          ...(!isReachable && { no_channel: true as const }),
        },
      };
    });
    const evidence = await this.evidence.around(row).catch((error: unknown) => {
      this.host.logger.warn(describeError(error), 'incidents: context of an incident is unavailable');
      return undefined;
    });
    return evidence === undefined ? incident : withEvidence(incident, evidence);
  }

  /** Throws `not_found` where nothing is known of the cause, `unavailable` where apm cannot say (ALERT-127). */
  @HandleRpc(incidentRca)
  async rca({ id }: IncidentId, { organization_id: organizationId }: IamContext): Promise<RootCause> {
    const { row, root, inhibited } = await this.transactions.in(organizationId, async (client) => {
      const row = await incidentRow(client, organizationId, id);
      const rootId = row.details.inhibition?.root ?? id;
      const root = (await findIncident(client, organizationId, rootId)) ?? row;
      return { row, root, inhibited: await inhibitedBy(client, organizationId, root.id, MAX_INHIBITED) };
    });
    return rootCauseOf(row, root, inhibited, await this.evidence.around(root));
  }

  @HandleRpc(incidentTimeline)
  timeline({ id }: IncidentId, { organization_id: organizationId }: IamContext): Promise<TimelineEntry[]> {
    return this.transactions.in(organizationId, async (client) => {
      const row = await incidentRow(client, organizationId, id);
      return inOrderOfTime([
        ...(await timelineOf(client, organizationId, id, MAX_ENTRIES)),
        ...(await deliveriesOf(client, organizationId, id)).map(deliveryEntry),
        ...(await undeliveredEvents(client, row)).map(undeliveredEntry),
      ]);
    });
  }

  @HandleRpc(alertInsights)
  insights(
    { window_secs: windowSecs = WEEK_SECS }: InsightsAsked,
    { organization_id: organizationId }: IamContext,
  ): Promise<IncidentInsights> {
    return this.transactions.in(organizationId, (client) => insightsOf(client, organizationId, windowSecs));
  }

  @HandleRpc(acknowledgeIncident)
  acknowledge({ id }: IncidentId, context: IamContext): Promise<Incident> {
    return this.shown(context, doneTo(id, 'acknowledge'), (incidents, actor) => incidents.acknowledge(id, actor));
  }

  @HandleRpc(resolveIncident)
  resolve({ id }: IncidentId, context: IamContext): Promise<Incident> {
    return this.shown(context, doneTo(id, 'resolve'), (incidents, actor) => incidents.resolve(id, actor));
  }

  /** `assignee` is an active member; null takes the assignment away. */
  @HandleRpc(assignIncident)
  async assign({ id, user_id: assignee = null }: AssignIncident, context: IamContext): Promise<Incident> {
    if (assignee !== null && !(await this.people.named(context.organization_id, [assignee])).has(assignee)) {
      throw invalidArgument('There is no such member of the organization.', [
        { field: 'user_id', reason: 'must be an active member of the organization' },
      ]);
    }
    const change = doneTo(id, 'assign', { user_id: assignee });
    return this.shown(context, change, (incidents, actor) => incidents.assign(id, assignee, actor));
  }

  @HandleRpc(snoozeIncident)
  snooze({ id, duration_secs: seconds }: SnoozeIncident, context: IamContext): Promise<Incident> {
    const change = doneTo(id, 'snooze', { duration_secs: seconds });
    return this.shown(context, change, (incidents, actor) => incidents.snooze(id, seconds, actor));
  }

  @HandleRpc(feedbackOnIncident)
  giveFeedback({ id, verdict, comment }: FeedbackOnIncident, context: IamContext): Promise<Incident> {
    const change = doneTo(id, 'feedback', { verdict });
    return this.shown(context, change, (incidents, actor) => incidents.giveFeedback(id, verdict, comment, actor));
  }

  @HandleRpc(commentOnIncident)
  comment({ id, text }: CommentOnIncident, context: IamContext): Promise<TimelineEntry> {
    return this.change(context, doneTo(id, 'comment'), (incidents, actor) => incidents.comment(id, text, actor));
  }

  /** A silence of this incident alone, which is one of the organization's from then on. */
  @HandleRpc(silenceIncident)
  silence(input: SilenceIncident, context: IamContext): Promise<SilenceView> {
    const { id, duration_secs: seconds = DEFAULT_SILENCE_SECS, comment = '' } = input;
    const start = Date.now() * 1_000;
    const end = start + seconds * 1_000_000;
    const change = doneTo(id, 'silence', { duration_secs: seconds });
    return this.change(context, change, async (incidents, actor, client) => {
      const silenced = await incidents.silence(id, new Date(end / 1_000), comment, actor);
      const body = {
        name: silenceName(silenced),
        matchers: [{ label: 'incident_id', op: 'eq' as const, value: id }],
        window: { type: 'fixed' as const, start, end },
        comment,
      };
      // Nothing is notified of it, so that nothing comes after the lock of the organization.
      return createSilenceIn(client, context, silenceOf(body));
    });
  }

  private async shown(
    context: IamContext,
    change: Change,
    work: (incidents: IncidentChanges, actor: string) => Promise<IncidentRow>,
  ): Promise<Incident> {
    return incidentView(await this.change(context, change, work));
  }

  private async change<T>(
    context: IamContext,
    change: Change,
    work: (incidents: IncidentChanges, actor: string, client: PoolClient) => Promise<T>,
  ): Promise<T> {
    if (context.subject_type === 'share') throw forbidden('A shared view changes nothing.');
    const { organization_id: organizationId, subject: actor } = context;
    const { baseUrl } = this.config.values;
    const result = await this.transactions.in(organizationId, async (client) => {
      const apply = (incidents: IncidentChanges) => work(incidents, actor, client);
      const changed = await changeIncidents(client, organizationId, { baseUrl }, apply);
      await recordChange(client, context, change);
      return changed;
    });
    this.worker.wake();
    return result;
  }
}

/** With what other rows say of them. */
async function withStanding(client: PoolClient, organizationId: string, incidents: Incident[]): Promise<Incident[]> {
  const followers = await followersOf(client, organizationId);
  const views = incidents.map((incident) => {
    const count = followers.get(incident.id);
    return count === undefined ? incident : { ...incident, cause_of: count };
  });
  return withFaults(client, organizationId, 'incident', views);
}

/** For the audit log; what was written stands in the timeline. */
const doneTo = (id: string, what: string, payload: Record<string, unknown> = {}): Change => ({
  action: `incident.${what}`,
  target_kind: 'incident',
  target_id: id,
  payload,
});

function fitting(incidents: Incident[]): Incident[] {
  let bytes = 0;
  const end = incidents.findIndex((one) => (bytes += Buffer.byteLength(JSON.stringify(one))) > MAX_LISTED_BYTES);
  return end < 0 ? incidents : incidents.slice(0, end);
}
