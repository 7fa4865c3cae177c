import { fork, type ChildProcess } from 'node:child_process';
import { tooManyRequests } from '@spanwise/contracts/base/errors';

export interface WorkerLimits {
  timeoutMs: number;
  heapMib: number;
  /** Tasks that wait for their turn, the running one among them. */
  waiting: number;
  /** Whatever a library loses of memory goes with its process. */
  tasksOfAProcess: number;
  idleMs: number;
}

const RETRY_SECONDS = 2;

/** Runs tasks on what strangers have sent in a process apart, one at a time, each within a time and without this process's secrets. */
export class ForkedWorker<In extends object, Out extends object> {
  private child: ChildProcess | undefined;
  private left = 0;
  private waiting = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: string,
    private readonly limits: WorkerLimits,
  ) {}

  /** Undefined when the process took too long or did not survive the task. Throws 429 when too many wait. */
  async run(task: In): Promise<Out | undefined> {
    if (this.waiting >= this.limits.waiting)
      throw tooManyRequests('Too many of these at once; try again.', RETRY_SECONDS);
    this.waiting++;
    const work = this.turn.then(() => this.send(task));
    this.turn = work.catch(() => undefined).finally(() => this.waiting--);
    return work;
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async send(task: In): Promise<Out | undefined> {
    clearTimeout(this.idle);
    const { timeoutMs, idleMs } = this.limits;
    const child = this.started();
    const answer = await new Promise<Out | undefined>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const end = (out?: Out) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(out);
      };
      child.once('message', (out) => end(out as Out));
      child.once('exit', () => end());
      child.once('error', () => end());
      child.send(task, (error) => error && end());
    });
    if (answer === undefined || --this.left <= 0) this.stop();
    else this.idle = setTimeout(() => this.stop(), idleMs).unref();
    return answer;
  }

  private started(): ChildProcess {
    if (this.child?.connected) return this.child;
    const { heapMib, tasksOfAProcess } = this.limits;
    const child = fork(this.program, {
      env: {},
      execArgv: [`--max-old-space-size=${heapMib}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    this.left = tasksOfAProcess;
    this.child = child;
    return child;
  }
}
