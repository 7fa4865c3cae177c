import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { forbidden, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import { linkTo } from '@spanwise/contracts/base/page-links';
import {
  CALENDAR_PATH,
  CalendarToken,
  makeCalendarLink,
  openCalendar,
  readCalendar,
  revokeCalendarLink,
  ScheduleId,
  SCHEDULES_READ,
  type CalendarFile,
  type CalendarLink,
} from '@spanwise/contracts/alerting/schedules';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { calendarOf } from './calendar.js';
import { addressIn, isTokenOf, makeCalendarToken } from './calendar-token.js';
import { PeopleDirectory } from './people.js';
import { peopleIn } from './schedule-rules.js';
import { calendarLink, removeCalendarLink, scheduleRow, setCalendarLink, type ScheduleRow } from './schedules.store.js';

/** Schedules as calendars, and the links that calendar programs read them by (ALERT-66). */
@Controller()
export class Calendars {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly people: PeopleDirectory,
    private readonly config: NotifyConfig,
  ) {}

  @HandleRpc(readCalendar)
  async read({ id }: ScheduleId, { organization_id: organizationId }: IamContext): Promise<CalendarFile> {
    const row = await this.transactions.in(organizationId, (client) => scheduleRow(client, organizationId, id));
    return this.fileOf(row);
  }

  /** The link before ends. */
  @HandleRpc(makeCalendarLink)
  async makeLink({ id }: ScheduleId, context: IamContext): Promise<CalendarLink> {
    const { organization_id: organizationId, subject } = context;
    // It lives as long as its maker may read the schedule; a token's own life is another.
    if (context.subject_type !== 'user') throw forbidden('A link to a calendar is made by a user who is signed in.');
    const { token, hash } = makeCalendarToken({ organizationId, scheduleId: id });
    const madeAt = await this.transactions.in(organizationId, async (client) => {
      const made = await setCalendarLink(client, organizationId, id, { hash, userId: subject });
      await recordChange(client, context, changeOf('schedule.calendar_link_made', id));
      return made;
    });
    const url = linkTo(this.config.values.baseUrl, `${CALENDAR_PATH}${token}`);
    return { calendar_url: url, created_at: microsOf(madeAt) };
  }

  @HandleRpc(revokeCalendarLink)
  revokeLink({ id }: ScheduleId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      if (!(await removeCalendarLink(client, organizationId, id))) throw notFound('The schedule has no calendar link.');
      await recordChange(client, context, changeOf('schedule.calendar_link_revoked', id));
      return { deleted: true as const };
    });
  }

  /** Every link that opens nothing gets the same `not_found`. */
  @HandleRpc(openCalendar)
  async open({ token }: CalendarToken): Promise<CalendarFile> {
    const address = addressIn(token);
    if (address === undefined) throw noCalendar();
    const { organizationId, scheduleId } = address;
    const found = await this.transactions.in(organizationId, async (client) => {
      const link = await calendarLink(client, organizationId, scheduleId);
      if (link === undefined || !isTokenOf(link.hash, token)) return undefined;
      return { row: await scheduleRow(client, organizationId, scheduleId), maker: link.userId };
    });
    if (found === undefined) throw noCalendar();
    if (!(await this.people.may(organizationId, found.maker, SCHEDULES_READ.organization))) throw noCalendar();
    return this.fileOf(found.row);
  }

  private async fileOf(row: ScheduleRow): Promise<CalendarFile> {
    const names = await this.people.named(row.organization_id, peopleIn(row.definition));
    return { ics: calendarOf(row, names, Date.now() * 1_000) };
  }
}

const noCalendar = () => notFound('There is no such calendar.');
const changeOf = (action: string, id: string) => ({ action, target_kind: 'schedule', target_id: id });
