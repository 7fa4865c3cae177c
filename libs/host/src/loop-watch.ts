import { Worker } from 'node:worker_threads';

/** The built thread, whether this file runs built or not. */
const WATCHER = new URL('../dist/loop-watcher.js', import.meta.url);
const WATCHER_HEAP_MIB = 32;
const BEAT_MS = 500;

export interface LoopWatch {
  service: string;
  logLevel: string;
  /** Milliseconds in which the loop has to turn once. */
  limitMs: number;
}

/**
 * Ends this process, with a line in its log, when its event loop stands still for longer than the limit: work that never
 * ends, or native code that does not return. The parent restarts it. A thread of its own looks, so a
 * process that as a whole was stopped, or got no processor time, is not taken for one that hangs.
 *
 * Returns what ends the watch: a service may share its process with others that live on and compute (tests).
 */
export function watchLoop(watch: LoopWatch): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const counter = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const resourceLimits = { maxOldGenerationSizeMb: WATCHER_HEAP_MIB };
  const watcher = new Worker(WATCHER, { workerData: { beats, watch }, env: {}, execArgv: [], resourceLimits });
  watcher.unref();
  return async () => {
    await watcher.terminate();
    clearInterval(counter);
  };
}
