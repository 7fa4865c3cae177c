/** Every process of a product, engines included: what memory it takes, what is left of it, and what others leave to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEMORY_BOUNDS_MIB } from '../crash/memory-watch.js';
import { residentBytes, signal } from '../crash/processes.js';
import type { Product } from '../harness/product.js';

const MIB = 1024 * 1024;
const INTERVAL_MS = 250;
/** A process this far over its limit is ended here, after it was noted: the machine is not the product's alone. */
const ENDED_AT = 2;
const SETTLE_MS = 15_000;
const IDLE_MS = 1_500;
/** Of a process that should rest: share of a core. */
const IDLE_SHARE = 0.2;
const TICKS_A_SECOND = 100;
/** Share of the machine; below a tenth of it nothing can be judged at all. */
const MOST_OF_OTHERS = 0.9;

interface Seen {
  pid: number;
  started: string;
  name: string;
  peakMib: number;
}

interface Stat {
  pid: number;
  parent: number;
  started: string;
  ticks: number;
}

/** Programs that run many times have one name. */
export const ENGINE = 'engine-main';

export class ProcessWatch {
  readonly faults: string[] = [];
  private readonly seen = new Map<string, Seen>();
  private readonly timer: NodeJS.Timeout;
  private readonly ended = new Set<number>();
  /** Services whose process had ended: their logs say why. */
  readonly startedAgain: string[] = [];
  private mostEngines = 0;
  /** Ticks of the product's processes, also of those that have ended. */
  private readonly ticks = new Map<string, number>();
  private readonly before = machineTicks();

  constructor(
    private readonly product: Product,
    /** MiB by name, beside those of the services. */
    private readonly bounds: Readonly<Record<string, number>>,
    /** Engines that may live when nothing is asked: those that run, and one that is ready. */
    private readonly engines: number,
  ) {
    this.sample();
    this.timer = setInterval(() => this.sample(), INTERVAL_MS);
  }

  /**
   * How many times as long everything may take, since others work on this machine: 1 where nobody does. What the product
   * and the attack take themselves is no excuse.
   */
  slowness = (): number => {
    const { busy, all } = machineTicks();
    const { user, system } = process.cpuUsage();
    const own = sum(this.ticks.values()) + ((user + system) / 1_000_000) * TICKS_A_SECOND;
    const others = Math.max(0, busy - this.before.busy - own) / Math.max(1, all - this.before.all);
    return 1 / (1 - Math.min(MOST_OF_OTHERS, others));
  };

  /** The largest of each name. */
  report(): string[] {
    const peaks = new Map<string, number>();
    for (const { name, peakMib } of this.seen.values()) peaks.set(name, Math.max(peaks.get(name) ?? 0, peakMib));
    const lines = [...peaks].map(([name, mib]) => `${name} ${mib} of ${this.boundOf(name)}`);
    return [
      `memory in MiB: ${lines.join(', ')}; at most ${this.mostEngines} engines at once`,
      `others left ${(100 / this.slowness()).toFixed(0)} % of the machine: limits of time are ${this.slowness().toFixed(1)} times as long`,
    ];
  }

  /** When nothing is asked any more, engines rest, and there are no more of them than may live. */
  async settle(slowness: () => number): Promise<void> {
    const startedMs = performance.now();
    for (;;) {
      const busy = await this.busyEngines();
      const living = this.living(ENGINE);
      if (busy.length === 0 && living.length <= this.engines) return;
      if (performance.now() - startedMs > SETTLE_MS * slowness()) {
        if (busy.length > 0) this.faults.push(`${busy.length} engines work long after the last question`);
        if (living.length > this.engines) this.faults.push(`${living.length} engines live, and ${this.engines} may`);
        return;
      }
    }
  }

  /** After the product was stopped: processes that it left. They are ended. */
  stop(): void {
    clearInterval(this.timer);
    for (const name of Object.keys(MEMORY_BOUNDS_MIB)) {
      const times = [...this.seen.values()].filter((one) => one.name === name).length;
      if (times <= 1) continue;
      this.faults.push(`${name} was started ${times} times`);
      this.startedAgain.push(name);
    }
    const left = this.living();
    for (const { pid, name, peakMib } of left) {
      this.faults.push(`${name} outlives the product, at ${peakMib} MiB`);
      signal(pid, 'SIGKILL');
    }
  }

  private living(name?: string): Seen[] {
    return [...this.seen.values()].filter(
      (one) => (name === undefined || one.name === name) && statOf(one.pid)?.started === one.started,
    );
  }

  private async busyEngines(): Promise<Seen[]> {
    const before = new Map(this.living(ENGINE).map((one) => [one, statOf(one.pid)?.ticks ?? 0]));
    await sleep(IDLE_MS);
    const most = (IDLE_SHARE * TICKS_A_SECOND * IDLE_MS) / 1_000;
    return [...before].filter(([{ pid }, ticks]) => (statOf(pid)?.ticks ?? 0) - ticks > most).map(([one]) => one);
  }

  private boundOf = (name: string): number => MEMORY_BOUNDS_MIB[name] ?? this.bounds[name] ?? this.bounds.other;

  private sample(): void {
    const all = processes();
    const names = new Map(Object.entries(this.instancePids()).map(([name, pid]) => [pid, name]));
    const families = descendants(all, [...names.keys()]);
    for (const stat of families) {
      const key = `${stat.pid} ${stat.started}`;
      this.ticks.set(key, stat.ticks);
      if (this.seen.has(key)) continue;
      const name = names.get(stat.pid) ?? programOf(stat.pid);
      if (name !== undefined) this.seen.set(key, { pid: stat.pid, started: stat.started, name, peakMib: 0 });
    }
    const living = new Map(all.map((stat) => [`${stat.pid} ${stat.started}`, stat]));
    // Whoever has lost its parent is still the product's: it is known by its time of start.
    for (const [key, one] of this.seen) if (living.has(key)) this.measure(one, all);
    const engines = [...this.seen].filter(([key, { name }]) => name === ENGINE && living.has(key)).length;
    this.mostEngines = Math.max(this.mostEngines, engines);
  }

  private measure(one: Seen, all: readonly Stat[]): void {
    const bytes =
      one.name === 'postgres'
        ? descendants(all, [one.pid]).reduce((sum, { pid }) => sum + (residentBytes(pid, 'RssAnon') ?? 0), 0)
        : residentBytes(one.pid);
    if (bytes === undefined) return;
    const mib = Math.round(bytes / MIB);
    const bound = this.boundOf(one.name);
    if (mib > bound && one.peakMib <= bound) this.faults.push(`${one.name} grew beyond ${bound} MiB`);
    one.peakMib = Math.max(one.peakMib, mib);
    if (mib > bound * ENDED_AT && !this.ended.has(one.pid)) {
      this.ended.add(one.pid);
      this.faults.push(`${one.name} was ended by the proof at ${mib} MiB`);
      signal(one.pid, 'SIGKILL');
    }
  }

  private instancePids(): Record<string, number> {
    try {
      return this.product.instance.pids;
    } catch {
      return {};
    }
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** Ticks of all cores since the machine started; what other machines took on the same host is busy, too. */
function machineTicks(): { busy: number; all: number } {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0];
  const [user, nice, system, idle, waiting, interrupts, soft, stolen] = line.trim().split(/\s+/).slice(1).map(Number);
  const busy = user + nice + system + interrupts + soft + stolen;
  return { busy, all: busy + idle + waiting };
}

const processes = (): Stat[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat !== undefined);

/** Undefined for what has ended, also where nobody has asked for its end yet. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), started: fields[19] };
  } catch {
    return undefined;
  }
}

function descendants(all: readonly Stat[], roots: readonly number[]): Stat[] {
  const children = new Map<number, Stat[]>();
  for (const stat of all) children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat]);
  const found = new Map(all.filter(({ pid }) => roots.includes(pid)).map((stat) => [stat.pid, stat]));
  for (const { pid } of found.values()) for (const child of children.get(pid) ?? []) found.set(child.pid, child);
  return [...found.values()];
}

/**
 * Name of the script of a process of Node; sessions of PostgreSQL are counted with their parent. Undefined also of one that
 * a service has just forked, which is called like the service until its own program begins.
 */
function programOf(pid: number): string | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const script = words.find((word) => /\.m?js$/.test(word));
    const name = script === undefined ? undefined : /([\w.-]+?)(\.main)?\.m?js$/.exec(script)?.[1];
    return name !== undefined && name in MEMORY_BOUNDS_MIB ? undefined : name;
  } catch {
    return undefined;
  }
}
