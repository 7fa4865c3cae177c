// Keeps children running: one that dies is started again, until it dies too often.
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';
import { endLeftBehind, recordOf, stopProcess } from './processes.mjs';
import { stopSignal } from './instance.mjs';

const RESTART_WINDOW_MS = 60_000;
const DEFAULT_RESTART_LIMIT = 5;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const LOG_CHECK_MS = 30_000;

/** True when a child has died more often within the window than it may. */
export function diesTooOften(deathsMs, nowMs, limit) {
  return deathsMs.filter((at) => nowMs - at < RESTART_WINDOW_MS).length >= limit;
}

/**
 * Keeps a log below twice the limit: its text goes to `<file>.1`, over what was there, and the file goes on empty. The
 * child holds the file open for appending, so it is emptied in place.
 */
export function cutLog(file, limitBytes = LOG_LIMIT_BYTES) {
  if (!existsSync(file) || statSync(file).size <= limitBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } finally {
    // On a full disk too, where the text has no other place: there it is most needed.
    truncateSync(file);
  }
}

export class Supervisor {
  /**
   * @param {import('./instance.mjs').Instance} instance
   * @param {(name: string) => void} giveUp called when a child dies too often
   */
  constructor(instance, giveUp, limit = Number(process.env.SPANWISE_RESTART_LIMIT ?? DEFAULT_RESTART_LIMIT)) {
    this.instance = instance;
    this.giveUp = giveUp;
    this.limit = limit;
    this.children = new Map();
    this.stopping = false;
    setInterval(() => {
      for (const name of this.children.keys()) {
        try {
          cutLog(this.logFile(name));
        } catch (error) {
          say(`! the log of ${name} is cut short: ${error.message}`);
        }
      }
    }, LOG_CHECK_MS).unref();
  }

  logFile(name) {
    return join(this.instance.dataDir, 'logs', `${name}.log`);
  }

  /**
   * @param {string} name @param {{ command: string[], env?: NodeJS.ProcessEnv, cwd?: string, optional?: boolean,
   *   onLine?: (line: string) => void, onMessage?: (message: unknown) => void }} spec optional children never end the product
   */
  start(name, spec) {
    const child = { spec, deathsMs: [], pauseMs: FIRST_PAUSE_MS, process: undefined, ended: undefined };
    this.children.set(name, child);
    this.spawn(name, child);
  }

  /** True while the child runs. */
  runs(name) {
    return isRunning(this.children.get(name));
  }

  environmentOf(name) {
    return this.children.get(name).spec.env;
  }

  /** Ends a child in order and restarts it, with another environment if need be; how often it died before is forgotten. */
  async restart(name, env = this.environmentOf(name)) {
    const child = this.children.get(name);
    child.replaced = true;
    await this.end(name, child);
    if (!this.stopping) this.start(name, { ...child.spec, env });
  }

  spawn(name, child) {
    const log = this.openLog(name);
    const [program, ...args] = child.spec.command;
    const started = spawn(program, args, {
      cwd: child.spec.cwd ?? '/',
      env: child.spec.env ?? process.env,
      stdio: ['ignore', child.spec.onLine ? 'pipe' : log, log, ...(child.spec.onMessage ? ['ipc'] : [])],
      // Its own group: Ctrl-C in the terminal reaches the launcher alone, which stops things in order.
      detached: true,
    });
    if (log !== 'ignore') closeSync(log);
    child.process = started;
    if (child.spec.onLine) readLines(started.stdout, child.spec.onLine);
    if (child.spec.onMessage) started.on('message', child.spec.onMessage);
    started.channel?.unref();
    if (started.pid !== undefined) this.record(name, started.pid);
    const startedMs = performance.now();
    child.ended = new Promise((resolve) => {
      started.once('error', (error) => resolve(error.message));
      started.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    void child.ended.then((how) => this.died(name, child, how, performance.now() - startedMs));
  }

  async died(name, child, how, livedMs) {
    if (this.stopping || child.replaced) return;
    await endLeftBehind(this.instance.state.processes[name]);
    const nowMs = performance.now();
    child.deathsMs.push(nowMs);
    if (diesTooOften(child.deathsMs, nowMs, this.limit)) {
      if (child.spec.optional) return say(`! ${name} keeps ending (${how}) and is left alone`);
      say(`! ${name} ended (${how}) ${this.limit} times within a minute; its last words are in ${this.logFile(name)}`);
      return this.giveUp(name);
    }
    if (livedMs > RESTART_WINDOW_MS) child.pauseMs = FIRST_PAUSE_MS;
    say(`! ${name} ended (${how}); it is started again`);
    await sleep(child.pauseMs);
    child.pauseMs = Math.min(child.pauseMs * 2, LONGEST_PAUSE_MS);
    if (!this.stopping && !child.replaced) this.spawn(name, child);
  }

  openLog(name) {
    const file = this.logFile(name);
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      cutLog(file);
      return openSync(file, 'a', 0o600);
    } catch (error) {
      say(`! ${name} runs without a log: ${error.message}`);
      return 'ignore';
    }
  }

  /** A disk that takes nothing must not end the launcher, and with it whatever it keeps running. */
  record(name, pid) {
    try {
      this.instance.setProcess(name, pid);
    } catch (error) {
      say(`! the process of ${name} is not recorded: ${error.message}`);
    }
  }

  /** Stops the children in the given order, each completely before the next. */
  async stop(order) {
    this.stopping = true;
    for (const name of order) await this.end(name, this.children.get(name));
  }

  /** With whatever it has started. */
  async end(name, child) {
    const running = isRunning(child);
    const record = running ? recordOf(child.process.pid) : this.instance.state.processes[name];
    if (running && record !== undefined) await stopProcess(record, stopSignal(name));
    // The kernel knows of the end before Node does, which `runs` asks.
    if (running) await child.ended;
    await endLeftBehind(record);
    this.record(name, undefined);
  }
}

/** One that could not be spawned has no id, and one that a signal ended no exit code. */
function isRunning(child) {
  const { pid, exitCode, signalCode } = child?.process ?? {};
  return pid !== undefined && exitCode === null && signalCode === null;
}

function readLines(stream, onLine) {
  let rest = '';
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop().slice(-4096);
    for (const line of lines) onLine(line);
  });
}
