/** A thread of its own for large requests, one at a time: what a hostile body takes of time and memory, it takes there. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ServiceError, unavailable, type ErrorKind } from '@spanwise/contracts/base/errors';
import { Rejections } from './rejections.js';
import type { SliceOptions, SliceResult, SliceTask } from './slice-work.js';

/** Of the thread's own objects; bodies lie beside them. */
const HEAP_MIB = 512;
/** Far more than the largest request of the limits takes on a busy machine. */
const TIMEOUT_MS = 60_000;
const PROGRAM = createRequire(import.meta.url).resolve('@spanwise/gateway/intake/intake/slicing-program');

export type SlicingAnswer =
  { sliced: SliceResult<SliceTask>; error?: undefined } | { sliced?: undefined; error: SentError };

export interface SentError {
  kind: ErrorKind;
  message: string;
}

export class SlicingThread {
  private worker: Worker | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private stopped = false;
  private answered: (answer: SlicingAnswer | undefined) => void = () => undefined;

  constructor(private readonly options: SliceOptions) {}

  /** Throws `ServiceError`: what the work found wrong, or that the request takes more than there is for one. */
  run(task: SliceTask): Promise<SliceResult<SliceTask>> {
    const work = this.turn.then(() => this.send(task));
    this.turn = work.catch(() => undefined);
    return work;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.worker?.terminate();
  }

  private async send(task: SliceTask): Promise<SliceResult<SliceTask>> {
    if (this.stopped) throw unavailable('The process is stopping.');
    const worker = (this.worker ??= this.started());
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    const answer = await new Promise<SlicingAnswer | undefined>((resolve) => {
      this.answered = resolve;
      worker.postMessage(task);
    });
    clearTimeout(timer);
    if (answer?.sliced !== undefined) return classed(answer.sliced);
    if (answer === undefined && this.stopped) throw unavailable('The process is stopping.');
    if (answer === undefined)
      throw new ServiceError('payload_too_large', 'The request takes more time or memory than there is for one.');
    const { kind, message } = answer.error;
    throw kind === 'internal' ? new Error(message) : new ServiceError(kind, message);
  }

  private started(): Worker {
    const worker = new Worker(PROGRAM, {
      workerData: this.options,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    worker.on('message', (answer: SlicingAnswer) => this.answered(answer));
    // Its end shows that it has failed.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.worker = undefined;
      this.answered(undefined);
    });
    worker.unref();
    return worker;
  }
}

function classed(sliced: SliceResult<SliceTask>): SliceResult<SliceTask> {
  sliced.rejections = Rejections.of(sliced.rejections);
  return sliced;
}
