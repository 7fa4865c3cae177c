/** The victim in a thread of its own: while the attack makes and reads its megabytes, its program stands still for moments. */
import { Worker } from 'node:worker_threads';
import type { Access } from '../harness/product.js';
import type { Victim } from './victim.js';

/** What is asked of the victim, and the answer to it. */
export interface VictimCall {
  id: number;
  name: 'whole' | 'takeoverBegins' | 'takeoverEnds' | 'asks' | 'finish';
  argument?: boolean;
}

export interface VictimAnswer {
  id: number;
  result?: unknown;
  error?: string;
}

export interface VictimStart {
  access: Access;
  seed: string;
  /** One number, which the attack's thread writes. */
  slowness: Float64Array;
}

const PROGRAM = new URL('./victim.main.js', import.meta.url);
const SLOWNESS_INTERVAL_MS = 500;

export class VictimThread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  private calls = 0;

  constructor({ baseUrl, intakeToken, readToken }: Access, seed: string, slowness: () => number) {
    const shared = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
    shared[0] = 1;
    const timer = setInterval(() => (shared[0] = slowness()), SLOWNESS_INTERVAL_MS).unref();
    const workerData: VictimStart = {
      access: { baseUrl, intakeToken, readToken },
      seed,
      slowness: shared,
    };
    this.worker = new Worker(PROGRAM, { workerData });
    this.worker.on('message', ({ id, result, error }: VictimAnswer) => {
      if (error === undefined) this.waiting.get(id)?.resolve(result);
      else this.waiting.get(id)?.reject(new Error(error));
      this.waiting.delete(id);
    });
    this.worker.on('error', (error) => this.end(error));
    this.worker.once('exit', () => {
      clearInterval(timer);
      this.end(new Error('the thread of the victim has ended'));
    });
    // A campaign that has failed does not wait for it.
    this.worker.unref();
  }

  call<Name extends VictimCall['name']>(
    name: Name,
    ...[argument]: Parameters<Victim[Name]>
  ): Promise<Awaited<ReturnType<Victim[Name]>>> {
    const id = this.calls++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.worker.postMessage({ id, name, ...(argument !== undefined && { argument }) } satisfies VictimCall);
    });
  }

  private end(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
