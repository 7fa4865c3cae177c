/** The faults of a campaign: which there are, which are drawn, and how they are named. */
import type { Random } from '@spanwise/telemetry/random';
import { LINKS, type Link } from './links.js';
import type { ProxyMode } from './tcp-proxy.js';

/** The store writer is a child of the projector; the others are processes of the launcher. */
const VICTIMS = ['gateway', 'projector', 'apm', 'nats', 'postgres', 'store-writer'] as const;
export type Victim = (typeof VICTIMS)[number];

const PAUSED = ['gateway', 'projector', 'apm', 'nats', 'postgres', 'iam'] as const;
const CUT_MODES = ['refuse', 'blackhole', 'reset', 'half-open', 'delay'] as const satisfies ProxyMode[];

export type Kill =
  | { kind: 'kill'; victim: Victim }
  /** An orderly end, as a rollout asks for it. */
  | { kind: 'stop'; victim: Victim }
  /** The log stands still, the gateway dies with requests waiting for it, the log goes on. */
  | { kind: 'stall-log-kill-gateway' }
  /** A second writer works beside the first for a while, the first stands still meanwhile, and the second is killed. */
  | { kind: 'second-writer'; victim: 'projector' | 'apm'; pauseMs: number };

export type Fault =
  | Kill
  /** A process stands still, with everything it holds open, and goes on. */
  | { kind: 'pause'; victim: (typeof PAUSED)[number]; ms: number }
  /** The link between a service and its server fails for a while. */
  | { kind: 'cut'; link: Link; mode: (typeof CUT_MODES)[number]; ms: number }
  /** The log is filled while its readers stand still, until it takes nothing more. */
  | { kind: 'full-log' }
  /** The database of some time ago comes back; `purged`: the log no longer holds all that came since. */
  | { kind: 'restore'; purged: boolean }
  /** What the processes have in the making is removed under them, or a file is put in its place. */
  | { kind: 'lose-work'; how: 'removed' | 'replaced' }
  /** The log loses its stream: deleted under running services, or with the server's disk. */
  | { kind: 'lose-log'; how: 'deleted' | 'disk' };

export interface PlanOptions {
  kills: number;
  /** Of the other faults only those of these kinds, or whose description contains one of these texts; otherwise each once. */
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
const BEYOND_LEASE_MS = 17_000;

/** They take turns: none comes again before each has come. */
export function planKills(random: Random, kills: number): Kill[] {
  const drawn: Kill[] = [];
  while (drawn.length < kills) drawn.push(...random.shuffle([...KILLS]).slice(0, kills - drawn.length));
  return drawn;
}

/** In random order. */
export function planFaults(random: Random, { kills, kinds, longestMs }: PlanOptions): Fault[] {
  const isAsked = (fault: Fault) =>
    kinds === undefined || kinds.some((kind) => kind === fault.kind || describeFault(fault).includes(kind));
  return random.shuffle([...planKills(random, kills), ...everyOther(random, longestMs).filter(isAsked)]);
}

const KILLS: readonly Kill[] = [
  ...VICTIMS.map((victim): Kill => ({ kind: 'kill', victim })),
  { kind: 'second-writer', victim: 'projector', pauseMs: SHORT_PAUSE_MS },
  { kind: 'second-writer', victim: 'apm', pauseMs: SHORT_PAUSE_MS },
  { kind: 'stall-log-kill-gateway' },
];

function everyOther(random: Random, longestMs: number): Fault[] {
  const ms = () => random.int(Math.min(SHORTEST_MS, longestMs), longestMs);
  return [
    ...PAUSED.map((victim): Fault => ({ kind: 'pause', victim, ms: ms() })),
    { kind: 'second-writer', victim: 'projector', pauseMs: BEYOND_LEASE_MS },
    ...LINKS.map((link): Fault => ({ kind: 'cut', link, mode: random.pick(CUT_MODES), ms: ms() })),
    { kind: 'full-log' },
    { kind: 'restore', purged: false },
    { kind: 'restore', purged: true },
    { kind: 'lose-work', how: 'removed' },
    { kind: 'lose-work', how: 'replaced' },
    { kind: 'lose-log', how: 'deleted' },
    { kind: 'lose-log', how: 'disk' },
  ];
}

/** Such as `cut apm-nats reset 1200`. */
export const describeFault = (fault: Fault): string => Object.values(fault).join(' ');
