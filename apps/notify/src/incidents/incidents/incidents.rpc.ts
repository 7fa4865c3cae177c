import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  acknowledgeIncident,
  alertInsights,
  assignIncident,
  AssignIncident,
  commentOnIncident,
  CommentOnIncident,
  feedbackOnIncident,
  FeedbackOnIncident,
  IncidentId,
  IncidentsAsked,
  incidentsOfServices,
  incidentRca,
  incidentTimeline,
  InsightsAsked,
  listIncidents,
  readIncident,
  resolveIncident,
  silenceIncident,
  ServiceIncidentsAsked,
  SilenceIncident,
  snoozeIncident,
  SnoozeIncident,
  type Incident,
  type IncidentInsights,
  type RootCause,
  type ServiceIncident,
  type TimelineEntry,
} from '@spanwise/contracts/alerting/incidents';
import {
  SilencePreviewBody,
  previewSilence,
  type SilencePreview,
  type SilenceView,
} from '@spanwise/contracts/alerting/silences';
import { Incidents } from './incidents.js';
import { SilencePreviews } from './silence-preview.js';

@Controller()
export class IncidentsController {
  constructor(
    private readonly incidents: Incidents,
    private readonly previews: SilencePreviews,
  ) {}

  @HandleRpc(previewSilence)
  preview(body: SilencePreviewBody, { context }: ScopedCall): Promise<SilencePreview> {
    return this.previews.of(context.organization_id, body);
  }

  @HandleRpc(incidentRca)
  rca({ id }: IncidentId, { context }: ScopedCall): Promise<RootCause> {
    return this.incidents.rca(context.organization_id, id);
  }

  @HandleRpc(incidentsOfServices)
  async ofServices({
    organization_id: id,
    at_micros: at,
  }: ServiceIncidentsAsked): Promise<{ incidents: ServiceIncident[] }> {
    return { incidents: await this.incidents.ofServices(id, at) };
  }

  @HandleRpc(listIncidents)
  list({ scope, window_secs: windowSecs }: IncidentsAsked, { context }: ScopedCall): Promise<Incident[]> {
    return this.incidents.list(context.organization_id, scope, windowSecs);
  }

  @HandleRpc(readIncident)
  read({ id }: IncidentId, { context }: ScopedCall): Promise<Incident> {
    return this.incidents.read(context.organization_id, id);
  }

  @HandleRpc(incidentTimeline)
  timeline({ id }: IncidentId, { context }: ScopedCall): Promise<TimelineEntry[]> {
    return this.incidents.timeline(context.organization_id, id);
  }

  @HandleRpc(alertInsights)
  insights({ window_secs: windowSecs }: InsightsAsked, { context }: ScopedCall): Promise<IncidentInsights> {
    return this.incidents.insights(context.organization_id, windowSecs);
  }

  @HandleRpc(acknowledgeIncident)
  acknowledge({ id }: IncidentId, { context }: ScopedCall): Promise<Incident> {
    return this.incidents.acknowledge(context, id);
  }

  @HandleRpc(resolveIncident)
  resolve({ id }: IncidentId, { context }: ScopedCall): Promise<Incident> {
    return this.incidents.resolve(context, id);
  }

  @HandleRpc(assignIncident)
  assign({ id, user_id: userId }: AssignIncident, { context }: ScopedCall): Promise<Incident> {
    return this.incidents.assign(context, id, userId ?? null);
  }

  @HandleRpc(snoozeIncident)
  snooze({ id, duration_secs: seconds }: SnoozeIncident, { context }: ScopedCall): Promise<Incident> {
    return this.incidents.snooze(context, id, seconds);
  }

  @HandleRpc(silenceIncident)
  silence(input: SilenceIncident, { context }: ScopedCall): Promise<SilenceView> {
    return this.incidents.silence(context, input);
  }

  @HandleRpc(commentOnIncident)
  comment({ id, text }: CommentOnIncident, { context }: ScopedCall): Promise<TimelineEntry> {
    return this.incidents.comment(context, id, text);
  }

  @HandleRpc(feedbackOnIncident)
  feedback(input: FeedbackOnIncident, { context }: ScopedCall): Promise<Incident> {
    return this.incidents.giveFeedback(context, input);
  }
}
