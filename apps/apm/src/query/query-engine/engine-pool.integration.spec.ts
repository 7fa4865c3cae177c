import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { EnginePool } from './engine-pool.js';

const MIB = 1024 * 1024;
const LIMITS = { threads: 1, memoryBytes: 64 * MIB, processBytes: 384 * MIB };

let pool: EnginePool;
afterEach(() => pool.close());

/** Holds a process until the result is called. */
async function held(): Promise<{ pid: number | undefined; leave: () => void }> {
  let leave = () => undefined as void;
  const until = new Promise<void>((resolve) => (leave = resolve));
  const pid = await new Promise<number | undefined>((resolve) => {
    void pool.use(async (engine) => {
      resolve(engine.pid);
      await until;
    });
  });
  return { pid, leave };
}

/** Hundredths of a second since the machine started. */
const uptime = () => Math.ceil(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 100);
const startedAt = (pid: number | undefined) =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[19],
  );

it('a statement that comes while others run does not wait for the start of a process', async () => {
  pool = new EnginePool(LIMITS);
  await pool.warm();
  const first = await held();
  await pool.ready();
  const askedAt = uptime();
  const second = await held();
  expect(startedAt(second.pid)).toBeLessThanOrEqual(askedAt);
  expect(second.pid).not.toBe(first.pid);
  first.leave();
  second.leave();
});

it('a process that starts is left alone where another is ready', async () => {
  pool = new EnginePool(LIMITS);
  await pool.warm();
  const first = await held();
  first.leave();
  await expect.poll(() => pool.busyPids).toEqual([]);
  const second = await held();
  expect(second.pid).toBe(first.pid);
  second.leave();
});

it('every thread of a process stands back behind the services', async () => {
  pool = new EnginePool(LIMITS);
  await pool.warm();
  const { pid, leave } = await held();
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  expect(new Set(threads.map(getPriority))).toEqual(new Set([Math.max(5, getPriority())]));
  leave();
});

it('a statement that comes while the one before only gives back leaves two processes and not three', async () => {
  pool = new EnginePool(LIMITS);
  await pool.warm();
  const started = new Set<number | undefined>();
  for (let nth = 0; nth < 5; nth++) {
    await pool.use(async (engine) => {
      started.add(engine.pid);
      await engine.check('select 1');
      // Work that is not awaited: the process is closing when its answer is out.
      void engine.check('select 2').catch(() => undefined);
    });
  }
  await expect.poll(() => pool.busyPids).toEqual([]);
  expect(started.size).toBeLessThanOrEqual(2);
  expect(pool.size).toBeLessThanOrEqual(2);
});
