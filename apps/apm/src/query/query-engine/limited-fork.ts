import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';

const KIB = 1024;
/** Figures come first: a statement takes what projection and overviews leave of the processor. */
const NICENESS = 5;
/** Makes the kernel end this process, and not its parent, when the machine has no memory left. */
const FIRST_TO_GO = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null';
const HEAP = '--max-old-space-size=192';

/**
 * Forks a built program that the kernel gives no more than `dataBytes` of private memory beyond what an empty Node process
 * has, its threads' stacks included; an allocation beyond them fails. The shell becomes the program: the process id is the
 * same. It has nothing of the caller's environment, where there are secrets.
 */
export function limitedFork(program: string, args: readonly string[], dataBytes: number): ChildProcess {
  // Before the program begins: threads that it has already made would stay where they are.
  const standingBack = `exec nice -n ${Math.max(0, NICENESS - getPriority())} "$0" "$@"`;
  const limited = `ulimit -d ${Math.ceil((dataBytes + emptyBytes()) / KIB)} 2>/dev/null; ${FIRST_TO_GO}; ${standingBack}`;
  return fork(program, args, {
    serialization: 'advanced',
    env: { TZ: 'UTC' },
    execPath: '/bin/sh',
    execArgv: ['-c', limited, process.execPath, HEAP],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

let empty: number | undefined;

/** Data of a process that does nothing, measured once: 47 MiB on Node 20, 562 MiB on Node 24, whose V8 reserves room for code. */
function emptyBytes(): number {
  const look = `console.log(/^VmData:\\s+(\\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'latin1'))[1])`;
  return (empty ??= Number(spawnSync(process.execPath, [HEAP, '-e', look], { env: {} }).stdout) * KIB || 0);
}

export interface HeldMemory {
  residentBytes: number;
  /** What `limitedFork` limits. */
  dataBytes: number;
}

/** As the kernel counts it; undefined of a process that has ended, and where there is no /proc. */
export function heldMemory(pid: number): HeldMemory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) * KIB;
    return { residentBytes: bytes('VmRSS'), dataBytes: Math.max(0, bytes('VmData') - emptyBytes()) };
  } catch {
    return undefined;
  }
}
