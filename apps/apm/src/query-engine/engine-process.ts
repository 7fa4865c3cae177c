import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unavailable } from '@spanwise/contracts/errors';
import type { EngineLimits, FromEngine, RunRequest, ToEngine } from './engine-protocol.js';
import type { CheckedStatement } from './statement-check.js';
import { errorOf, StatementRows, type Waiting } from './statement-rows.js';

/** The built program, whether this file runs built or not. */
const PROGRAM = fileURLToPath(new URL('../../dist/query-engine/engine-main.js', import.meta.url));
/** A statement that does not end by itself this long after it was told to is ended with its process. */
const STOP_GRACE_MS = 400;
const START_MS = 15_000;

/** One engine process as apm sees it. It runs one statement at a time and dies alone. */
export class EngineProcess {
  private readonly child: ChildProcess;
  private waiting: Waiting | undefined;
  private killTimer: NodeJS.Timeout | undefined;
  private readonly started: Promise<void>;
  alive = true;

  constructor(limits: EngineLimits) {
    this.child = fork(PROGRAM, [JSON.stringify(limits)], {
      serialization: 'advanced',
      // Nothing of apm's environment: there are secrets in it.
      env: { TZ: 'UTC' },
      execArgv: ['--max-old-space-size=192'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.started = this.start();
    this.started.catch(() => this.kill());
    this.child.on('message', (message: FromEngine) => {
      if (message.kind === 'failed' && message.ending) this.alive = false;
      this.waiting?.take(message);
    });
    this.child.on('error', () => this.gone());
    this.child.on('exit', () => this.gone());
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  ready(): Promise<void> {
    return this.started;
  }

  check(statement: string): Promise<CheckedStatement> {
    this.tell({ kind: 'check', statement });
    return this.until((message) => (message.kind === 'checked' ? message.checked : undefined));
  }

  /** The rows begin to come at once; `close` has to be called in the end, however it ends. */
  async run(request: RunRequest, progress?: (share: number) => void): Promise<StatementRows> {
    const rows = new StatementRows(
      (bytes) => this.tell({ kind: 'taken', bytes }),
      () => this.stop(),
      () => this.settle(),
      progress,
    );
    this.waiting = rows;
    this.tell({ kind: 'run', request });
    if (!this.alive) rows.gone(engineGone());
    await rows.begun();
    return rows;
  }

  /** Stops what runs; the process lives on when the statement heeds it in time. */
  stop(): void {
    this.tell({ kind: 'stop' });
    this.killTimer ??= setTimeout(() => this.kill(), STOP_GRACE_MS);
  }

  kill(): void {
    this.alive = false;
    this.child.kill('SIGKILL');
  }

  /** Nothing runs in it any more: a stop that came too late must not hit what runs next. */
  settle(): void {
    this.waiting = undefined;
    clearTimeout(this.killTimer);
    this.killTimer = undefined;
  }

  /** Heard apart from what waits for an answer: whoever waits for the start may leave before it. */
  private start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(engineGone()), START_MS);
      this.child.once('message', () => resolve(clearTimeout(timer)));
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

  private tell(message: ToEngine): void {
    if (this.alive && this.child.connected) this.child.send(message, () => undefined);
  }

  private gone(): void {
    this.alive = false;
    clearTimeout(this.killTimer);
    this.waiting?.gone(engineGone());
  }
}

const engineGone = (): Error => unavailable('The engine process of this query ended before its answer: ask again.');
