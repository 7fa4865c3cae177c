import { setTimeout as sleep } from 'node:timers/promises';
import { Instance, readInstance, stopAll } from './instance.mjs';
import { say } from './progress.mjs';
import { isAlive, leftBehind, stopProcess } from './processes.mjs';

const LAUNCHER_LIMIT_MS = 120_000;

/** Stops what was started for this data folder, and nothing else. */
export async function stop({ dataDir }) {
  const state = readInstance(dataDir);
  const runs = (record) => isAlive(record) || leftBehind(record).length > 0;
  if (state === undefined || !Object.values(state.processes ?? {}).some(runs)) {
    say('Nothing runs for this data folder.');
    return 0;
  }
  // The launcher stops its children in order; what it leaves, or what it left when it was killed, is stopped here.
  if (isAlive(state.processes.launcher)) await stopProcess(state.processes.launcher, 'SIGTERM', LAUNCHER_LIMIT_MS);
  await sleep(50);
  const left = readInstance(dataDir);
  await stopAll(left);
  new Instance(dataDir, left).update({ state: 'stopped', processes: {}, pids: {} });
  say('Stopped.');
  return 0;
}
