/** Keeps the store writer running in a process of its own: its memory, its faults and its end are not the projection's. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SubsystemReason, SubsystemState } from '@spanwise/contracts/base/heartbeat';
import type { Logger } from '@spanwise/host/logger';
import { WorkFolder } from '@spanwise/host/work-folder';
import type { ProjectorVariables } from '../config.js';
import { workPlace, type StoreStart, type StoreState } from './store-messages.js';

/** The built program, whether this file runs built or not. */
const ENTRY = fileURLToPath(new URL('../../dist/store/store-writer.main.js', import.meta.url));
const SHORTEST_BACKOFF_MS = 200;
const LONGEST_BACKOFF_MS = 10_000;
/** A process that ran this long has not failed at its start. */
const STEADY_MS = 30_000;
/** A process that says nothing for so long is ended and recreated. */
const SILENCE_MS = 60_000;
/** A process whose attempts fail in one way for so long is ended and recreated: what it holds may be the cause. */
const FAILING_MS = 60_000;
/** One attempt may take long where a store answers slowly; one that takes longer hangs. */
const HANGING_MS = 600_000;
const STOP_MS = 8_000;

export interface StoreProcessLimits {
  silenceMs: number;
  failingMs: number;
  hangingMs: number;
  stopMs: number;
}

const LIMITS: StoreProcessLimits = {
  silenceMs: SILENCE_MS,
  failingMs: FAILING_MS,
  hangingMs: HANGING_MS,
  stopMs: STOP_MS,
};

export class StoreProcess {
  private child: ChildProcess | undefined;
  private state: StoreState | undefined;
  private stopped = false;
  private backoffMs = SHORTEST_BACKOFF_MS;
  private timer: NodeJS.Timeout | undefined;
  private silence: NodeJS.Timeout | undefined;
  private failing: { fault: SubsystemReason; sinceMs: number } | undefined;
  /** Ends the process for good after it was asked to go. */
  private ending: NodeJS.Timeout | undefined;
  restarts = 0;

  constructor(
    private readonly config: ProjectorVariables,
    private readonly logger: Logger,
    private readonly entry = ENTRY,
    private readonly limits = LIMITS,
  ) {}

  /** Newest word of the process; undefined while it is not there. */
  get current(): StoreState | undefined {
    return this.state;
  }

  get health(): SubsystemState {
    if (this.state === undefined) return { up: false, reason: 'not running' };
    return this.state.fault === undefined ? { up: true } : { up: false, reason: this.state.fault };
  }

  start(): void {
    const startedMs = performance.now();
    const child = fork(this.entry, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.child = child;
    child.on('message', (state: StoreState) => {
      this.state = state;
      this.expectWord(child);
      this.endWhenStuck(child, state);
    });
    child.on('error', () => undefined);
    child.once('exit', (code, signal) => this.ended(performance.now() - startedMs, code, signal));
    const start: StoreStart = { config: this.config };
    child.send(start, () => undefined);
    this.expectWord(child);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.end(child);
    await ended;
    // One that had to be killed has left its files, and no other is started that would remove them.
    const { parent, name } = workPlace(this.config);
    await WorkFolder.sweep(parent, name);
  }

  private end(child: ChildProcess): void {
    if (this.ending !== undefined) return;
    child.kill('SIGTERM');
    this.ending = setTimeout(() => child.kill('SIGKILL'), this.limits.stopMs);
  }

  private endWhenStuck(child: ChildProcess, { fault, attemptAgeMs }: StoreState): void {
    const nowMs = performance.now();
    if (fault !== this.failing?.fault) this.failing = fault && { fault, sinceMs: nowMs };
    const isFailing = this.failing !== undefined && nowMs - this.failing.sinceMs > this.limits.failingMs;
    if (this.ending !== undefined || (!isFailing && attemptAgeMs < this.limits.hangingMs)) return;
    this.logger.error({ fault, attemptAgeMs }, 'store writer: stalled; terminating it');
    this.end(child);
  }

  private expectWord(child: ChildProcess): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => child.kill('SIGKILL'), this.limits.silenceMs);
    this.silence.unref();
  }

  private ended(ranMs: number, code: number | null, signal: string | null): void {
    clearTimeout(this.silence);
    clearTimeout(this.ending);
    this.ending = undefined;
    this.failing = undefined;
    this.child = undefined;
    this.state = undefined;
    if (this.stopped) return;
    this.restarts++;
    this.backoffMs = ranMs > STEADY_MS ? SHORTEST_BACKOFF_MS : Math.min(this.backoffMs * 2, LONGEST_BACKOFF_MS);
    this.logger.error({ code, signal, backoffMs: this.backoffMs }, 'store writer: exited; restarting it');
    this.timer = setTimeout(() => this.start(), this.backoffMs);
  }
}
