import { Worker } from 'node:worker_threads';

const WATCH = new URL('./parent-watch.js', import.meta.url);
/** Without a size for code, V8 reserves 512 MiB for it since Node 22, which a limit on data counts. */
const WATCH_LIMITS = { maxOldGenerationSizeMb: 8, codeRangeSizeMb: 4 };

/**
 * Ends this forked process at once when its parent is gone, however it went, and when it holds more than `residentBytes`.
 * A thread of its own looks, and it kills: `process.exit` waits for native threads that work, and the main thread may wait
 * for them, too.
 */
export function endWithParent(residentBytes = Infinity): void {
  const workerData = { parentPid: process.ppid, residentBytes };
  new Worker(WATCH, { workerData, env: {}, resourceLimits: WATCH_LIMITS }).unref();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
