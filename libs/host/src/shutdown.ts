import type { Logger } from './logger.js';
import { describeError } from './logger.js';

/**
 * What is stopped, in this order: first nothing new comes in (`edge`), then work in progress ends (`workers`), then
 * what both rest on is closed (`connections`). Steps of one phase run side by side.
 */
export const PHASES = ['edge', 'workers', 'connections'] as const;
export type Phase = (typeof PHASES)[number];

interface Step {
  phase: Phase;
  name: string;
  stop: () => Promise<unknown>;
}

export class Shutdown {
  private readonly steps: Step[] = [];
  private readonly begun = new AbortController();

  constructor(
    private readonly logger: Logger,
    /** Longest time for each phase: a step that hangs must not keep the process from ending. */
    private readonly phaseTimeoutMs = 10_000,
  ) {}

  /** Aborted as soon as a shutdown begins; loops and retries watch it. */
  get signal(): AbortSignal {
    return this.begun.signal;
  }

  onStop(phase: Phase, name: string, stop: () => Promise<unknown>): void {
    this.steps.push({ phase, name, stop });
  }

  /** True when every step ended in time and without a failure. */
  async run(): Promise<boolean> {
    if (this.begun.signal.aborted) return true;
    this.begun.abort();
    let clean = true;
    for (const phase of PHASES) {
      const results = await Promise.all(
        this.steps.filter((step) => step.phase === phase).map((step) => this.stop(step)),
      );
      clean &&= results.every(Boolean);
    }
    return clean;
  }

  private async stop(step: Step): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`did not stop within ${this.phaseTimeoutMs} ms`)), this.phaseTimeoutMs);
    });
    try {
      await Promise.race([step.stop(), limit]);
      return true;
    } catch (error) {
      this.logger.error({ step: step.name, ...describeError(error) }, 'shutdown: step failed');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
