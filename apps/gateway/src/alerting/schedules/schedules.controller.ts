import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { notFound } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import {
  addOverride,
  createSchedule,
  deleteSchedule,
  listSchedules,
  makeCalendarLink,
  OnCallQuery,
  OverrideBody,
  OverrideOf,
  readGaps,
  readOnCall,
  readSchedule,
  readShifts,
  removeOverride,
  revokeCalendarLink,
  ScheduleBody,
  ScheduleId,
  SCHEDULES_MANAGE,
  SCHEDULES_READ,
  setOverride,
  SpanQuery,
  updateSchedule,
  type CalendarLink,
  type Gaps,
  type ScheduleView,
  type Shifts,
} from '@spanwise/contracts/alerting/schedules';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the schedule' };
const OVERRIDE_PATH = { ...PATH, override_id: 'Id of the override' };
const STARTS = `\`start_at\` is answered rolled forward: periods of fixed length from it lead to who is on call now and to every
handoff until clocks change. \`first_start_at\` is the first handoff. Sent back together with \`served_start_at\` as they were
answered, they leave the rotation as it was; any other \`start_at\` is a new first handoff.`;
const TAKEN = { conflict: 'The name is taken, or the organization has too many or too large schedules.' };
const AT_ONCE = { conflict: 'The schedule was changed concurrently, or it has 100 overrides.' };
const WHOLE =
  'Returns the whole schedule. An override that overlaps another, or does not end after its start, is refused.';

const scheduleId = (id: string): ScheduleId => pathId(ScheduleId, id, 'There is no such schedule.');

/** Who is on call (ALERT-64). */
@Controller('api/v1/schedules')
export class SchedulesController {
  constructor(private readonly bus: Bus) {}

  @Access(SCHEDULES_READ)
  @Operation('Schedules', { summary: 'On-call schedules of the organization, by name', description: STARTS })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<ScheduleView[]> {
    return this.bus.rpc.call(listSchedules, new Empty(), caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Schedule', { summary: 'Create a schedule', body: ScheduleBody, refusals: TAKEN })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ScheduleView> {
    return this.bus.rpc.call(createSchedule, parse(ScheduleBody, body), caller.signed);
  }

  @Access(SCHEDULES_READ)
  @Operation('Schedule', { summary: 'One schedule', description: STARTS, path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ScheduleView> {
    return this.bus.rpc.call(readSchedule, scheduleId(id), caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Schedule', {
    summary: 'Replace a schedule',
    description: `${STARTS} Omitted overrides are unchanged.`,
    path: PATH,
    body: ScheduleBody,
    refusals: { conflict: `${TAKEN.conflict} Or it was changed concurrently.` },
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ScheduleView> {
    return this.bus.rpc.call(updateSchedule, { ...scheduleId(id), body: parse(ScheduleBody, body) }, caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Deleted', { summary: 'Delete a schedule', path: PATH })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteSchedule, scheduleId(id), caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Schedule', {
    summary: 'Create an override',
    description: WHOLE,
    path: PATH,
    body: OverrideBody,
    refusals: AT_ONCE,
  })
  @Post(':id/overrides')
  @HttpCode(200)
  addOverride(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ScheduleView> {
    return this.bus.rpc.call(addOverride, { ...scheduleId(id), body: parse(OverrideBody, body) }, caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Schedule', {
    summary: 'Replace an override',
    description: WHOLE,
    path: OVERRIDE_PATH,
    body: OverrideBody,
    refusals: AT_ONCE,
  })
  @Put(':id/overrides/:override_id')
  setOverride(@Param() path: object, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ScheduleView> {
    return this.bus.rpc.call(setOverride, { ...overrideOf(path), body: parse(OverrideBody, body) }, caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Schedule', {
    summary: 'Delete an override',
    description: 'Returns the whole schedule.',
    path: OVERRIDE_PATH,
    refusals: AT_ONCE,
  })
  @Delete(':id/overrides/:override_id')
  removeOverride(@Param() path: object, @CurrentCaller() caller: Caller): Promise<ScheduleView> {
    return this.bus.rpc.call(removeOverride, overrideOf(path), caller.signed);
  }

  @Access(SCHEDULES_READ)
  @Operation('OnCall', {
    summary: 'Who is on call',
    description: 'Null if no one is on call.',
    path: PATH,
    query: OnCallQuery,
  })
  @Get(':id/on-call')
  onCall(
    @Param('id') id: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<{ user_id: string | null }> {
    const input = { ...scheduleId(id), ...parseQuery(OnCallQuery, query, ['at']) };
    return this.bus.rpc.call(readOnCall, input, caller.signed);
  }

  @Access(SCHEDULES_READ)
  @Operation('Shifts', {
    summary: 'Shifts of a schedule',
    description:
      'Shifts that overlap the range, with their own start and end. 14 days from now by default, at most 92 days.',
    path: PATH,
    query: SpanQuery,
  })
  @Get(':id/shifts')
  shifts(@Param('id') id: string, @Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Shifts> {
    return this.bus.rpc.call(readShifts, spanOf(id, query), caller.signed);
  }

  @Access(SCHEDULES_READ)
  @Operation('Gaps', {
    summary: 'Coverage gaps of a schedule',
    description: 'Also lists members without a usable channel. 14 days from now by default, at most 92 days.',
    path: PATH,
    query: SpanQuery,
  })
  @Get(':id/gaps')
  gaps(@Param('id') id: string, @Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Gaps> {
    return this.bus.rpc.call(readGaps, spanOf(id, query), caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('CalendarLink', {
    summary: 'Create the calendar link of a schedule',
    description:
      'Revokes the previous link. The link needs no other credential; it is valid until it is revoked, or its creator may no longer read schedules.',
    path: PATH,
    refusals: { forbidden: 'An API token makes no link.' },
  })
  @Post(':id/calendar_link')
  @HttpCode(200)
  makeLink(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<CalendarLink> {
    return this.bus.rpc.call(makeCalendarLink, scheduleId(id), caller.signed);
  }

  @Access(SCHEDULES_MANAGE)
  @Operation('Deleted', { summary: 'Revoke the calendar link', path: PATH })
  @Delete(':id/calendar_link')
  revokeLink(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(revokeCalendarLink, scheduleId(id), caller.signed);
  }
}

const spanOf = (id: string, query: unknown) => ({
  ...scheduleId(id),
  ...parseQuery(SpanQuery, query, ['from', 'to']),
});

/** A text that is no id names nothing. */
function overrideOf(path: object): OverrideOf {
  try {
    return parse(OverrideOf, path);
  } catch {
    throw notFound('There is no such override.');
  }
}
