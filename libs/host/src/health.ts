import type { SubsystemState } from '@spanwise/contracts/base/heartbeat';

/**
 * The state of this process: what `/readyz` answers and what its heartbeat carries. `/healthz` of a process says only
 * that it runs; a database that is away makes it unready, and never restarts it.
 */
export class HealthState {
  private readonly probes = new Map<string, () => SubsystemState>();
  private readonly degrading = new Set<string>();
  private started = false;
  private stopping = false;

  addProbe(name: string, probe: () => SubsystemState): void {
    this.probes.set(name, probe);
  }

  /** For what this process can serve without: it is reported, and does not make it unready. */
  addDegradingProbe(name: string, probe: () => SubsystemState): void {
    this.addProbe(name, probe);
    this.degrading.add(name);
  }

  markStarted(): void {
    this.started = true;
  }

  markStopping(): void {
    this.stopping = true;
  }

  subsystems(): Record<string, SubsystemState> {
    return Object.fromEntries([...this.probes].map(([name, probe]) => [name, probe()]));
  }

  /** Why this process cannot serve now, or undefined when it can. */
  unreadyReason(): string | undefined {
    if (this.stopping) return 'stopping';
    if (!this.started) return 'starting';
    return Object.entries(this.subsystems()).find(([name, state]) => !state.up && !this.degrading.has(name))?.[0];
  }
}
