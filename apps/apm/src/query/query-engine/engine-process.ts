import { type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unavailable } from '@spanwise/contracts/base/errors';
import { outOfMemory } from './engine-error.js';
import type { EngineLimits, FromEngine, RunRequest, ToEngine } from './engine-protocol.js';
import { heldMemory, limitedFork, type HeldMemory } from './limited-fork.js';
import type { CheckedStatement } from './statement-check.js';
import { errorOf, StatementRows, type Waiting } from './statement-rows.js';

/** The built program, whether this file runs built or not. */
const PROGRAM = fileURLToPath(new URL('../../../dist/query/query-engine/engine-main.js', import.meta.url));
/** A statement that does not end by itself this long after it was asked to is ended with its process. */
const STOP_GRACE_MS = 400;
const START_MS = 60_000;
/** Functions make gigabytes a second. */
const MEMORY_LOOK_MS = 20;
/** What the kernel counts of a process and is not touched: stacks of threads, what the allocator keeps. */
const UNTOUCHED_BYTES = 208 * 1024 * 1024;
/** A process that holds more than this share of a limit was near it when it died, and takes no other statement. */
const NEAR_LIMIT = 0.75;

/** One engine process as apm sees it. It runs one statement at a time and dies alone. */
export class EngineProcess {
  private readonly child: ChildProcess;
  private waiting: Waiting | undefined;
  private killTimer: NodeJS.Timeout | undefined;
  private readonly starting: Promise<void>;
  private readonly ended: Promise<void>;
  private memoryTimer: NodeJS.Timeout | undefined;
  private held: HeldMemory | undefined;
  private readsStreams = false;
  /** Checks and statements that the process is not done with. */
  private working = 0;
  private freed: () => void = () => undefined;
  alive = true;
  /** It takes a statement at once. */
  started = false;

  constructor(private readonly limits: EngineLimits) {
    this.child = limitedFork(PROGRAM, [JSON.stringify(limits)], limits.processBytes + UNTOUCHED_BYTES);
    this.ended = new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.once('error', () => this.child.pid === undefined && resolve());
    });
    this.starting = this.start();
    this.starting.catch(() => this.kill());
    this.child.on('message', (message: FromEngine) => {
      if (message.kind === 'checked' || message.kind === 'free' || message.kind === 'failed') this.done();
      this.waiting?.take(message);
    });
    // A process that could not be started is one that has ended; other errors leave it running.
    this.child.on('error', () => undefined);
    void this.ended.then(() => this.gone());
  }

  /** The last answer is out, and the process only gives back what its statement held. */
  get closing(): boolean {
    return this.alive && this.working > 0;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  ready(): Promise<void> {
    return this.starting;
  }

  check(statement: string): Promise<CheckedStatement> {
    this.begin();
    this.readsStreams = false;
    this.sendToEngine({ kind: 'check', statement });
    return this.until((message) => (message.kind === 'checked' ? message.checked : undefined));
  }

  /** The rows begin to come at once; `close` has to be called in the end, however it ends. */
  async run(request: RunRequest, progress?: (share: number) => void): Promise<StatementRows> {
    const rows = new StatementRows(
      (bytes) => this.sendToEngine({ kind: 'taken', bytes }),
      () => this.stop(),
      () => this.settle(),
      progress,
    );
    this.waiting = rows;
    this.begin();
    this.readsStreams = request.files.length > 0;
    this.sendToEngine({ kind: 'run', request });
    if (!this.alive) rows.gone(engineGone());
    await rows.begun();
    return rows;
  }

  /** Stops what runs; the process lives on when the statement heeds it in time. */
  stop(): void {
    this.sendToEngine({ kind: 'stop' });
    this.killTimer ??= setTimeout(() => this.kill(), STOP_GRACE_MS);
  }

  kill(): void {
    this.alive = false;
    this.freed();
    this.child.kill('SIGKILL');
  }

  /** Resolves once the process is free for other work, or has ended: what is not free soon is killed. */
  async rest(): Promise<void> {
    this.settle();
    if (this.closing) {
      const free = new Promise<void>((resolve) => (this.freed = resolve));
      await Promise.race([free, sleep(STOP_GRACE_MS, undefined, { ref: false })]);
    }
    if (this.closing || this.nearLimit(this.look())) this.kill();
    if (!this.alive) await this.ended;
  }

  /** Nothing runs in it any more: a stop that came too late must not hit what runs next. */
  settle(): void {
    this.waiting = undefined;
    clearTimeout(this.killTimer);
    this.killTimer = undefined;
  }

  /** Heard apart from what waits for an answer: the caller that waits for the start may leave before it. */
  private start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(engineGone()), START_MS);
      this.child.once('message', () => {
        this.started = true;
        resolve(clearTimeout(timer));
      });
      this.child.once('exit', () => reject(engineGone()));
    });
  }

  private async until<T>(pick: (message: FromEngine) => T | undefined): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.waiting = {
          take: (message) => {
            if (message.kind === 'failed') return reject(errorOf(message));
            const picked = pick(message);
            if (picked !== undefined) resolve(picked);
          },
          gone: reject,
        };
        if (!this.alive) reject(engineGone());
      });
    } finally {
      this.settle();
    }
  }

  private sendToEngine(message: ToEngine): void {
    if (this.alive && this.child.connected) this.child.send(message, () => undefined);
  }

  /** Only one that works grows: the others are not looked at. */
  private begin(): void {
    this.working++;
    this.memoryTimer ??= setInterval(() => this.watchMemory(), MEMORY_LOOK_MS).unref();
  }

  private done(): void {
    this.working--;
    if (this.working > 0) return;
    this.endWatch();
    this.freed();
  }

  private endWatch(): void {
    clearInterval(this.memoryTimer);
    this.memoryTimer = undefined;
  }

  private look(): HeldMemory | undefined {
    return (this.held = (this.child.pid === undefined ? undefined : heldMemory(this.child.pid)) ?? this.held);
  }

  /** The engine counts its buffers; what its functions allocate beside them it does not. */
  private watchMemory(): void {
    const held = this.look();
    if (!this.alive || held === undefined || held.residentBytes <= this.limits.processBytes) return;
    this.waiting?.gone(errorOf({ error: outOfMemory(this.readsStreams) }));
    this.kill();
  }

  private nearLimit(held: HeldMemory | undefined): boolean {
    const { processBytes } = this.limits;
    if (held === undefined) return false;
    return (
      held.residentBytes > NEAR_LIMIT * processBytes || held.dataBytes > NEAR_LIMIT * (processBytes + UNTOUCHED_BYTES)
    );
  }

  private gone(): void {
    this.alive = false;
    clearTimeout(this.killTimer);
    this.endWatch();
    // The kernel refuses an allocation, and a library that cannot go on without it ends the process.
    const starved = this.nearLimit(this.held);
    this.waiting?.gone(starved ? errorOf({ error: outOfMemory(this.readsStreams) }) : engineGone());
  }
}

const engineGone = (): Error => unavailable('The engine process of this query ended before its answer: ask again.');
