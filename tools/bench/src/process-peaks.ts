/** Resident memory of the product's processes and of those that they start, at its most. */
import { readFileSync } from 'node:fs';
import type { Product } from '@spanwise/e2e/system/harness/product';
import { childrenOf, residentMiB } from './measure.js';

const SERVICES = ['gateway', 'iam', 'apm', 'notify', 'projector'] as const;
const SAMPLE_MS = 100;
/** What a process that a service starts is, by its program. */
const PROGRAMS = [
  ['engine-main.js', 'engine process'],
  ['merge-main.js', 'merge process'],
  ['store-writer.main.js', 'store writer'],
] as const;

export class ProcessPeaks {
  private readonly peaks = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly product: Product) {
    this.timer = setInterval(() => this.sample(), SAMPLE_MS);
  }

  /** MiB by process; those of one program count as the largest of them. */
  stop(): ReadonlyMap<string, number> {
    clearInterval(this.timer);
    this.sample();
    return this.peaks;
  }

  private sample(): void {
    for (const service of SERVICES) {
      const pid = this.product.pid(service);
      if (pid === undefined) continue;
      this.note(service, pid);
      for (const child of childrenOf(pid)) {
        const program = programOf(child);
        if (program !== undefined) this.note(program, child);
      }
    }
  }

  private note(name: string, pid: number): void {
    try {
      this.peaks.set(name, Math.max(residentMiB(pid), this.peaks.get(name) ?? 0));
    } catch {
      // It has ended since it was listed.
    }
  }
}

function programOf(pid: number): string | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return PROGRAMS.find(([file]) => command.includes(file))?.[1];
  } catch {
    return undefined;
  }
}
