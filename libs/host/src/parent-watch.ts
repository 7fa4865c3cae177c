/** The thread of `endWithParent`. */
import { workerData } from 'node:worker_threads';

const LOOK_MS = 100;
const { parentPid, residentBytes } = workerData as { parentPid: number; residentBytes: number };

setInterval(() => {
  if (process.ppid !== parentPid || process.memoryUsage.rss() > residentBytes) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
