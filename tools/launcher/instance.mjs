// `<data-dir>/instance.json`: what runs for this data folder. Written whole, never half.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './progress.mjs';
import { endLeftBehind, isAlive, recordOf, stopProcess } from './processes.mjs';

const FILE = 'instance.json';
/** Order of stopping: what takes requests first, what the others rest on last. */
export const STOP_ORDER = ['demo', 'gateway', 'notify', 'apm', 'projector', 'iam', 'nats', 'postgres'];

/** Everything of a data folder that holds telemetry or secrets, but for PostgreSQL's own, which it keeps private itself. */
const PRIVATE_FOLDERS = ['keys', 'logs', 'nats', 'objects', 'work'];

/** PostgreSQL ends its sessions on SIGINT ("fast"); on SIGTERM it would wait for them. */
export const stopSignal = (name) => (name === 'postgres' ? 'SIGINT' : 'SIGTERM');

export function readInstance(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
  } catch {
    return undefined;
  }
}

export class Instance {
  /** @param {string} dataDir */
  constructor(dataDir, state) {
    this.dataDir = dataDir;
    this.state = state;
  }

  update(change) {
    Object.assign(this.state, change);
    const temporary = join(this.dataDir, `${FILE}.${process.pid}`);
    writeFileSync(temporary, `${JSON.stringify(this.state, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, join(this.dataDir, FILE));
  }

  setProcess(name, pid) {
    const processes = { ...this.state.processes };
    const record = pid === undefined ? undefined : recordOf(pid);
    if (record === undefined) delete processes[name];
    else processes[name] = record;
    this.update({
      processes,
      pids: Object.fromEntries(Object.entries(processes).map(([key, value]) => [key, value.pid])),
    });
  }
}

/** Takes the data folder for this launcher; stops what an earlier one that was killed has left running there. */
export async function claim(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Also of a folder that an earlier version has made readable for all.
  for (const folder of PRIVATE_FOLDERS) {
    mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o700 });
    chmodSync(join(dataDir, folder), 0o700);
  }
  const earlier = readInstance(dataDir);
  if (isAlive(earlier?.processes?.launcher) && earlier.processes.launcher.pid !== process.pid) {
    throw new Failure(
      `Spanwise already runs for this data folder: ${earlier.base_url}\nStop it with \`npm run stop\`, or choose another --data-dir.`,
    );
  }
  await stopAll(earlier);
  const instance = new Instance(dataDir, {
    state: 'starting',
    started_at: new Date().toISOString(),
    ports: earlier?.ports ?? {},
    processes: {},
    pids: {},
  });
  instance.setProcess('launcher', process.pid);
  return instance;
}

/** Stops every process that is recorded and still the one that was recorded, and what those that ended left behind. */
export async function stopAll(state) {
  for (const name of STOP_ORDER) {
    const record = state?.processes?.[name];
    if (isAlive(record)) await stopProcess(record, stopSignal(name));
    await endLeftBehind(record);
  }
}
