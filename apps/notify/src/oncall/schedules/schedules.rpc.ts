import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { Empty } from '@spanwise/contracts/authz/rpc';
import {
  addOverride,
  AddOverrideTo,
  CalendarToken,
  createSchedule,
  deleteSchedule,
  listSchedules,
  makeCalendarLink,
  OnCallOf,
  openCalendar,
  OverrideOf,
  readCalendar,
  readGaps,
  readOnCall,
  readSchedule,
  readShifts,
  removeOverride,
  revokeCalendarLink,
  ScheduleBody,
  ScheduleId,
  setOverride,
  SetOverrideOf,
  SetScheduleOf,
  SpanOf,
  updateSchedule,
  type CalendarFile,
  type CalendarLink,
  type Gaps,
  type ScheduleView,
  type Shifts,
} from '@spanwise/contracts/alerting/schedules';
import { Calendars } from './calendars.js';
import { ScheduleGaps } from './schedule-gaps.js';
import { Schedules } from './schedules.js';

@Controller()
export class SchedulesController {
  constructor(
    private readonly schedules: Schedules,
    private readonly calendars: Calendars,
    private readonly coverage: ScheduleGaps,
  ) {}

  @HandleRpc(listSchedules)
  list(_: Empty, { context }: ScopedCall): Promise<ScheduleView[]> {
    return this.schedules.list(context.organization_id);
  }

  @HandleRpc(readSchedule)
  read({ id }: ScheduleId, { context }: ScopedCall): Promise<ScheduleView> {
    return this.schedules.read(context.organization_id, id);
  }

  @HandleRpc(createSchedule)
  create(body: ScheduleBody, { context }: ScopedCall): Promise<ScheduleView> {
    return this.schedules.create(context, body);
  }

  @HandleRpc(updateSchedule)
  update({ id, body }: SetScheduleOf, { context }: ScopedCall): Promise<ScheduleView> {
    return this.schedules.update(context, id, body);
  }

  @HandleRpc(deleteSchedule)
  delete({ id }: ScheduleId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.schedules.delete(context, id);
  }

  @HandleRpc(addOverride)
  addOverride({ id, body }: AddOverrideTo, { context }: ScopedCall): Promise<ScheduleView> {
    return this.schedules.addOverride(context, id, body);
  }

  @HandleRpc(setOverride)
  setOverride({ id, override_id, body }: SetOverrideOf, { context }: ScopedCall): Promise<ScheduleView> {
    return this.schedules.setOverride(context, id, override_id, body);
  }

  @HandleRpc(removeOverride)
  removeOverride({ id, override_id }: OverrideOf, { context }: ScopedCall): Promise<ScheduleView> {
    return this.schedules.removeOverride(context, id, override_id);
  }

  @HandleRpc(readOnCall)
  async onCall({ id, at }: OnCallOf, { context }: ScopedCall): Promise<{ user_id: string | null }> {
    return { user_id: await this.schedules.onCall(context.organization_id, id, at) };
  }

  @HandleRpc(readShifts)
  shifts({ id, ...span }: SpanOf, { context }: ScopedCall): Promise<Shifts> {
    return this.schedules.shifts(context.organization_id, id, span);
  }

  @HandleRpc(readGaps)
  gaps({ id, ...span }: SpanOf, { context }: ScopedCall): Promise<Gaps> {
    return this.coverage.gaps(context.organization_id, id, span);
  }

  @HandleRpc(readCalendar)
  calendar({ id }: ScheduleId, { context }: ScopedCall): Promise<CalendarFile> {
    return this.calendars.read(context.organization_id, id);
  }

  @HandleRpc(makeCalendarLink)
  makeLink({ id }: ScheduleId, { context }: ScopedCall): Promise<CalendarLink> {
    return this.calendars.makeLink(context, id);
  }

  @HandleRpc(revokeCalendarLink)
  revokeLink({ id }: ScheduleId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.calendars.revokeLink(context, id);
  }

  @HandleRpc(openCalendar)
  open({ token }: CalendarToken): Promise<CalendarFile> {
    return this.calendars.open(token);
  }
}
