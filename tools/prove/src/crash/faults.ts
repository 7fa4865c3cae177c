/** Random kills of the product's processes, and company for its writers. Only processes of the run's own instance. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@spanwise/telemetry/random';
import type { Product } from '../product.js';

export const VICTIMS = ['gateway', 'projector', 'apm', 'nats', 'postgres'] as const;
export type Victim = (typeof VICTIMS)[number];

export type Fault =
  | { kind: 'kill'; victim: Victim }
  /** The log stands still, the gateway dies with requests waiting for it, the log goes on. */
  | { kind: 'stall-log-kill-gateway' }
  /** A second writer works beside the first for a while and is killed. */
  | { kind: 'second-writer'; victim: 'projector' | 'apm' };

/** The faults of a run, in order: every kind appears, the rest is drawn. */
export function planFaults(random: Random, kills: number): Fault[] {
  const every: Fault[] = [
    { kind: 'kill', victim: 'projector' },
    { kind: 'kill', victim: 'apm' },
    { kind: 'kill', victim: 'postgres' },
    { kind: 'second-writer', victim: 'projector' },
    { kind: 'stall-log-kill-gateway' },
    { kind: 'kill', victim: 'nats' },
    { kind: 'second-writer', victim: 'apm' },
    { kind: 'kill', victim: 'gateway' },
  ];
  const drawn = Array.from({ length: Math.max(0, kills - every.length) }, (): Fault => {
    if (random.chance(0.15)) return { kind: 'second-writer', victim: random.pick(['projector', 'apm'] as const) };
    if (random.chance(0.1)) return { kind: 'stall-log-kill-gateway' };
    return { kind: 'kill', victim: random.pick(VICTIMS) };
  });
  return [...shuffled(random, every).slice(0, kills), ...drawn];
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

export const describeFault = (fault: Fault): string =>
  fault.kind === 'kill'
    ? `kill -9 ${fault.victim}`
    : fault.kind === 'second-writer'
      ? `a second ${fault.victim} for a while`
      : 'stall nats, kill -9 gateway';

const STALL_MS = 600;
const SECOND_WRITER_MS = 2_500;

export async function inflict(product: Product, fault: Fault): Promise<void> {
  if (fault.kind === 'kill') return killNow(product, fault.victim);
  if (fault.kind === 'second-writer') return secondWriter(product, fault.victim);
  const nats = product.pid('nats');
  if (nats === undefined) return;
  process.kill(nats, 'SIGSTOP');
  try {
    await sleep(STALL_MS);
    killNow(product, 'gateway');
  } finally {
    process.kill(nats, 'SIGCONT');
  }
}

function killNow(product: Product, victim: Victim): void {
  const pid = product.pid(victim);
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was on its way down from an earlier kill: the launcher starts it again.
  }
}

/** The same program with the same environment on another port: what a slow rollout or a split brain looks like. */
async function secondWriter(product: Product, victim: 'projector' | 'apm'): Promise<void> {
  const pid = product.pid(victim);
  if (pid === undefined) return;
  let child: ChildProcess;
  try {
    const [environment, command] = ['environ', 'cmdline'].map((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean),
    );
    const env = Object.fromEntries(environment.map((entry) => entry.split(/=(.*)/s, 2)));
    child = spawn(command[0], command.slice(1), { env: { ...env, PORT: '0' }, stdio: 'ignore' });
  } catch {
    return;
  }
  await sleep(SECOND_WRITER_MS);
  // The first one stands still while the second goes on: then both believe to be alone.
  try {
    process.kill(pid, 'SIGSTOP');
    await sleep(SECOND_WRITER_MS / 2);
    process.kill(pid, 'SIGCONT');
    await sleep(SECOND_WRITER_MS / 2);
  } catch {
    // Killed meanwhile.
  }
  child.kill('SIGKILL');
}
