import { EngineProcess } from './engine-process.js';
import type { EngineLimits } from './engine-protocol.js';

/**
 * Engine processes, used again. Each runs one statement: one that crashes, or that has to be killed, takes no other with
 * it. How many run is the admission's to say; from the first statement on one more is kept ready, because the start of a
 * process takes seconds where others have the processor.
 */
export class EnginePool {
  private idle: { engine: EngineProcess; sinceMs: number }[] = [];
  private readonly busy = new Set<EngineProcess>();
  /** Of processes whose answers are out, and which will soon be idle. */
  private readonly freeing = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;
  private closed = false;

  /** Processes that wait for work beyond the first are ended after `idleMs`. */
  constructor(
    private readonly limits: EngineLimits,
    private readonly idleMs = 60_000,
  ) {
    this.timer = setInterval(() => this.endIdle(), idleMs / 4).unref();
  }

  /** Has one process ready before the first query. */
  warm(): Promise<void> {
    this.keepSpare();
    return this.ready();
  }

  /** Resolves once all processes that wait for work take it at once. */
  async ready(): Promise<void> {
    await Promise.all(this.idle.map(({ engine }) => engine.ready()));
  }

  get busyPids(): number[] {
    return [...this.busy].flatMap((engine) => (engine.pid === undefined ? [] : [engine.pid]));
  }

  /** Processes that run statements or wait for one. */
  get size(): number {
    return this.idle.length + this.busy.size;
  }

  /**
   * `signal` ends the wait for a process that starts; what runs in it is the work's to stop. `left` is called once the
   * process is free or has ended, which may be after the answer; one that is given up has ended before the answer.
   */
  async use<T>(work: (engine: EngineProcess) => Promise<T>, signal?: AbortSignal, left?: () => void): Promise<T> {
    let engine: EngineProcess;
    try {
      engine = await this.take();
    } catch (error) {
      left?.();
      throw error;
    }
    try {
      await unlessAborted(engine.ready(), signal);
      return await work(engine);
    } finally {
      const free = this.giveBack(engine).finally(left);
      if (engine.closing) this.noteFreeing(free);
      else await free;
    }
  }

  /** Resolves when no process is left. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    const all = [...this.idle.map(({ engine }) => engine), ...this.busy];
    for (const engine of all) engine.kill();
    await Promise.all(all.map((engine) => engine.rest()));
  }

  private async giveBack(engine: EngineProcess): Promise<void> {
    await engine.rest();
    this.busy.delete(engine);
    if (this.closed) return engine.kill();
    if (engine.alive) this.idle.push({ engine, sinceMs: performance.now() });
    this.keepSpare();
  }

  /** One that will be free in a moment is as good as one that waits. */
  private keepSpare(): void {
    if (this.idle.length > 0 || this.freeing.size > 0 || this.closed) return;
    this.idle.push({ engine: new EngineProcess(this.limits), sinceMs: performance.now() });
  }

  /** One that will be free in a moment is waited for: it takes less than a start. */
  private async take(): Promise<EngineProcess> {
    while (this.freeing.size > 0 && this.idle.length === 0) await Promise.race(this.freeing);
    const living = this.idle.filter(({ engine }) => engine.alive);
    const taken = living.findLast(({ engine }) => engine.started) ?? living.at(-1);
    this.idle = living.filter((one) => one !== taken);
    const engine = taken?.engine ?? new EngineProcess(this.limits);
    this.busy.add(engine);
    this.keepSpare();
    return engine;
  }

  private noteFreeing(free: Promise<void>): void {
    this.freeing.add(free);
    void free.finally(() => {
      this.freeing.delete(free);
      this.keepSpare();
    });
  }

  private endIdle(): void {
    const oldestMs = performance.now() - this.idleMs;
    while (this.idle.length > 1 && this.idle[0]!.sinceMs < oldestMs) this.idle.shift()!.engine.kill();
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
