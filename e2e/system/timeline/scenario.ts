/** What is done to the product while it is watched. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CutMode, Paused, Victim } from '../crash/faults.js';
import type { Link, Links } from '../crash/links.js';
import { living, pauseFamily, signal } from '../crash/processes.js';
import type { Product } from '../harness/product.js';
import type { Disturbance } from './record.js';

export type Act =
  | { kind: 'kill'; victim: Victim }
  /** An orderly end, as a rollout asks for it. */
  | { kind: 'stop'; victim: Victim }
  /** `acrossMinute`: the pause begins shortly before a minute ends, when a bucket could be called complete too early. */
  | { kind: 'pause'; victim: Paused; ms: number; acrossMinute?: boolean }
  | { kind: 'cut'; link: Link; mode: CutMode; ms: number };

/** One of each kind, for the run in `npm test`. */
export const SMALL: readonly Act[] = [
  { kind: 'kill', victim: 'apm' },
  { kind: 'cut', link: 'projector-nats', mode: 'blackhole', ms: 12_000 },
  { kind: 'kill', victim: 'postgres' },
  { kind: 'pause', victim: 'projector', ms: 7_000, acrossMinute: true },
];

const CUT_MS = 12_000;
const PAUSE_MS = 8_000;

/** Every process killed, shut down and paused, every link behind the figures cut in two ways, and lag beyond the minute that may go unsaid. */
export const FULL: readonly Act[] = [
  ...SMALL,
  { kind: 'kill', victim: 'projector' },
  { kind: 'kill', victim: 'nats' },
  { kind: 'kill', victim: 'gateway' },
  { kind: 'stop', victim: 'projector' },
  { kind: 'stop', victim: 'apm' },
  { kind: 'stop', victim: 'gateway' },
  { kind: 'pause', victim: 'apm', ms: PAUSE_MS, acrossMinute: true },
  { kind: 'pause', victim: 'postgres', ms: PAUSE_MS, acrossMinute: true },
  { kind: 'pause', victim: 'nats', ms: PAUSE_MS, acrossMinute: true },
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

const MINUTE_MS = 60_000;
const BEFORE_MINUTE_MS = 2_500;

export const describeAct = (act: Act): string => {
  const lasting = (ms: number) => `for ${ms / 1_000} s`;
  if (act.kind === 'kill') return `kill -9 ${act.victim}`;
  if (act.kind === 'stop') return `shut down ${act.victim}`;
  if (act.kind === 'pause')
    return `pause ${act.victim} ${lasting(act.ms)}${act.acrossMinute ? ' across the end of a minute' : ''}`;
  return `cut ${act.link} (${act.mode}) ${lasting(act.ms)}`;
};

/** Acts on the product and writes down from when to when. */
export async function perform(product: Product, links: Links, act: Act, written: Disturbance[]): Promise<void> {
  if (act.kind === 'pause' && act.acrossMinute) await sleep(untilLateInMinute());
  const disturbance: Disturbance = { what: describeAct(act), fromMs: Date.now(), silencesProjector: false };
  written.push(disturbance);
  if (act.kind === 'kill' || act.kind === 'stop') {
    signal(await living(() => product.pid(act.victim)), act.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
  } else if (act.kind === 'pause') {
    const goOn = pauseFamily(await living(() => product.pid(act.victim)));
    disturbance.fromMs = Date.now();
    disturbance.silencesProjector = act.victim === 'projector';
    await sleep(act.ms).finally(() => {
      disturbance.toMs = Date.now();
      goOn();
    });
  } else {
    await links.set(act.link, act.mode);
    try {
      await sleep(act.ms);
    } finally {
      await links.set(act.link, 'pass');
    }
  }
  disturbance.toMs ??= Date.now();
}

const untilLateInMinute = (): number => {
  const due = MINUTE_MS - BEFORE_MINUTE_MS - (Date.now() % MINUTE_MS);
  return due >= 0 ? due : due + MINUTE_MS;
};
