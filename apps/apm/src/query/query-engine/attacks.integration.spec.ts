import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { HARMLESS, REFUSED } from './attacks.fixture.js';
import type { Queries } from './queries.js';
import { answerOf, OTHER_OWNER, OWNER, queriesOver, StoredTelemetry, T0 } from './telemetry.fixture.js';

let telemetry: StoredTelemetry;
let queries: Queries;
let firstPids: (number | undefined)[];
const enginePids = () => queries.ports.pool.use((one) => queries.ports.pool.use(async (other) => [one.pid, other.pid]));

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  await telemetry.add(OWNER.organizationId, 'logs', 'default', [{ _timestamp: T0, body: 'own line' }]);
  await telemetry.add(OTHER_OWNER.organizationId, 'logs', 'others', [{ _timestamp: T0, body: 'secret' }]);
  // None is ended for having had nothing to do, so one that is gone at the end was killed by a statement.
  queries = queriesOver(telemetry, { idleMs: 24 * 3_600_000 });
  await enginePids();
  await queries.ports.pool.ready();
  firstPids = await enginePids();
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

it('there are two hundred of them', () => {
  expect(Object.values(REFUSED).flat().length + HARMLESS.length).toBeGreaterThanOrEqual(200);
});

describe.each(Object.entries(REFUSED))('%s', (_, statements) => {
  it.each(statements.map((statement) => [statement.slice(0, 80), statement]))('%s', async (_shown, statement) => {
    const error: unknown = await answerOf(queries, statement, { timeLimitMs: 60_000 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ServiceError);
    const { kind, message } = error as ServiceError;
    expect(kind).toBe('invalid_argument');
    expect(message).not.toMatch(new RegExp(`${telemetry.folder}|root:|Did you mean`));
  });
});

it.each(HARMLESS)('%s', async (statement, rows) => {
  expect((await answerOf(queries, statement)).rows).toEqual(rows);
});

it('an engine is locked by itself: even a statement that the check let through reaches nothing', async () => {
  const files = [(await telemetry.add(OWNER.organizationId, 'logs', 'more', [{ _timestamp: T0 }])).key];
  const others = (await telemetry.open(OTHER_OWNER.organizationId, 'logs', 'others', {
    fromMicros: 0,
    toMicros: 2 ** 53,
  }))!;
  const run = (statement: string) =>
    queries.ports.pool.use(async (engine) => {
      const request = { files, views: [], statement, form: 'arrays', windowBytes: 1e6 } as const;
      const rows = await engine.run(request);
      try {
        for (let piece = await rows.next(); piece !== undefined; piece = await rows.next());
      } finally {
        await rows.close();
      }
    });
  const { key } = others.segments.segments[0]!;
  for (const statement of [
    `select * from read_parquet('${key}')`,
    "select * from read_text('/etc/passwd')",
    "select * from glob('/*')",
  ]) {
    await expect(run(statement)).rejects.toBeInstanceOf(ServiceError);
  }
  await expect(run(`select * from read_parquet('${files[0]}')`)).resolves.toBeUndefined();
  // Names that only a fault of the check could let through mean nothing that the engine's catalogue has.
  for (const name of ['pg_settings', 'duckdb_views', 'sqlite_master', 'pg_class', 'pg_proc', 'tables', 'columns']) {
    await expect(run(`select * from ${name}`)).rejects.toThrow(`There is no stream ${name}.`);
    await expect(run(`with recursive ${name} as (from ${name} union from ${name}) from ${name}`)).rejects.toThrow(
      `There is no stream ${name}.`,
    );
  }
});

it('a stream may have the name of a catalogue', async () => {
  await telemetry.add(OWNER.organizationId, 'logs', 'pg_settings', [{ _timestamp: T0, body: 'own settings' }]);
  expect((await answerOf(queries, 'select body from pg_settings')).rows).toEqual([['own settings']]);
  await telemetry.add(OWNER.organizationId, 'logs', 'pg_class', [{ _timestamp: T0, body: 'own class' }]);
  expect((await answerOf(queries, 'select body from logs.pg_class')).rows).toEqual([['own class']]);
});

it('after all of them the processes that ran them live, and the next query works', async () => {
  expect((await answerOf(queries, 'select body from "default"')).rows).toEqual([['own line']]);
  for (const pid of firstPids) expect(() => process.kill(pid!, 0)).not.toThrow();
});
