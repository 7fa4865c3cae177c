import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  acknowledgeIncident,
  alertInsights,
  AssignBody,
  assignIncident,
  CommentBody,
  commentOnIncident,
  FeedbackBody,
  feedbackOnIncident,
  IncidentId,
  IncidentsAsked,
  INCIDENTS_READ,
  INCIDENTS_TAKE,
  incidentRca,
  incidentTimeline,
  InsightsAsked,
  listIncidents,
  readIncident,
  resolveIncident,
  SilenceIncidentBody,
  silenceIncident,
  SnoozeBody,
  snoozeIncident,
  type Incident,
  type IncidentInsights,
  type RootCause,
  type TimelineEntry,
} from '@spanwise/contracts/alerting/incidents';
import { SILENCES_WRITE, type SilenceView } from '@spanwise/contracts/alerting/silences';
import { parse } from '@spanwise/contracts/authz/parse';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the incident' };
const WINDOW = ['window_secs'];
const OVER = { conflict: 'The incident’s status does not allow it.' };
const FULL = { conflict: 'The timeline has as many entries as it may have.' };

const incidentId = (id: string): IncidentId => pathId(IncidentId, id, 'There is no such incident.');

/** What fires, until it is resolved (ALERT-30). */
@Controller('api/v1/alerts')
export class IncidentsController {
  constructor(private readonly bus: Bus) {}

  @Access(INCIDENTS_READ)
  @Operation('Incidents', {
    summary: 'Incidents, newest first',
    description:
      'Unresolved incidents; with `scope=all` also those of the last `window_secs` (default 604800). At most 1000, each with one trace and service and without its query.',
    query: IncidentsAsked,
  })
  @Get('incidents')
  list(@Query() query: Record<string, unknown>, @CurrentCaller() caller: Caller): Promise<Incident[]> {
    return this.bus.rpc.call(listIncidents, parseQuery(IncidentsAsked, query, WINDOW), caller.signed);
  }

  @Access(INCIDENTS_READ)
  @Operation('IncidentInsights', {
    summary: 'Incident statistics of a window',
    description: 'Of incidents opened in the last `window_secs` (default 604800). Hours are in UTC.',
    query: InsightsAsked,
  })
  @Get('insights')
  insights(@Query() query: Record<string, unknown>, @CurrentCaller() caller: Caller): Promise<IncidentInsights> {
    return this.bus.rpc.call(alertInsights, parseQuery(InsightsAsked, query, WINDOW), caller.signed);
  }

  @Access(INCIDENTS_READ)
  @Operation('Incident', { summary: 'One incident', path: PATH })
  @Get('incidents/:id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Incident> {
    return this.bus.rpc.call(readIncident, incidentId(id), caller.signed);
  }

  @Access(INCIDENTS_READ)
  @Operation('IncidentRootCause', {
    summary: 'Root cause of an incident',
    description: '404 if unknown.',
    path: PATH,
  })
  @Get('incidents/:id/rca')
  rca(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<RootCause> {
    return this.bus.rpc.call(incidentRca, incidentId(id), caller.signed);
  }

  @Access(INCIDENTS_READ)
  @Operation('IncidentTimeline', {
    summary: 'Timeline of an incident',
    description: 'The newest 1000 entries, oldest first. Entries are immutable.',
    path: PATH,
  })
  @Get('incidents/:id/timeline')
  timeline(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<TimelineEntry[]> {
    return this.bus.rpc.call(incidentTimeline, incidentId(id), caller.signed);
  }

  @Access(INCIDENTS_TAKE)
  @Operation('Incident', {
    summary: 'Acknowledge an incident',
    description: 'Stops paging and re-notification until it is resolved.',
    path: PATH,
    refusals: OVER,
  })
  @Post('incidents/:id/ack')
  @HttpCode(200)
  acknowledge(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Incident> {
    return this.bus.rpc.call(acknowledgeIncident, incidentId(id), caller.signed);
  }

  @Access(INCIDENTS_TAKE)
  @Operation('Incident', { summary: 'Resolve an incident', path: PATH, refusals: OVER })
  @Post('incidents/:id/resolve')
  @HttpCode(200)
  resolve(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Incident> {
    return this.bus.rpc.call(resolveIncident, incidentId(id), caller.signed);
  }

  @Access(INCIDENTS_TAKE)
  @Operation('Incident', {
    summary: 'Assign an incident',
    description: '`null` removes the assignee.',
    path: PATH,
    body: AssignBody,
    refusals: OVER,
  })
  @Post('incidents/:id/assign')
  @HttpCode(200)
  assign(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Incident> {
    return this.bus.rpc.call(assignIncident, { ...parse(AssignBody, body ?? {}), ...incidentId(id) }, caller.signed);
  }

  @Access(INCIDENTS_TAKE)
  @Operation('Incident', {
    summary: 'Snooze an incident',
    description: 'It is notified again after the snooze, or when its severity is raised.',
    path: PATH,
    body: SnoozeBody,
    refusals: OVER,
  })
  @Post('incidents/:id/snooze')
  @HttpCode(200)
  snooze(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Incident> {
    return this.bus.rpc.call(snoozeIncident, { ...parse(SnoozeBody, body), ...incidentId(id) }, caller.signed);
  }

  @Access(SILENCES_WRITE)
  @Operation('Silence', {
    summary: 'Silence an incident',
    description: '`duration_secs` defaults to 3600. The incident stays open.',
    path: PATH,
    body: SilenceIncidentBody,
    refusals: { conflict: 'The incident is resolved, or the organization has too many silences.' },
  })
  @Post('incidents/:id/silence')
  @HttpCode(200)
  silence(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SilenceView> {
    const input = { ...parse(SilenceIncidentBody, body ?? {}), ...incidentId(id) };
    return this.bus.rpc.call(silenceIncident, input, caller.signed);
  }

  @Access(INCIDENTS_TAKE)
  @Operation('IncidentTimelineEntry', {
    summary: 'Comment on an incident',
    path: PATH,
    body: CommentBody,
    refusals: FULL,
  })
  @Post('incidents/:id/comments')
  comment(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TimelineEntry> {
    return this.bus.rpc.call(commentOnIncident, { ...parse(CommentBody, body), ...incidentId(id) }, caller.signed);
  }

  @Access(INCIDENTS_TAKE)
  @Operation('Incident', {
    summary: 'Submit incident feedback',
    path: PATH,
    body: FeedbackBody,
    refusals: FULL,
  })
  @Post('incidents/:id/feedback')
  @HttpCode(200)
  feedback(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Incident> {
    return this.bus.rpc.call(feedbackOnIncident, { ...parse(FeedbackBody, body), ...incidentId(id) }, caller.signed);
  }
}
