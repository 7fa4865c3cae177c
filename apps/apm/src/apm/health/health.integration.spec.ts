import { connect, type NatsConnection, type Subscription } from 'nats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import type { ProjectorStatus, ShardStatus } from '@spanwise/contracts/log/projector';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import type { DeltaFollower } from '../../rollups/deltas/delta-follower.js';
import { Projection } from '../../rollups/projection.js';
import { Figures, HOUR, MINUTE, ORGANIZATION, OTHER_ORGANIZATION } from '../queries.fixture.js';
import { Health } from './health.js';
import { ProjectorRuntime } from './projector-runtime.js';

let figures: Figures;
let nats: ScratchNats;
let connection: NatsConnection;
let projector: Subscription | undefined;

beforeAll(async () => {
  [figures, nats] = await Promise.all([Figures.start({ transactions: 1 }), scratchNats()]);
  connection = await connect({ servers: nats.url });
});
afterEach(() => projector?.unsubscribe());
afterAll(async () => {
  await connection.close();
  await Promise.all([figures.stop(), nats.stop()]);
});

const shard = (change: Partial<ShardStatus> = {}): ShardStatus => ({
  shard: 0,
  lineage: '',
  epoch: 1,
  committedSeq: 9,
  n: 3,
  replaying: false,
  lagMessages: 0,
  lagSeconds: 0,
  streamTimeMicros: figures.nowMicros,
  dedupeKeys: 12,
  lastFlushAtMicros: null,
  received: 20,
  counted: 12,
  duplicate: 5,
  late: 2,
  dead: 1,
  records: { received: 7, counted: 7, duplicate: 0, dead: 0 },
  openDeadLetters: 1,
  stored: { epoch: 0, seq: 0, manifests: 0, unstoredLetters: 0 },
  ...change,
});

/** The projector, as it answers on the bus. */
async function play(status: ProjectorStatus): Promise<void> {
  projector = connection.subscribe('svc.projector.status', {
    callback: (_, message) => message.respond(JSON.stringify({ data: status })),
  });
  await connection.flush();
}

function health(followers: Partial<DeltaFollower>[] = [], query: object = {}) {
  const projection = new Projection(followers as DeltaFollower[], figures.retention);
  const runtime = new ProjectorRuntime({ rpc: new RpcClient(connection) });
  return new Health(figures.reads, runtime, projection).health(query, figures.contextOf());
}

describe('the health of the projection (APM-27)', () => {
  it('shows each shard and how far it has become figures, what was folded, boundaries and gaps', async () => {
    await figures.record([{ route: '/a' }, { route: '/b' }, { route: '/c' }]);
    await figures.admin.query(`insert into apm.gaps values ($1, $2, 'queue_full', 7, $3)`, [
      ORGANIZATION,
      Math.floor(figures.nowMicros / MINUTE) - 10,
      figures.nowMicros,
    ]);
    await play({ shards: [shard({ lastFlushAtMicros: 5, lagMessages: 4, lagSeconds: 1 })] });
    const answer = await health();
    expect(answer).toMatchObject({
      enabled: true,
      degraded: false,
      degraded_reasons: [],
      runtime: {
        projector: {
          answering: true,
          shards: [
            {
              shard: 0,
              replaying: false,
              lag_messages: 4,
              lag_seconds: 1,
              dedupe_keys: 12,
              last_flush_at: 5,
              received: 20,
              counted: 12,
              duplicates: 5,
              late: 2,
              dead: 1,
              open_dead_letters: 1,
            },
          ],
        },
        rollups: [{ shard: 0, partition: 0, applied_deltas: 1, pending_deltas: 2 }],
        overflow: { transaction: 2 },
      },
      gaps: [{ reason: 'queue_full', dropped_facts: 7 }],
    });
    expect(answer.gaps).toEqual(answer.meta.data_quality.gaps);
    expect(answer.meta.data_quality.partial).toBe(true);
    const { boundaries } = answer;
    expect(boundaries.projection_started_at).toBe(answer.meta.projection_started_at);
    expect(boundaries.last_complete_minute_at).toBe(answer.meta.last_complete_bucket_at);
    expect(boundaries.last_complete_hour_at % HOUR).toBe(0);
    expect(boundaries.hours_kept_from).toBeLessThan(boundaries.minutes_kept_from);
  });

  it('says that the projector is away, and answers what is known all the same', async () => {
    const answer = await health();
    expect(answer).toMatchObject({
      degraded: true,
      degraded_reasons: ['projector_silent'],
      runtime: {
        projector: { answering: false, reason: 'The projector service is not running at the moment.', shards: [] },
        rollups: [{ shard: 0, applied_deltas: 1 }],
      },
    });
    expect(answer.runtime.rollups[0]!.pending_deltas).toBeUndefined();
  });

  it.each<[string, Partial<ShardStatus>, string[]]>([
    ['replays its log', { replaying: true }, ['replaying']],
    ['is a minute and a second behind', { lagSeconds: 61 }, ['lagging']],
    ['is just a minute behind', { lagSeconds: 60 }, []],
  ])('is decided by the worst shard: one that %s', async (_, change, reasons) => {
    await play({ shards: [shard(), shard({ shard: 1, ...change })] });
    const { degraded, degraded_reasons } = await health();
    expect([degraded, degraded_reasons]).toEqual([reasons.length > 0, reasons]);
  });

  it('names the partition whose metrics are stale, and lag of the figures themselves', async () => {
    await play({ shards: [shard()] });
    const stopped = await health([{ shard: 0, partition: 0, stopReason: 'delta_hole' }]);
    expect(stopped).toMatchObject({
      degraded_reasons: ['rollup_stopped'],
      runtime: { rollups: [{ stopped: 'delta_hole' }] },
    });
    await figures.admin.query('update apm.delta_offsets set stream_time_micros = stream_time_micros - $1', [
      2 * MINUTE,
    ]);
    const behind = await health();
    expect([behind.degraded_reasons, behind.meta.data_quality.partial]).toEqual([['lagging'], true]);
  });

  describe('after the log has lost a part (PROTO-33)', () => {
    const lost = () => Math.floor(figures.nowMicros / MINUTE) - 20;
    const gap = (organization: string, minute: number, dropped: number) =>
      figures.admin.query(`insert into apm.gaps values ($1, $2, 'flush_failed', $3, 5)`, [
        organization,
        minute,
        dropped,
      ]);
    afterEach(() => figures.admin.query('truncate apm.gaps, apm.lost_ranges'));

    it('is degraded, and shows what may be of any organization as one gap for as long as it lasts', async () => {
      await play({ shards: [shard()] });
      for (let minute = 0; minute < 7; minute++) await gap(ANY_ORGANIZATION, lost() + minute, 0);
      const answer = await health();
      expect(answer.degraded_reasons).toContain('telemetry_lost');
      const ofLoss = answer.gaps.filter(({ reason }) => reason === 'flush_failed');
      const range = { start: lost() * MINUTE, end: (lost() + 7) * MINUTE - 1 };
      expect(ofLoss).toEqual([{ range, reason: 'flush_failed', dropped_facts: 0, recorded_at: 5 }]);
      expect(answer.meta.data_quality.partial).toBe(true);
    });

    it('is not for a dead letter, which is counted, nor for what another organization alone has lost', async () => {
      await play({ shards: [shard()] });
      await gap(ORGANIZATION, lost(), 3);
      await gap(ORGANIZATION, lost() + 1, 4);
      await gap(OTHER_ORGANIZATION, lost(), 0);
      const answer = await health();
      expect(answer.degraded_reasons).not.toContain('telemetry_lost');
      expect(answer.gaps.map(({ dropped_facts }) => dropped_facts)).toEqual([4, 3]);
    });

    it('is degraded for what was counted and is in no segment', async () => {
      await play({ shards: [shard()] });
      const range = {
        epoch: 0,
        fromSeq: 5,
        toSeq: 9,
        fromMicros: lost() * MINUTE + 1,
        untilMicros: lost() * MINUTE + 2,
      };
      const enter = (n: number, one: object) =>
        figures.admin.query('insert into apm.lost_ranges (shard, n, lost) values (0, $1, $2)', [
          n,
          JSON.stringify([one]),
        ]);
      await enter(1, { ...range, organizationId: OTHER_ORGANIZATION });
      expect((await health()).degraded_reasons).not.toContain('telemetry_lost');
      await enter(2, range);
      expect((await health()).degraded_reasons).toContain('telemetry_lost');
    });
  });
});
