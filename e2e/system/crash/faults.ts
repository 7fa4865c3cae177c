/** The faults of a campaign: which there are, which are drawn, and how they are named. */
import type { Random } from '@spanwise/telemetry/random';
import { LINKS, type Link } from './links.js';
import type { ProxyMode } from './tcp-proxy.js';

export const VICTIMS = ['gateway', 'projector', 'apm', 'nats', 'postgres'] as const;
export type Victim = (typeof VICTIMS)[number];

export const PAUSED = [...VICTIMS, 'iam'] as const;
export type Paused = (typeof PAUSED)[number];

export const CUT_MODES = ['refuse', 'blackhole', 'reset', 'half-open', 'delay'] as const satisfies ProxyMode[];
export type CutMode = (typeof CUT_MODES)[number];

export type Fault =
  | { kind: 'kill'; victim: Victim }
  /** The log stands still, the gateway dies with requests waiting for it, the log goes on. */
  | { kind: 'stall-log-kill-gateway' }
  /** A second writer works beside the first for a while, the first stands still meanwhile, and the second is killed. */
  | { kind: 'second-writer'; victim: 'projector' | 'apm'; pauseMs: number }
  /** A process stands still, with everything it holds open, and goes on. */
  | { kind: 'pause'; victim: Paused; ms: number }
  /** The link between a service and its server fails for a while. */
  | { kind: 'cut'; link: Link; mode: CutMode; ms: number }
  /** Nobody reads the log until it takes nothing more. */
  | { kind: 'full-log' }
  /** The database of some time ago comes back; `purged`: the log no longer holds all that came since. */
  | { kind: 'restore'; purged: boolean }
  /** Somebody tidies up: what the processes have in the making goes, and may find a file in its place. */
  | { kind: 'lose-work'; how: 'removed' | 'replaced' }
  /** The log loses its stream: deleted under running services, or with the server's disk. */
  | { kind: 'lose-log'; how: 'deleted' | 'disk' };

export type FaultKind = Fault['kind'];

export interface PlanOptions {
  kills: number;
  /** Faults of the other kinds. */
  faults: number;
  /** Of the other faults only those of these kinds, or whose description contains one of these texts. */
  kinds?: readonly string[];
  /** Bounds of a pause and of a cut. */
  longestMs: number;
}

const SHORTEST_MS = 1_000;
const SHORT_PAUSE_MS = 1_250;
/**
 * PostgreSQL takes an idle transaction from a paused projector after 15 s: until then the second one waits for the lock of
 * the shard, and afterwards both believe to be the writer.
 */
export const BEYOND_LEASE_MS = 17_000;

/** The faults of a run, in order: of both sorts every one appears once, in random order, before any is drawn again. */
export function planFaults(random: Random, options: PlanOptions): Fault[] {
  const kills = shuffled(random, everyKill()).slice(0, options.kills);
  while (kills.length < options.kills) kills.push(drawKill(random));
  const others: Fault[] = [];
  for (let rounds = 0; others.length < options.faults; rounds++) {
    const variants = [...everyOther(random, options.longestMs), ...(options.kinds ? LOST_WORK : [])];
    const round = shuffled(random, variants).filter((fault) => isAsked(fault, options));
    // A mode of a cut is not drawn in every round.
    if (others.length === 0 && rounds === MANY_ROUNDS) throw new Error(`no fault is a ${options.kinds?.join(' or ')}`);
    others.push(...oneOfEachKindFirst(round).slice(0, options.faults - others.length));
  }
  // At the end: the other faults of a seed stay in the order that they had before there were these.
  const added = options.kinds === undefined && options.faults > 0 ? LOST_WORK : [];
  return shuffled(random, [...kills, ...others, ...added]);
}

const LOST_WORK: readonly Fault[] = [
  { kind: 'lose-work', how: 'removed' },
  { kind: 'lose-work', how: 'replaced' },
];

const MANY_ROUNDS = 100;

const isAsked = (fault: Fault, { kinds }: PlanOptions): boolean =>
  kinds === undefined || kinds.some((kind) => kind === fault.kind || describeFault(fault).includes(kind));

const everyKill = (): Fault[] => [
  ...VICTIMS.map((victim): Fault => ({ kind: 'kill', victim })),
  { kind: 'second-writer', victim: 'projector', pauseMs: SHORT_PAUSE_MS },
  { kind: 'second-writer', victim: 'apm', pauseMs: SHORT_PAUSE_MS },
  { kind: 'stall-log-kill-gateway' },
];

function drawKill(random: Random): Fault {
  if (random.chance(0.15)) {
    return { kind: 'second-writer', victim: random.pick(['projector', 'apm'] as const), pauseMs: SHORT_PAUSE_MS };
  }
  if (random.chance(0.1)) return { kind: 'stall-log-kill-gateway' };
  return { kind: 'kill', victim: random.pick(VICTIMS) };
}

function everyOther(random: Random, longestMs: number): Fault[] {
  const ms = () => random.int(Math.min(SHORTEST_MS, longestMs), longestMs);
  return [
    ...PAUSED.map((victim): Fault => ({ kind: 'pause', victim, ms: ms() })),
    { kind: 'second-writer', victim: 'projector', pauseMs: BEYOND_LEASE_MS },
    ...LINKS.map((link): Fault => ({ kind: 'cut', link, mode: random.pick(CUT_MODES), ms: ms() })),
    { kind: 'full-log' },
    { kind: 'restore', purged: false },
    { kind: 'restore', purged: true },
    { kind: 'lose-log', how: 'deleted' },
    { kind: 'lose-log', how: 'disk' },
  ];
}

/** A short run meets every kind before a long one meets every variant. */
function oneOfEachKindFirst(faults: readonly Fault[]): Fault[] {
  const seen = new Set<FaultKind>();
  const first = faults.filter(({ kind }) => !seen.has(kind) && seen.add(kind));
  return [...first, ...faults.filter((fault) => !first.includes(fault))];
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `kill -9 ${fault.victim}`;
    case 'stall-log-kill-gateway':
      return 'stall nats, kill -9 gateway';
    case 'second-writer':
      return `a second ${fault.victim} for a while, the first stands still for ${seconds(fault.pauseMs)}`;
    case 'pause':
      return `pause ${fault.victim} for ${seconds(fault.ms)}`;
    case 'cut':
      return `cut ${fault.link} (${fault.mode}) for ${seconds(fault.ms)}`;
    case 'full-log':
      return 'stop what reads the log until it is full';
    case 'restore':
      return `restore an older database, ${fault.purged ? 'which the log no longer reaches back to' : 'with all of the log since'}`;
    case 'lose-work':
      return fault.how === 'removed' ? 'remove the work folders' : 'put files into the places of the work folders';
    case 'lose-log':
      return fault.how === 'deleted' ? 'delete the stream of the log' : 'kill -9 nats and lose its disk';
  }
}
