/** Every process of a product, engines included: what memory it takes, how many there are, and which were started again. */
import { MEMORY_BOUNDS_MIB } from '../crash/memory-watch.js';
import { commandOf, familyOf, residentBytes } from '../crash/processes.js';
import type { Product } from '../harness/product.js';

const MIB = 1024 * 1024;
const INTERVAL_MS = 250;
const ENGINE = 'engine-main';

export class ProcessWatch {
  private readonly peaksMib = new Map<string, number>();
  private readonly services = new Set<string>();
  private readonly timer = setInterval(() => this.sample(), INTERVAL_MS);
  /** Engines that live. */
  engines = 0;

  constructor(
    private readonly product: Product,
    /** MiB by name, beside those of the services; `other` is of all other names. */
    private readonly bounds: Readonly<Record<string, number>>,
  ) {}

  stop(): void {
    clearInterval(this.timer);
  }

  /** The largest of each name in MiB. */
  get peaks(): Record<string, number> {
    return Object.fromEntries(this.peaksMib);
  }

  faults(): string[] {
    const names = [...this.services].map((one) => one.split(' ')[0]);
    const again = new Set(names.filter((name, at) => names.indexOf(name) !== at));
    const large = [...this.peaksMib].filter(([name, mib]) => mib > this.boundOf(name));
    return [
      ...[...again].map((name) => `${name} was started again: ${this.product.logTail(name!)}`),
      ...large.map(([name, mib]) => `${name} used ${mib} MiB, more than ${this.boundOf(name)}`),
    ];
  }

  private boundOf = (name: string): number => MEMORY_BOUNDS_MIB[name] ?? this.bounds[name] ?? this.bounds.other!;

  private sample(): void {
    this.engines = 0;
    for (const [service, pid] of Object.entries(this.product.instance.pids)) {
      this.services.add(`${service} ${pid}`);
      const [, ...children] = familyOf(pid);
      if (service === 'postgres') {
        const bytes = [pid, ...children].map((member) => residentBytes(member, 'RssAnon') ?? 0);
        this.note(
          service,
          bytes.reduce((sum, one) => sum + one, 0),
        );
        continue;
      }
      this.note(service, residentBytes(pid));
      for (const child of children) {
        const name = programOf(child);
        // A process that was just forked is named like its service until its own program begins.
        if (name === undefined || name in MEMORY_BOUNDS_MIB) continue;
        if (name === ENGINE) this.engines++;
        this.note(name, residentBytes(child));
      }
    }
  }

  private note(name: string, bytes = 0): void {
    this.peaksMib.set(name, Math.max(this.peaksMib.get(name) ?? 0, Math.round(bytes / MIB)));
  }
}

/** Name of the script of a process of Node. */
function programOf(pid: number): string | undefined {
  try {
    const script = commandOf(pid).command.find((word) => /\.m?js$/.test(word));
    return /([\w.-]+?)(\.main)?\.m?js$/.exec(script ?? '')?.[1];
  } catch {
    return undefined;
  }
}
