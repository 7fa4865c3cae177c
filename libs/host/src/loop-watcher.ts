/** The thread of `watchLoop`. */
import { workerData } from 'node:worker_threads';
import { createLogger } from './logger.js';
import type { LoopWatch } from './loop-watch.js';

const LOOK_MS = 1_000;
const FEWEST_LOOKS = 2;
/** The logger writes behind the back of its caller. */
const LAST_WORDS_MS = 200;

const { beats, watch } = workerData as { beats: Int32Array; watch: LoopWatch };
const { service, logLevel, limitMs } = watch;
// Looks, and not the time: none is made while the whole process stands.
const mostLooks = Math.max(FEWEST_LOOKS, Math.ceil(limitMs / LOOK_MS));
let seen = 0;
let looks = 0;

const timer = setInterval(() => {
  const now = Atomics.load(beats, 0);
  looks = now === seen ? looks + 1 : 0;
  seen = now;
  if (looks <= mostLooks) return;
  createLogger(service, logLevel).fatal(
    { pid: process.pid, limitMs },
    'the event loop stands still: the process is ended',
  );
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_WORDS_MS);
}, LOOK_MS);
