import { EngineProcess } from './engine-process.js';
import type { EngineLimits } from './engine-protocol.js';

/** Processes that wait for work beyond the first are ended after this. */
const IDLE_MS = 60_000;

/**
 * Engine processes, made when they are needed and used again. Each runs one statement: one that crashes, or that has to be
 * killed, takes no other with it. How many there may be is the admission's to say.
 */
export class EnginePool {
  private readonly idle: { engine: EngineProcess; sinceMs: number }[] = [];
  private readonly busy = new Set<EngineProcess>();
  private readonly timer: NodeJS.Timeout;
  private closed = false;

  constructor(private readonly limits: EngineLimits) {
    this.timer = setInterval(() => this.endIdle(), IDLE_MS / 4).unref();
  }

  /** Has one process ready before the first query. */
  async warm(): Promise<void> {
    await this.use(async () => undefined);
  }

  get busyPids(): number[] {
    return [...this.busy].flatMap((engine) => (engine.pid === undefined ? [] : [engine.pid]));
  }

  /** `signal` ends the wait for a process that starts; what runs in it is the work's to stop. */
  async use<T>(work: (engine: EngineProcess) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const engine = this.take();
    this.busy.add(engine);
    try {
      await unlessAborted(engine.ready(), signal);
      return await work(engine);
    } finally {
      this.busy.delete(engine);
      this.giveBack(engine);
    }
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    for (const { engine } of this.idle) engine.kill();
    for (const engine of this.busy) engine.kill();
  }

  /** A process that died is replaced at once, so that the next query does not wait for its start. */
  private giveBack(engine: EngineProcess): void {
    engine.settle();
    if (this.closed) return engine.kill();
    const next = engine.alive ? engine : this.idle.length === 0 ? new EngineProcess(this.limits) : undefined;
    if (next !== undefined) this.idle.push({ engine: next, sinceMs: performance.now() });
  }

  private take(): EngineProcess {
    for (let known = this.idle.pop(); known !== undefined; known = this.idle.pop()) {
      if (known.engine.alive) return known.engine;
    }
    return new EngineProcess(this.limits);
  }

  private endIdle(): void {
    const oldestMs = performance.now() - IDLE_MS;
    while (this.idle.length > 1 && this.idle[0].sinceMs < oldestMs) this.idle.shift()!.engine.kill();
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
