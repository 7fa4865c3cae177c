import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { UNBOUNDED } from './engine-limits.fixture.js';
import { heldMemory } from './limited-fork.js';
import type { Queries } from './queries.js';
import { answerOf, OTHER_OWNER, OWNER, queriesOver, StoredTelemetry, T0 } from './telemetry.fixture.js';

const MIB = 1024 * 1024;
const PROCESS_BYTES = 600 * MIB;
/** What a process may hold for a moment: functions go on while the kernel ends it. */
const HIGHEST_BYTES = PROCESS_BYTES + 256 * MIB;
const TIME_LIMIT_MS = 1_000;
/** Of a process between two statements. */
const CALM_BYTES = 450 * MIB;

let telemetry: StoredTelemetry;
let queries: Queries;

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  await telemetry.add(OTHER_OWNER.organizationId, 'logs', 'default', [{ _timestamp: T0, body: 'of others' }]);
  queries = queriesOver(telemetry, { engine: { processBytes: PROCESS_BYTES } });
  await queries.ports.pool.warm();
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

/** Of specs that ran before in this process. */
const others = allChildren();
const children = (): number[] => allChildren().filter((pid) => !others.includes(pid));

/** Living processes that this one has started. */
function allChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && Number(parent) === process.pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

const held = () => children().map((pid) => heldMemory(pid)?.residentBytes ?? 0);

/** Hundredths of a second that a living process has used. */
function processorTicks(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}

it.each(UNBOUNDED.map((statement) => [statement.slice(0, 100), statement]))(
  'ends at a limit, while others are answered: %s',
  async (_shown, statement) => {
    let highest = 0;
    const watch = setInterval(() => (highest = Math.max(highest, ...held())), 20);
    const asked = answerOf(queries, statement, { timeLimitMs: TIME_LIMIT_MS }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const other = await answerOf(queries, 'select body from "default"', { owner: OTHER_OWNER });
    expect(other.rows).toEqual([['of others']]);
    const error = await asked;
    clearInterval(watch);
    if (error !== undefined) {
      expect(error).toBeInstanceOf(ServiceError);
      const { kind, message } = error as ServiceError;
      expect(kind, message).toMatch(/resource_exhausted|invalid_argument/);
      // It reads nothing that has a time.
      expect(message).not.toContain('narrow the time range');
    }
    expect(highest).toBeLessThan(HIGHEST_BYTES);
    expect(queries.ports.running.list(OWNER.organizationId)).toEqual([]);
    await expect.poll(() => queries.ports.pool.busyPids).toEqual([]);
    await expect.poll(() => Math.max(...held())).toBeLessThan(CALM_BYTES);
    expect(children().length).toBeLessThanOrEqual(3);
  },
);

it('the place of a statement is free when its process has ended, not before', async () => {
  const ended: boolean[] = [];
  const leave = queries.ports.admission.enter.bind(queries.ports.admission);
  queries.ports.admission.enter = async (...args) => {
    const left = await leave(...args);
    const pids = queries.ports.pool.busyPids;
    return () => {
      ended.push(pids.every((pid) => !children().includes(pid)));
      left();
    };
  };
  const endless = "select levenshtein(repeat('a', 200000), repeat('b', 200000))";
  const asked = answerOf(queries, endless, { timeLimitMs: 40_000 }).catch((error: unknown) => error);
  await expect.poll(() => queries.ports.pool.busyPids.length).toBe(1);
  const [pid] = queries.ports.pool.busyPids;
  // Where no function works yet, the engine obeys, and its process stays for the next statement.
  const before = processorTicks(pid!)!;
  await expect.poll(() => processorTicks(pid!)! - before).toBeGreaterThan(50);
  const { id, organizationId } = queries.ports.running.list(OWNER.organizationId)[0]!;
  queries.ports.running.cancel(id, organizationId);
  expect(await asked).toBeInstanceOf(ServiceError);
  expect([ended.length, children().includes(pid!)]).toEqual([1, false]);
});

it('an engine ends with its apm, killed while native threads work', async () => {
  const program = `
    import { EnginePool } from ${JSON.stringify(new URL('../../../dist/query/query-engine/engine-pool.js', import.meta.url).href)};
    const pool = new EnginePool({ threads: 2, memoryBytes: ${128 * MIB}, processBytes: ${PROCESS_BYTES} });
    const statement = "select levenshtein(repeat('a', 200000), repeat('b', 200000))";
    void pool.use(async (engine) => {
      console.log(engine.pid);
      await engine.run({ files: [], views: [], statement, form: 'arrays', windowBytes: 1e6 });
      // Given back, it would be asked to stop.
      await new Promise(() => undefined);
    });`;
  const apm = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(apm.stdout, 'data')) as [Buffer];
  const pid = Number(line);
  // The statement runs: its threads use the processor, beyond what its start took.
  await expect.poll(() => processorTicks(pid) ?? 0).toBeGreaterThan(200);
  apm.kill('SIGKILL');
  await once(apm, 'exit');
  await expect.poll(() => processorTicks(pid)).toBeUndefined();
});
