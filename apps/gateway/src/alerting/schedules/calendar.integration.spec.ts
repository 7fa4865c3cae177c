import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarLink, Shifts } from '@spanwise/contracts/alerting/schedules';
import { ANN, BOB, DAY, NOW, PERMISSIONS, rotation, scheduleBody as body, ScheduleScene } from './schedules.fixture.js';

let scene: ScheduleScene;

beforeAll(async () => {
  scene = await ScheduleScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const call = <T>(...words: Parameters<ScheduleScene['call']>) => scene.call<T>(...words);
const make = (change?: object) => scene.make(change);

describe('the calendar (ALERT-66)', () => {
  const text = async (path: string, by?: string) => {
    const response = await scene.api.gateway.fetch(path, { token: by });
    return { status: response.status, type: response.headers.get('content-type'), ics: await response.text() };
  };
  const events = (ics: string) =>
    new ICAL.Component(ICAL.parse(ics) as object[]).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  const linked = async (id: string) => (await call<CalendarLink>('POST', `/${id}/calendar_link`)).body;
  const pathOf = ({ calendar_url: url }: CalendarLink) => new URL(url).pathname;

  it('has an event for each shift, which another program reads as it was meant', async () => {
    const { id } = await make({ rotations: [rotation({ kind: 'weekly', start_at: NOW - 30 * DAY })] });
    const { status, type, ics } = await text(`/api/v1/schedules/${id}/calendar.ics`, scene.token);
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(ics).not.toMatch(/RRULE|VTIMEZONE/);
    const { shifts } = (await call<Shifts>('GET', `/${id}/shifts?from=${NOW - 13 * DAY}&to=${NOW + 70 * DAY}`)).body;
    const found = events(ics);
    const listed = found.map(({ startDate, endDate }) =>
      [startDate, endDate].map((at) => at.toJSDate().getTime() * 1_000),
    );
    for (const { start_at: start, end_at: end } of shifts) expect(listed).toContainEqual([start, end]);
    expect(new Set(found.map(({ uid }) => uid)).size).toBe(found.length);
    expect(found.every(({ startDate }) => startDate.zone === ICAL.Timezone.utcTimezone)).toBe(true);
    expect(found.map(({ summary }) => summary)).toContain('Bob; Builder, 2nd is on call: Payments');
  });

  it('keeps the UID of a shift and raises SEQUENCE with a change', async () => {
    const { id, rotations } = await make();
    const before = events((await text(`/api/v1/schedules/${id}/calendar.ics`, scene.token)).ics);
    await call('PUT', `/${id}`, body({ rotations: [{ ...rotations[0], members: [BOB, ANN] }] }));
    const after = events((await text(`/api/v1/schedules/${id}/calendar.ics`, scene.token)).ics);
    expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
    expect([before[0]!.sequence, after[0]!.sequence]).toEqual([1, 2]);
    expect(after[0]!.summary).not.toBe(before[0]!.summary);
  });

  it('is read by its link without a credential, until that is revoked or replaced', async () => {
    const { id } = await make();
    const first = await linked(id);
    expect(pathOf(first)).toMatch(/^\/api\/v1\/public\/calendars\/swl_[\w-]{86}$/);
    const read = await text(pathOf(first));
    expect(read.status).toBe(200);
    expect(read.ics).toBe((await text(`/api/v1/schedules/${id}/calendar.ics`, scene.token)).ics);
    const second = await linked(id);
    expect((await text(pathOf(first))).status).toBe(404);
    expect((await text(pathOf(second))).status).toBe(200);
    expect(await call('DELETE', `/${id}/calendar_link`)).toEqual({ status: 200, body: { deleted: true } });
    expect((await text(pathOf(second))).status).toBe(404);
    expect((await call('DELETE', `/${id}/calendar_link`)).status).toBe(404);
  });

  it('ends with the right of its maker to read it, and looks like one that never was', async () => {
    const { id } = await make();
    const link = pathOf(await linked(id));
    scene.mayRead = false;
    const gone = await text(link);
    const other = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
    const never = await text(other);
    const said = ({ status, ics }: { status: number; ics: string }) => [
      status,
      (JSON.parse(ics) as { message: string }).message,
    ];
    expect(said(gone)).toEqual([404, 'There is no such calendar.']);
    expect(said(never)).toEqual(said(gone));
    expect(said(await text('/api/v1/public/calendars/x'))).toEqual(said(gone));
  });

  it('changed in any one of its characters opens nothing', async () => {
    const { id } = await make();
    const link = pathOf(await linked(id));
    const start = link.indexOf('swl_');
    for (let at = start; at < link.length; at += 7) {
      const other = link[at] === 'x' ? 'y' : 'x';
      expect((await text(link.slice(0, at) + other + link.slice(at + 1))).status).toBe(404);
    }
  });

  it('gets a link of a person only', async () => {
    const { id } = await make();
    expect((await call('POST', `/${id}/calendar_link`, undefined, scene.api.admit(PERMISSIONS))).status).toBe(403);
  });

  it('keeps no secret: what is stored is a hash', async () => {
    const { id } = await make();
    const { calendar_url: url } = await linked(id);
    const { rows } = await scene.admin.query<{ row: string }>(
      'select row_to_json(s)::text as row from notify.schedules s',
    );
    expect(rows[0]!.row).not.toContain(url.slice(url.indexOf('swl_') + 50));
  });
});
