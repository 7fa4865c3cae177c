/** Looks at and signals processes of the run's own product; what has ended meanwhile is no error. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const statOf = (pid: number): string[] | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** A process and its children: PostgreSQL serves every session in a process of its own. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid))
    .map(Number);
  return [pid, ...children];
}

export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch {
    // It was on its way down from an earlier fault: the launcher starts it again.
  }
}

/** Stops a process with its children and returns how they go on. */
export function pauseFamily(pid: number): () => void {
  // The parent first: it makes no new child while the others are looked up.
  signal(pid, 'SIGSTOP');
  const family = familyOf(pid);
  for (const member of family) signal(member, 'SIGSTOP');
  return () => {
    for (const member of family.toReversed()) signal(member, 'SIGCONT');
  };
}

/** Waits until a process that was killed is gone. */
export async function gone(pid: number): Promise<void> {
  for (let state = statOf(pid); state !== undefined && state[0] !== 'Z'; state = statOf(pid)) await sleep(2);
}

const STARTED_AGAIN_MS = 60_000;

/** Id of a process that runs, waited for while the launcher starts it again. */
export async function living(pid: () => number | undefined): Promise<number> {
  const deadline = performance.now() + STARTED_AGAIN_MS;
  for (;;) {
    const current = pid();
    const state = current === undefined ? undefined : statOf(current)?.[0];
    if (current !== undefined && state !== undefined && state !== 'Z') return current;
    if (performance.now() > deadline) throw new Error('a process was not started again');
    await sleep(20);
  }
}

/** Environment and command line of a running process. Throws when it is not there. */
export function commandOf(pid: number): { environment: Record<string, string>; command: string[] } {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);
  const [entries, command] = [read('environ'), read('cmdline')];
  return {
    environment: Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s, 2) as [string, string])),
    command,
  };
}

/** The same program with the same environment on another port: what a slow rollout or a split brain looks like. */
export function startSecond(pid: number | undefined): ChildProcess | undefined {
  if (pid === undefined) return undefined;
  try {
    const { environment, command } = commandOf(pid);
    return spawn(command[0]!, command.slice(1), { env: { ...environment, PORT: '0' }, stdio: 'ignore' });
  } catch {
    return undefined;
  }
}

export function residentBytes(pid: number, which: 'VmRSS' | 'RssAnon' = 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
