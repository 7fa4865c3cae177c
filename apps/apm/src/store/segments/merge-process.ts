/** Merges run in a process of their own: their memory and their processor time are not those of apm. */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Signal } from '@spanwise/segments/columns';
import type { EngineLimits } from '@spanwise/segments/engine-instance';
import type { SegmentFile } from '@spanwise/segments/segment-engine';

/** The built program, whether this file runs built or not. */
const PROGRAM = fileURLToPath(new URL('../../../dist/store/segments/merge-main.js', import.meta.url));
/** A merge has a bounded input; one that takes longer is given up. */
const LONGEST_MERGE_MS = 600_000;
/** Without work the process ends, and with it what it holds. */
const IDLE_MS = 60_000;
/** Queries and figures come first. */
const NICENESS = 10;

export interface MergeRequest {
  signal: Signal;
  paths: readonly string[];
  target: string;
}

export type MergeAnswer = { file: SegmentFile } | { failure: string };

/** Makes one segment of several. */
export interface SegmentMerger {
  fromSegments(signal: Signal, paths: readonly string[], target: string): Promise<SegmentFile>;
}

/** One merge at a time. The process is made when there is work. */
export class MergeProcess implements SegmentMerger {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly limits: EngineLimits) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Throws what the engine says, and when the process ends: nothing is in the target under its name. */
  async fromSegments(signal: Signal, paths: readonly string[], target: string): Promise<SegmentFile> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    try {
      const answer = await answerOf(child, { signal, paths, target });
      if ('file' in answer) return answer.file;
      // What it holds may be the cause: a spill folder that is gone, for one.
      this.close();
      throw new Error(answer.failure);
    } finally {
      this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  close(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, [JSON.stringify(this.limits)], {
      serialization: 'advanced',
      // Nothing of apm's environment: there are secrets in it.
      env: { TZ: 'UTC' },
      execArgv: ['--max-old-space-size=192'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    return child;
  }
}

function answerOf(child: ChildProcess, request: MergeRequest): Promise<MergeAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MERGE_MS);
    const finish = () => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    const onMessage = (answer: MergeAnswer) => {
      finish();
      resolve(answer);
    };
    const onExit = () => {
      finish();
      reject(new Error('the process of a merge ended before its answer'));
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.send(request, (error) => {
      if (error !== null) onExit();
    });
  });
}
