/** Schedules as calendars: raw routes, because the answer is a file and of one of them the link is the credential (ALERT-66). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { notFound } from '@spanwise/contracts/base/errors';
import {
  CALENDAR_PATH,
  MAX_CALENDAR_TOKEN_CHARS,
  openCalendar,
  readCalendar,
  ScheduleId,
  SCHEDULES_READ,
  type CalendarFile,
} from '@spanwise/contracts/alerting/schedules';
import { authorize } from '../../edge/auth/access.guard.js';
import type { Authentication } from '../../edge/auth/authentication.js';
import { pathId } from '../../edge/auth/path-id.js';
import { secretKey, type RequestLimits } from '../../edge/limits/request-limits.js';
import type { RawRoute } from '../../edge/openapi/raw-route.js';

const DESCRIPTION = 'An event for each shift from 14 days ago to 92 days ahead, in UTC (RFC 5545).';
const ANSWER = { required: true, contents: { 'text/calendar': 'The calendar' } };

const READ = {
  method: 'get',
  route: '/api/v1/schedules/:id/calendar.ics',
  id: 'readCalendar',
  summary: 'A schedule as a calendar',
  description: DESCRIPTION,
  access: SCHEDULES_READ,
  path: { id: 'Id of the schedule' },
  rawAnswer: ANSWER,
} as const satisfies RawRoute;

const LINKED = {
  method: 'get',
  route: `${CALENDAR_PATH}:token`,
  id: 'readLinkedCalendar',
  summary: 'A schedule as a calendar, by its link',
  description: `${DESCRIPTION} The link is the credential. Unknown and revoked links get the same answer.`,
  access: 'public',
  path: { token: 'Token of the link' },
  rawAnswer: ANSWER,
  refusals: {
    not_found: 'There is no such calendar.',
    resource_exhausted: 'Too many links from this address that open nothing.',
  },
} as const satisfies RawRoute;

export const CALENDAR_ROUTES: readonly RawRoute[] = [READ, LINKED];

export interface CalendarParts {
  rpc: RpcClient;
  authentication: Authentication;
  limits: RequestLimits;
}

/** Nothing of it is kept by what lies between, run by a browser, or sent to where a page leads. */
const FIXED_HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'attachment; filename="on-call.ics"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

export function registerCalendarRoutes(server: FastifyInstance, parts: CalendarParts): void {
  server.get(READ.route, async (request, reply) => {
    const { context, signed } = await authorize(parts.authentication, request, READ.access);
    parts.limits.takeCall(context);
    const { id = '' } = request.params as { id?: string };
    const named = pathId(ScheduleId, id, 'There is no such schedule.');
    return send(reply, await parts.rpc.call(readCalendar, named, signed));
  });
  server.get(LINKED.route, async (request, reply) => send(reply, await open(parts, request)));
}

const send = (reply: FastifyReply, { ics }: CalendarFile): FastifyReply => reply.headers(FIXED_HEADERS).send(ics);

function open({ rpc, limits }: CalendarParts, request: FastifyRequest): Promise<CalendarFile> {
  const { token = '' } = request.params as { token?: string };
  return limits.throttleFailures(request.ip, secretKey('calendar', token), async () => {
    if (token.length > MAX_CALENDAR_TOKEN_CHARS) throw notFound('There is no such calendar.');
    return rpc.call(openCalendar, { token });
  });
}
