/** The one incident of the installation (ALERT-140), over real tables. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformFault } from '@spanwise/contracts/alerting/incidents';
import type { AlertProgress, IntakeFault } from '@spanwise/contracts/alerting/measure';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { changeIncidents } from '../../incidents/incidents/incident-lifecycle.js';
import { silenceOf } from '../../incidents/silences/silence-rules.js';
import { addSilence } from '../../incidents/silences/silences.store.js';
import { lateShards } from './platform-faults.js';
import { notePlatform, type Seen } from './platform-incident.js';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const T0 = Date.parse('2026-11-23T12:00:00Z') * 1_000;
const [SYSTEM, GATEWAY, OTHER, USER] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const BASE_URL = 'https://spanwise.example';
const gone = (gateway: string, since: number): IntakeFault => ({
  reason: 'no_gateway',
  gateway_id: gateway,
  since_micros: since,
});

/** This process has seen both shards late for long, if they are. */
const LONG_LATE = new Map([0, 1].map((shard) => [shard, T0 - MINUTE]));

let database: NotifyDatabase;

beforeAll(async () => (database = await NotifyDatabase.start('notify_platform')));
afterAll(() => database.stop());
beforeEach(() =>
  database.admin.query(
    'truncate notify.incidents, notify.incident_timeline, notify.events, notify.alert_mutes, notify.organizations, notify.platform_sights cascade',
  ),
);

/** What apm says so long after the beginning: shards 0 and 1 so far behind, and what gateways reported. */
const progressAt = (afterMicros: number, lags: number[] = [5, 5], faults: IntakeFault[] = []): AlertProgress => ({
  stream_time_micros: T0 + afterMicros - Math.max(...lags) * SECOND,
  late_grace_micros: 5 * MINUTE,
  replaying: false,
  shards: lags.map((lag, shard) => ({ shard, stream_time_micros: T0 + afterMicros - lag * SECOND })),
  faults,
});

const look = (afterMicros: number, progress: AlertProgress | undefined, change: Partial<Seen> = {}) =>
  database.transactions.in(SYSTEM, (client) =>
    notePlatform(
      client,
      SYSTEM,
      { nowMicros: T0 + afterMicros, progress, startedMicros: T0, late: LONG_LATE, ...change },
      BASE_URL,
    ),
  );
const lag = (afterMicros: number, ...lags: number[]) => look(afterMicros, progressAt(afterMicros, lags));
const intake = (afterMicros: number, ...faults: IntakeFault[]) =>
  look(afterMicros, progressAt(afterMicros, [5, 5], faults));

interface Shown {
  id: string;
  status: string;
  reason: string | null;
  summary: string;
  faults: PlatformFault[];
  timeline: string[];
}

async function incidents(): Promise<Shown[]> {
  const { rows } = await database.admin.query<Shown>(
    `select id, status, resolved_reason as reason, details->>'summary' as summary, details->'faults' as faults,
       array(select t.kind || coalesce(' ' || (t.details->>'reason') || coalesce(' ' || (t.details->>'shard'), ''), '')
             from notify.incident_timeline t where t.incident_id = i.id order by t.id) as timeline
     from notify.incidents i where organization_id = $1 order by created_at, id`,
    [SYSTEM],
  );
  return rows;
}
const notifications = async () =>
  (
    await database.admin.query<{ type: string }>(
      'select event_type as type from notify.events order by created_at, event_id',
    )
  ).rows.map(({ type }) => type);

describe('the incident of the installation (ALERT-140)', () => {
  it('names the gateway that is gone and since when, and ends by itself', async () => {
    await intake(0);
    expect(await incidents()).toEqual([]);
    await intake(2 * MINUTE, gone(GATEWAY, T0));
    expect(await incidents()).toEqual([
      {
        id: expect.any(String) as string,
        status: 'open',
        reason: null,
        summary:
          `Gateway ${GATEWAY} is gone without a goodbye, since 2026-11-23T12:00:00Z. ` +
          'Alert rules that look at it neither fire nor resolve.',
        faults: [gone(GATEWAY, T0)],
        timeline: ['opened', 'fault_found no_gateway'],
      },
    ]);
    await intake(3 * MINUTE);
    expect(await incidents()).toMatchObject([
      {
        status: 'resolved',
        reason: 'platform_healthy',
        faults: [],
        summary: expect.stringContaining(GATEWAY) as string,
      },
    ]);
    expect(await notifications()).toEqual(['alert.triggered', 'alert.resolved']);
  });

  it('waits for a minute, so that a short fault pages no user', async () => {
    await intake(59 * SECOND, gone(GATEWAY, T0));
    expect(await incidents()).toEqual([]);
    await intake(60 * SECOND, gone(GATEWAY, T0));
    expect(await incidents()).toHaveLength(1);
  });

  it('waits as long for a shard that is late, as each is for a moment after a start', async () => {
    const progress = progressAt(0, [3_600, 5]);
    const first = lateShards(T0, progress, new Map());
    expect(first).toEqual(new Map([[0, T0]]));
    await look(0, progress, { late: first });
    await look(59 * SECOND, progressAt(59 * SECOND, [3_600, 5]), { late: first });
    expect(await incidents()).toEqual([]);
    expect(lateShards(T0 + MINUTE, undefined, first)).toBe(first);
    expect(lateShards(T0 + MINUTE, progressAt(MINUTE, [5, 5]), first)).toEqual(new Map());
    const still = progressAt(MINUTE, [3_600, 5]);
    await look(MINUTE, still, { late: lateShards(T0 + MINUTE, still, first) });
    expect(await incidents()).toMatchObject([{ faults: [{ reason: 'lag', shard: 0 }] }]);
  });

  it('is one for all shards, gateways and reasons, whose beginning and end its timeline shows', async () => {
    await lag(0, 121, 5);
    await look(MINUTE, progressAt(MINUTE, [181, 130], [gone(GATEWAY, T0)]));
    await look(2 * MINUTE, progressAt(2 * MINUTE, [5, 150], [gone(GATEWAY, T0), gone(OTHER, T0 + MINUTE)]));
    const [incident, ...more] = await incidents();
    expect(more).toEqual([]);
    expect(incident).toMatchObject({
      status: 'open',
      timeline: [
        'opened',
        'fault_found lag 0',
        'fault_found lag 1',
        'fault_found no_gateway',
        'fault_found no_gateway',
        'fault_over lag 0',
      ],
    });
    // Each since it began, though the log has gone on.
    expect(incident!.faults).toEqual([
      { reason: 'lag', shard: 1, since_micros: T0 + MINUTE - 130 * SECOND },
      gone(GATEWAY, T0),
      gone(OTHER, T0 + MINUTE),
    ]);
    expect(await notifications()).toEqual(['alert.triggered']);
    await lag(3 * MINUTE, 5, 5);
    expect((await incidents())[0]!.timeline.slice(6)).toEqual([
      'fault_over lag 1',
      'fault_over no_gateway',
      'fault_over no_gateway',
      'resolved platform_healthy',
    ]);
  });

  it('lasts until what lags has nearly caught up', async () => {
    await lag(0, 121, 5);
    await lag(10 * SECOND, 61, 5);
    expect(await incidents()).toMatchObject([{ status: 'open' }]);
    await lag(20 * SECOND, 60, 5);
    expect(await incidents()).toMatchObject([{ status: 'resolved' }]);
  });

  it('is opened once by any number of processes, and a stale observation says nothing', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => intake(2 * MINUTE + at, gone(GATEWAY, T0))));
    expect(await incidents()).toMatchObject([{ timeline: ['opened', 'fault_found no_gateway'] }]);
    await intake(4 * MINUTE);
    // Asked before, answered after.
    await intake(3 * MINUTE, gone(GATEWAY, T0));
    expect(await incidents()).toMatchObject([{ status: 'resolved' }]);
    expect(await notifications()).toEqual(['alert.triggered', 'alert.resolved']);
  });

  it('is opened by the next look where the process died before its commit', async () => {
    const dies = database.transactions.in(SYSTEM, async (client) => {
      const seen = {
        nowMicros: T0 + 2 * MINUTE,
        progress: progressAt(2 * MINUTE, [200, 5]),
        startedMicros: T0,
        late: LONG_LATE,
      };
      await notePlatform(client, SYSTEM, seen, BASE_URL);
      throw new Error('the process died');
    });
    await expect(dies).rejects.toThrow('died');
    expect([await incidents(), await notifications()]).toEqual([[], []]);
    await lag(2 * MINUTE, 200, 5);
    expect(await incidents()).toMatchObject([{ timeline: ['opened', 'fault_found lag 0'] }]);
    expect(await notifications()).toEqual(['alert.triggered']);
  });

  it('says that figures cannot be read when no process could for two minutes, and not while another process can', async () => {
    await lag(0, 5);
    await look(120 * SECOND, undefined);
    await lag(125 * SECOND, 5);
    await look(240 * SECOND, undefined, { startedMicros: T0 - MINUTE });
    expect(await incidents()).toEqual([]);
    await look(246 * SECOND, undefined);
    expect(await incidents()).toMatchObject([
      { status: 'open', faults: [{ reason: 'unreachable', since_micros: T0 + 125 * SECOND }] },
    ]);
    await lag(250 * SECOND, 5);
    expect(await incidents()).toMatchObject([{ status: 'resolved' }]);
  });

  it('of figures that were never read says so two minutes after the start', async () => {
    await look(120 * SECOND, undefined);
    expect(await incidents()).toEqual([]);
    await look(121 * SECOND, undefined);
    expect(await incidents()).toMatchObject([{ faults: [{ reason: 'unreachable', since_micros: T0 }] }]);
  });

  it('that a user has ended stays ended until something else is wrong', async () => {
    const ended = async (at: number) => {
      const { id } = (await incidents())[0]!;
      await database.transactions.in(SYSTEM, (client) =>
        changeIncidents(client, SYSTEM, { baseUrl: BASE_URL }, (one) => one.resolve(id, USER), T0 + at),
      );
    };
    await intake(2 * MINUTE, gone(GATEWAY, T0));
    await ended(130 * SECOND);
    await intake(150 * SECOND, gone(GATEWAY, T0));
    expect(await incidents()).toMatchObject([{ status: 'resolved', reason: 'by_hand' }]);
    await intake(160 * SECOND, gone(GATEWAY, T0), gone(OTHER, T0 + MINUTE));
    expect(await incidents()).toMatchObject([
      {
        status: 'open',
        faults: [gone(GATEWAY, T0), gone(OTHER, T0 + MINUTE)],
        summary: expect.stringContaining(OTHER) as string,
      },
    ]);
    expect(await notifications()).toEqual(['alert.triggered', 'alert.resolved', 'alert.triggered']);
  });

  it('that comes back within ten minutes is opened again, with what is wrong now', async () => {
    await intake(2 * MINUTE, gone(GATEWAY, T0));
    await intake(3 * MINUTE);
    await lag(5 * MINUTE, 5, 300);
    expect(await incidents()).toMatchObject([
      {
        status: 'open',
        faults: [{ reason: 'lag', shard: 1 }],
        summary: expect.stringContaining('of shard 1') as string,
      },
    ]);
  });

  it('is recorded and not notified while a silence of the platform matches it (ALERT-35)', async () => {
    const window = { type: 'fixed' as const, start: T0, end: T0 + 10 * MINUTE };
    const matchers = [{ label: 'about', op: 'eq' as const, value: 'platform' }];
    await database.transactions.in(SYSTEM, (client) =>
      addSilence(client, SYSTEM, uuidv7(), silenceOf({ name: 'maintenance', matchers, window }), null),
    );
    await intake(2 * MINUTE, gone(GATEWAY, T0));
    expect(await incidents()).toMatchObject([{ status: 'open' }]);
    await intake(3 * MINUTE);
    expect(await incidents()).toMatchObject([{ status: 'resolved' }]);
    expect(await notifications()).toEqual([]);
  });
});
