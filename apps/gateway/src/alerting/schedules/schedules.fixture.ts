/** notify behind the gateway, with the people of an organization played, and a schedule to begin with. */
import { Client } from 'pg';
import { expect } from 'vitest';
import type { ScheduleView } from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { contextWith } from '../../gateway.fixture.js';
import { NotifyApi, type Answer } from '../../notify/notify.fixture.js';

export const [ANN, BOB, EVE] = ['a1', 'b2', 'e5'].map((end) => `00000000-0000-7000-8000-0000000000${end}`);
export const TEAM = uuidv7();
export const HOUR = 3_600_000_000;
export const DAY = 24 * HOUR;
/** The beginning of this hour. */
export const NOW = Math.floor(Date.now() / 3_600_000) * HOUR;
export const PERMISSIONS = ['schedules.read', 'schedules.manage'];

/** Eve is no member of the organization. */
const PEOPLE = [
  { id: ANN, display_name: 'Ann' },
  { id: BOB, display_name: 'Bob; Builder, 2nd' },
];

export class ScheduleScene {
  /** Whether the maker of a link may read schedules still. */
  mayRead = true;

  private constructor(
    readonly api: NotifyApi,
    readonly admin: Client,
    readonly token: string,
  ) {}

  static async start(): Promise<ScheduleScene> {
    const api = await NotifyApi.start();
    const admin = new Client({ connectionString: api.database.url });
    await admin.connect();
    const token = api.gateway.iam.admit(contextWith({ subject_type: 'user', permissions: PERMISSIONS }));
    const scene = new ScheduleScene(api, admin, token);
    scene.playIam('of', ({ user_ids: ids = [], team_id: team }) => ({
      people: PEOPLE.filter(({ id }) => ids.includes(id!)),
      ...(team !== undefined && { team_exists: team === TEAM }),
    }));
    scene.playIam('may', () => ({ allowed: scene.mayRead }));
    await api.gateway.connection.flush();
    return scene;
  }

  async reset(): Promise<void> {
    this.mayRead = true;
    await this.admin.query('truncate notify.schedules');
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.api.stop();
  }

  call<T>(method: string, path: string, sent?: unknown, by = this.token): Promise<Answer<T>> {
    return this.api.call<T>(method, `/schedules${path}`, sent, by);
  }

  async make(change: object = {}): Promise<ScheduleView> {
    const made = await this.call<ScheduleView>('POST', '', scheduleBody(change));
    expect(made).toMatchObject({ status: 200 });
    return made.body;
  }

  private playIam(about: string, answer: (asked: { user_ids?: string[]; team_id?: string }) => object): void {
    this.api.gateway.connection.subscribe(`svc.iam.people.${about}`, {
      callback: (_, message) =>
        message.respond(JSON.stringify({ data: answer((message.json() as { data: object }).data) })),
    });
  }
}

export const rotation = (change: object = {}) => ({
  id: 'rotation-1',
  name: 'primary',
  members: [ANN, BOB],
  kind: 'daily',
  active_window: null,
  start_at: NOW - 10 * DAY,
  ...change,
});

export const scheduleBody = (change: object = {}) => ({
  name: 'Payments',
  description: '',
  team_id: null,
  timezone: 'UTC',
  enabled: true,
  rotations: [rotation()],
  overrides: [],
  ...change,
});
