/** Resident memory of the product's processes over a time: below a bound, and not growing towards the end. */
import type { Product } from '../harness/product.js';
import { familyOf, residentBytes } from './processes.js';

const MIB = 1024 * 1024;

/** Bounds under any load, in MiB. PostgreSQL: memory of its own of all its processes, without what they share. */
export const MEMORY_BOUNDS_MIB: Readonly<Record<string, number>> = {
  gateway: 640,
  iam: 256,
  apm: 640,
  notify: 256,
  projector: 768,
  nats: 512,
  postgres: 1_024,
};

const INTERVAL_MS = 1_000;
/** The last third may lie this much above the middle one: caches still fill, collectors run at any time. */
const GROWTH = 1.15;
const GROWTH_SLACK_MIB = 48;

export class MemoryWatch {
  private readonly samplesMib = new Map<string, number[]>();
  private readonly timer: NodeJS.Timeout;

  private constructor(private readonly product: Product) {
    this.timer = setInterval(() => this.sample(), INTERVAL_MS);
  }

  static start(product: Product): MemoryWatch {
    return new MemoryWatch(product);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Processes above their bound; all that a run too short for a steady state can say. */
  excess(): string[] {
    return [...this.samplesMib]
      .filter(([name, samples]) => Math.max(...samples) > MEMORY_BOUNDS_MIB[name]!)
      .map(([name, samples]) => `${name} used ${Math.max(...samples)} MiB`);
  }

  faults(): string[] {
    const faults = this.excess();
    for (const [name, samples] of this.samplesMib) {
      const [middle, last] = [third(samples, 1), third(samples, 2)];
      if (last > middle * GROWTH + GROWTH_SLACK_MIB)
        faults.push(`the memory of ${name} grew from ${middle} to ${last} MiB`);
    }
    return faults;
  }

  private sample(): void {
    for (const name of Object.keys(MEMORY_BOUNDS_MIB)) {
      const pid = this.product.pid(name);
      if (pid === undefined) continue;
      const bytes =
        name === 'postgres'
          ? familyOf(pid).reduce((sum, member) => sum + (residentBytes(member, 'RssAnon') ?? 0), 0)
          : residentBytes(pid);
      if (bytes === undefined) continue;
      const samples = this.samplesMib.get(name) ?? [];
      samples.push(Math.round(bytes / MIB));
      this.samplesMib.set(name, samples);
    }
  }
}

/** Mean of one third of the samples, 0 to 2. */
function third(samples: readonly number[], which: number): number {
  const part = samples.slice(Math.floor((samples.length * which) / 3), Math.ceil((samples.length * (which + 1)) / 3));
  return Math.round(part.reduce((sum, one) => sum + one, 0) / Math.max(1, part.length));
}
