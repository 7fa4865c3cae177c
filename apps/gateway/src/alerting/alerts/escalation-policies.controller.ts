import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  createEscalation,
  deleteEscalation,
  EscalationBody,
  EscalationId,
  listEscalations,
  readEscalation,
  updateEscalation,
  type EscalationView,
} from '@spanwise/contracts/alerting/escalation-policies';
import { ALERTS_MANAGE, ALERTS_READ } from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the escalation policy' };
const TAKEN = 'There is an escalation policy with this name already';
const STEPS = `Each step pages its targets and gives them \`ack_timeout_secs\` to acknowledge the incident before the next one; a step
without recipients does not wait. Afterwards the organization’s default routes for escalations are notified.`;

const escalationId = (id: string): EscalationId => pathId(EscalationId, id, 'There is no such escalation policy.');

/** Who is paged one after the other until a user acknowledges the incident (ALERT-80). */
@Controller('api/v1/alerts/escalations')
export class AlertEscalationsController {
  constructor(private readonly bus: Bus) {}

  @Access(ALERTS_READ)
  @Operation('AlertEscalations', { summary: 'Escalation policies of the organization, by name' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<EscalationView[]> {
    return this.bus.rpc.call(listEscalations, new Empty(), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('AlertEscalation', {
    summary: 'Create an escalation policy',
    description: STEPS,
    body: EscalationBody,
    refusals: { conflict: `${TAKEN}, or the organization has as many as it may have.` },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<EscalationView> {
    return this.bus.rpc.call(createEscalation, parse(EscalationBody, body), caller.signed);
  }

  @Access(ALERTS_READ)
  @Operation('AlertEscalation', { summary: 'One escalation policy', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<EscalationView> {
    return this.bus.rpc.call(readEscalation, escalationId(id), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('AlertEscalation', {
    summary: 'Replace an escalation policy',
    description: STEPS,
    path: PATH,
    body: EscalationBody,
    refusals: { conflict: `${TAKEN}, or the policies of the organization are too large.` },
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<EscalationView> {
    const sent = { ...escalationId(id), body: parse(EscalationBody, body) };
    return this.bus.rpc.call(updateEscalation, sent, caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('Deleted', {
    summary: 'Delete an escalation policy',
    description: 'Incidents that it is paging go to the default routes next.',
    path: PATH,
  })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteEscalation, escalationId(id), caller.signed);
  }
}
