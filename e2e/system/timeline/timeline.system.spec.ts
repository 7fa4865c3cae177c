/**
 * Spans are sent while processes are killed, paused and cut off; every 200 ms `/apm/overview` and `/apm/health` are asked for,
 * and every answer is compared with what the sender knows.
 */
// A product of its own: its processes are killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { withLinks } from '../crash/campaign.js';
import { describeFault, type Fault } from '../crash/faults.js';
import { inflict } from '../crash/inflict.js';
import type { Scene } from '../crash/scene.js';
import { Sender, stream } from '../crash/sender.js';
import { makeSpan, Workload, type SpanUnit } from '../crash/workload.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { clock, falseAnswers, isDisturbed, type FalseAnswer } from './check.js';
import type { Disturbance, Timeline } from './record.js';
import { Sampler } from './sampler.js';

const flags = scenarioFlags(['seed']);
const seed = seedOf({ seed: flags.seed, small: !flags.full });
const MINUTE_MS = 60_000;
const LATE_GRACE_MS = 1_000;
/** Older than the lateness horizon. */
const LATE_MS = 4 * 3_600_000;
const SPANS_PER_SECOND = 30;
const LATE_EVERY_MS = 2_000;
const WARM_UP_MS = 4_000;
const BETWEEN_MS = 5_000;
const BEFORE_MINUTE_MS = 2_500;
/** What begins late in a minute is not begun much earlier. */
const SOON_MS = 20_000;
const RECOVERY_MS = 45_000;
const CUT_MS = 12_000;
const PAUSE_MS = 8_000;

/** `late`: begins shortly before a minute ends, when a bucket could be called complete too early. */
type Act = Fault & { late?: true };

const SHORT: readonly Act[] = [
  { kind: 'kill', victim: 'apm' },
  { kind: 'cut', link: 'projector-nats', mode: 'blackhole', ms: CUT_MS },
  { kind: 'kill', victim: 'postgres' },
  { kind: 'pause', victim: 'projector', ms: PAUSE_MS, late: true },
];

/** Every process killed, shut down and paused, every link behind the figures cut in two ways, and lag beyond the minute that may go unsaid. */
const FULL: readonly Act[] = [
  ...SHORT,
  ...(['projector', 'nats', 'gateway'] as const).map((victim): Act => ({ kind: 'kill', victim })),
  ...(['projector', 'apm', 'gateway'] as const).map((victim): Act => ({ kind: 'stop', victim })),
  ...(['apm', 'postgres', 'nats'] as const).map((victim): Act => ({ kind: 'pause', victim, ms: PAUSE_MS, late: true })),
  { kind: 'pause', victim: 'iam', ms: PAUSE_MS },
  ...(['projector-nats', 'projector-postgres', 'apm-nats', 'apm-postgres', 'gateway-nats'] as const).flatMap(
    (link): Act[] => [
      { kind: 'cut', link, mode: 'blackhole', ms: CUT_MS },
      { kind: 'cut', link, mode: 'reset', ms: CUT_MS },
    ],
  ),
  { kind: 'pause', victim: 'projector', ms: 75_000 },
  { kind: 'cut', link: 'projector-nats', mode: 'refuse', ms: 75_000 },
];

let timeline: Timeline;
let found: FalseAnswer[];

beforeAll(async () => {
  const acts = flags.full ? FULL : SHORT;
  console.log(`${acts.length} disturbances, seed ${seed}`);
  const environment = {
    SPANWISE_TRACING: 'false',
    SPANWISE_LATE_GRACE: `${LATE_GRACE_MS}ms`,
    SPANWISE_LATENESS_HORIZON: '1h',
  };
  timeline = await withLinks({ environment }, async (product, links) => {
    const random = new Random(`timeline ${seed}`);
    const sending = { baseUrl: product.baseUrl, token: product.intakeToken, namespace: 'timeline', random };
    const scene = { product, links, sending, workload: new Workload(random), sender: new Sender(sending, 8) };
    try {
      return await record(scene, acts);
    } finally {
      scene.sender.abort();
    }
  });
  found = falseAnswers(timeline, { alarms: flags.full === true });
  for (const { what, fromMs, toMs } of timeline.disturbances)
    console.log(`${clock(fromMs)} to ${clock(toMs)}: ${what}`);
}, 3_600_000);

async function record({ sender, workload, ...scene }: Scene, acts: readonly Act[]): Promise<Timeline> {
  const startedMs = Date.now();
  // A span of minutes before: the projection has begun before the range that is asked for.
  sender.add([unitAt(scene.sending.random, startedMs - 3 * MINUTE_MS)]);
  await sender.untilAcked(1);
  const sampler = new Sampler(scene.product, Math.floor(startedMs / MINUTE_MS));
  await whole(sampler);
  sampler.start();
  const endStream = stream(sender, SPANS_PER_SECOND, (count) => workload.make(count, Date.now()));
  const lateSpans = setInterval(() => sender.add([unitAt(scene.sending.random, Date.now() - LATE_MS)]), LATE_EVERY_MS);
  const disturbances: Disturbance[] = [];
  try {
    await sleep(WARM_UP_MS);
    for (const left = [...acts]; left.length > 0;) {
      const act = takeNext(left);
      if (act.late) await sleep(untilLate());
      disturbances.push(await disturb({ sender, workload, ...scene }, act));
      await sleep(BETWEEN_MS);
    }
  } finally {
    endStream();
    clearInterval(lateSpans);
  }
  await sender.finish();
  if (flags.full)
    await eventually(() => expect(isDisturbed({ disturbances }, Date.now())).toBe(false), { takesMs: RECOVERY_MS });
  // What is missing after that is what the check is to see.
  await whole(sampler).catch(() => undefined);
  await sleep(BETWEEN_MS);
  const endedMs = Date.now();
  await sleep(500);
  await sampler.stop();
  const batches = sender.sent.slice(1).map(({ span, attemptsMs, ackedMs }) => {
    const startMs = Number(BigInt(span.startTimeUnixNano!) / 1_000_000n);
    return {
      minute: Math.floor(startMs / MINUTE_MS),
      spans: 1,
      late: startMs < startedMs - MINUTE_MS,
      attemptsMs,
      ackedMs,
    };
  });
  return { endedMs, lateGraceMs: LATE_GRACE_MS, batches, disturbances, samples: sampler.samples };
}

/** The first that may begin late in a minute, where that is soon, or the first of the others. */
function takeNext(acts: Act[]): Act {
  const isSoon = untilLate() < SOON_MS;
  const at = acts.findIndex(({ late = false }) => late === isSoon);
  return acts.splice(Math.max(0, at), 1)[0]!;
}

const untilLate = (): number => (2 * MINUTE_MS - BEFORE_MINUTE_MS - (Date.now() % MINUTE_MS)) % MINUTE_MS;

const unitAt = (random: Random, startMs: number): SpanUnit => ({
  service: 'cart',
  span: makeSpan(random, BigInt(startMs) * 1_000_000n, false),
});

async function disturb(scene: Scene, act: Act): Promise<Disturbance> {
  const fromMs = Date.now();
  await inflict(scene, act);
  const isSilent = act.kind === 'pause' && act.victim === 'projector';
  return { what: describeFault(act), fromMs, toMs: Date.now(), ...(isSilent && { silentToMs: fromMs + act.ms }) };
}

/** The first answers of a product that has just started, or was disturbed, may be partial with good reason. */
const whole = (sampler: Sampler) =>
  eventually(
    async () => {
      const [overview, health] = await Promise.all([sampler.overview(), sampler.health()]);
      expect([overview.figures?.partial, health.says?.degraded]).toEqual([false, false]);
    },
    { takesMs: MINUTE_MS },
  );

it('no answer was false at any moment', () => {
  const sorts = new Map(found.map(({ atMs, says }) => [says.replace(/[\d:.]+/g, '#'), `${clock(atMs)} ${says}`]));
  expect([...sorts.values()]).toEqual([]);
});

it('figures and health were answered most of the time', () => {
  const answered = timeline.samples.filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThan(timeline.samples.length / 2);
});
