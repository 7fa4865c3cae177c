import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import { RedAggregate } from '@spanwise/span-model/red';
import { spanOf } from '@spanwise/span-model/span.fixture';
import { FencedError } from '@spanwise/postgres/fenced-error';
import { apmDatabase, type ApmDatabase } from '../../db/apm-database.fixture.js';
import type { BudgetLimits } from './budgets.js';
import { type DeltaOffset } from './delta-offsets.store.js';
import { PartitionWriter, type Delta } from './partition-writer.js';

const ORGANIZATION = '00000000-0000-7000-8000-000000000000';
const HOUR_MICROS = 3_600_000_000;
const LIMITS: BudgetLimits = {
  services: 50,
  transactions: 50,
  dependencies: 50,
  errors: 50,
  versions: 50,
  instances: 50,
};
const NOW_MICROS = Date.now() * 1_000;
const START: DeltaOffset = { lineage: undefined, n: 0 };
const lineage = randomUUID();

let database: ApmDatabase;
let admin: Client;
let owner: Pool;
let writerPool: Pool;

beforeAll(async () => {
  database = await apmDatabase('apm');
  ({ admin, owner, writer: writerPool } = database);
});
const TABLES = [
  'series',
  'rollup_minutes',
  'rollup_hours',
  'instances',
  'error_groups',
  'callees',
  'gaps',
  'overflow',
  'name_candidates',
  'organizations',
  'delta_offsets',
];
/** Deleting few rows takes a fraction of what truncating every partition takes. */
const empty = () => admin.query(TABLES.map((table) => `delete from apm.${table}`).join(';'));

beforeEach(empty);
afterAll(() => database.drop());

interface Call {
  service?: string;
  route?: string;
  startMicros?: number;
  durationMicros?: number;
  version?: string;
  /** Type of the exception that it ends with. */
  error?: string;
}

function delta(n: number, calls: Call[]): Delta {
  const fold = new DeltaFold();
  for (const call of calls) {
    const {
      service = 'cart',
      route = '/items',
      startMicros = NOW_MICROS,
      durationMicros = 5_000,
      version = '',
      error,
    } = call;
    fold.add(
      ORGANIZATION,
      spanOf({
        kind: 2,
        startMicros,
        durationMicros,
        resource: { service, version },
        statusCode: error === undefined ? 0 : 2,
        exceptions:
          error === undefined
            ? []
            : [{ type: error, message: '', stacktrace: `${error}: x\n    at save (/app/${error}.js:1:2)` }],
        attributes: { 'http.request.method': 'GET', 'http.route': route },
      }),
    );
  }
  return { n, streamTimeMicros: NOW_MICROS + n, ...decodeDelta(encodeDelta(fold, 1)[0]!) };
}

/** A call of `stock` and the request that `service` answered it with. */
function answered(n: number, service: string, startMicros: number): Delta {
  const fold = new DeltaFold();
  const attributes = { 'http.request.method': 'GET', 'server.address': 'stock' } as const;
  fold.add(ORGANIZATION, spanOf({ id: 1, trace: n, kind: 3, startMicros, resource: { service: 'cart' }, attributes }));
  fold.add(ORGANIZATION, spanOf({ id: 2, trace: n, parent: 1, startMicros, resource: { service } }));
  return { n, streamTimeMicros: NOW_MICROS + n, ...decodeDelta(encodeDelta(fold, 1)[0]!) };
}

const newWriter = (limits = LIMITS, oldestMinute = 0) => new PartitionWriter(writerPool, 0, limits, () => oldestMinute);

async function requests(table: 'rollup_minutes' | 'rollup_hours', kind = 1): Promise<number> {
  const { rows } = await admin.query<{ red: Buffer }>(`select red from apm.${table} where kind = $1`, [kind]);
  return rows.reduce((sum, row) => sum + RedAggregate.decode(row.red).sampled, 0);
}

async function names(kind: number): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ name: string; service: string; red: Buffer }>(
    'select name, service, red from apm.rollup_hours r join apm.series s using (organization_id, series_id) where r.kind = $1',
    [kind],
  );
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const key = kind === 1 ? row.service : row.name;
    counts[key] = (counts[key] ?? 0) + RedAggregate.decode(row.red).sampled;
  }
  return counts;
}

/** Requests of a transaction by the minute of its hour. */
async function minutesOf(name: string): Promise<{ minute: number; requests: number }[]> {
  const { rows } = await admin.query<{ bucket: number; red: Buffer }>(
    `select bucket, red from apm.rollup_minutes r join apm.series s using (organization_id, series_id)
      where r.kind = 2 and name = $1 order by bucket`,
    [name],
  );
  return rows.map(({ bucket, red }) => ({ minute: bucket % 60, requests: RedAggregate.decode(red).sampled }));
}

describe('deltas become rows', () => {
  it('in minutes and hours alike, with the offset in the same transaction', async () => {
    const writer = newWriter();
    const { offset } = await writer.apply(0, START, lineage, [delta(1, [{}, {}]), delta(2, [{}])]);
    expect(offset).toEqual({ lineage, n: 2 });
    expect([
      await requests('rollup_minutes'),
      await requests('rollup_hours'),
      await requests('rollup_hours', 2),
    ]).toEqual([3, 3, 3]);
    expect(await newWriter().loadOffset(0)).toEqual({ lineage, n: 2 });
  });

  it('and go on where another process has left off, also in an hour that is not in memory', async () => {
    const first = await newWriter().apply(0, START, lineage, [
      delta(1, [{}, { startMicros: NOW_MICROS - 5 * HOUR_MICROS }]),
    ]);
    await newWriter().apply(0, first.offset, lineage, [delta(2, [{}, { startMicros: NOW_MICROS - 5 * HOUR_MICROS }])]);
    expect([await requests('rollup_minutes'), await requests('rollup_hours')]).toEqual([4, 4]);
  });

  it('of hours alone when the minute is no longer kept', async () => {
    const writer = newWriter(LIMITS, Math.floor(NOW_MICROS / 60_000_000) - 10);
    await writer.apply(0, START, lineage, [delta(1, [{}, { startMicros: NOW_MICROS - 3 * HOUR_MICROS }])]);
    expect([await requests('rollup_minutes'), await requests('rollup_hours')]).toEqual([1, 2]);
  });

  it('of callees: the newest that answered stays, whatever comes later from the past', async () => {
    const writer = newWriter();
    const { offset } = await writer.apply(0, START, lineage, [answered(1, 'stock', NOW_MICROS)]);
    const later = await writer.apply(0, offset, lineage, [answered(2, 'stock-v2', NOW_MICROS + 5)]);
    await writer.apply(0, later.offset, lineage, [answered(3, 'stock', NOW_MICROS - HOUR_MICROS)]);
    const { rows } = await admin.query('select service, category, target, callee_namespace, callee from apm.callees');
    expect(rows).toEqual([
      { service: 'cart', category: 'external_http', target: 'stock', callee_namespace: 'default', callee: 'stock-v2' },
    ]);
  });

  it('of two shards of one partition, which share their rows (PROTO-16)', async () => {
    const writer = newWriter();
    await Promise.all([
      writer.apply(0, START, lineage, [delta(1, [{}])]),
      writer.apply(1, START, randomUUID(), [delta(1, [{}, {}])]),
    ]);
    expect(await requests('rollup_hours')).toBe(3);
  });

  it('that are the same bytes however the deltas are cut into flushes', async () => {
    // Bursts of one route are what makes names take places from each other.
    const burst = (call: Call): Call[] => Array.from({ length: call.durationMicros! % 7 === 0 ? 12 : 1 }, () => call);
    const call = fc.record({
      service: fc.constantFrom('a', 'b'),
      route: fc.constantFrom('/1', '/2', '/3', '/4'),
      startMicros: fc.integer({ min: 0, max: 3 }).map((minutes) => NOW_MICROS - minutes * 60_000_000),
      durationMicros: fc.integer({ min: 0, max: 3_000_000 }),
    });
    const limits = { ...LIMITS, transactions: 2 };
    const rows = async () =>
      (
        await admin.query(
          `select kind, service, name, bucket, red from apm.rollup_hours r join apm.series s using (organization_id, kind, series_id)
            order by kind, service, name, bucket`,
        )
      ).rows;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(call, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        fc.nat(31),
        async (batches, cuts) => {
          const deltas = batches.map((calls, index) => delta(index + 1, calls.flatMap(burst)));
          await empty();
          await newWriter(limits).apply(0, START, lineage, deltas);
          const whole = await rows();
          for (const table of ['rollup_minutes', 'rollup_hours'] as const)
            expect(await requests(table, 2)).toBe(await requests(table, 1));
          await empty();
          let offset = START;
          let flush: Delta[] = [];
          for (const [index, one] of deltas.entries()) {
            flush.push(one);
            if (((cuts >> index) & 1) === 0 && index < deltas.length - 1) continue;
            ({ offset } = await newWriter(limits).apply(0, offset, lineage, flush));
            flush = [];
          }
          expect(await rows()).toEqual(whole);
          // Neither does it matter what stays in memory between them, and in which form.
          await empty();
          const forgetful = new PartitionWriter(writerPool, 0, limits, () => 0, { rows: 5, unpackedRows: 2 });
          offset = START;
          for (const one of deltas) ({ offset } = await forgetful.apply(0, offset, lineage, [one]));
          expect(await rows()).toEqual(whole);
          expect(forgetful.cachedRows).toBeLessThanOrEqual(5);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a flush that fails (PROTO-18)', () => {
  it('leaves neither rows nor offset, and the next one counts once', async () => {
    const writer = newWriter();
    const first = await writer.apply(0, START, lineage, [delta(1, [{}])]);
    await admin.query('alter table apm.delta_offsets add constraint stuck check (n < 2) not valid');
    await expect(writer.apply(0, first.offset, lineage, [delta(2, [{}, {}])])).rejects.toThrow(/stuck/);
    expect([await requests('rollup_hours'), await writer.loadOffset(0)]).toEqual([1, { lineage, n: 1 }]);
    await admin.query('alter table apm.delta_offsets drop constraint stuck');
    await writer.apply(0, await writer.loadOffset(0), lineage, [delta(2, [{}, {}])]);
    expect(await requests('rollup_hours')).toBe(3);
  });

  it('because another writer has moved on is fenced, and the figures stay exact', async () => {
    const [stale, other] = [newWriter(), newWriter()];
    const first = await stale.apply(0, START, lineage, [delta(1, [{}])]);
    await other.apply(0, first.offset, lineage, [delta(2, [{}])]);
    await expect(stale.apply(0, first.offset, lineage, [delta(2, [{}])])).rejects.toThrow(FencedError);
    await stale.apply(0, await stale.loadOffset(0), lineage, [delta(3, [{}])]);
    expect([await requests('rollup_minutes'), await requests('rollup_hours')]).toEqual([3, 3]);
  });
});

describe('two writers that take turns', () => {
  it('lose nothing of each other although both continue the committed offset: a cache of an older offset is dropped', async () => {
    const [one, other] = [newWriter(), newWriter()];
    let offset = START;
    for (let n = 1; n <= 6; n++) {
      ({ offset } = await (n % 2 === 0 ? one : other).apply(0, offset, lineage, [delta(n, [{}])]));
    }
    expect([await requests('rollup_minutes'), await requests('rollup_hours')]).toEqual([6, 6]);
  });

  it('build on rows that a rebuild has replaced, although no offset has moved', async () => {
    const writer = newWriter();
    const first = await writer.apply(0, START, lineage, [delta(1, [{}])]);
    for (const table of ['rollup_minutes', 'rollup_hours'])
      await admin.query(`update apm.${table} set red = $1`, [Buffer.from(new RedAggregate().encode())]);
    await admin.query('update apm.delta_offsets set generation = generation + 1');
    const second = await writer.apply(0, first.offset, lineage, [delta(2, [{}])]);
    await writer.apply(0, second.offset, lineage, [delta(3, [{}])]);
    expect([await requests('rollup_minutes'), await requests('rollup_hours')]).toEqual([2, 2]);
  });

  it('on different shards of one partition lose nothing either', async () => {
    const [one, other] = [newWriter(), newWriter()];
    const offsets = [START, START];
    for (let n = 1; n <= 3; n++) {
      offsets[0] = (await one.apply(0, offsets[0]!, lineage, [delta(n, [{}])])).offset;
      offsets[1] = (await other.apply(1, offsets[1]!, lineage, [delta(n, [{}])])).offset;
    }
    expect(await requests('rollup_hours')).toBe(6);
  });
});

describe('budgets', () => {
  it('keep the first names of a service and hour; the rest folds into __other__, and the sum stays the total', async () => {
    const writer = newWriter({ ...LIMITS, transactions: 2 });
    const calls = ['/1', '/2', '/3', '/1', '/4'].map((route) => ({ route }));
    await writer.apply(0, START, lineage, [delta(1, calls)]);
    expect(await names(2)).toEqual({ 'GET /1': 2, 'GET /2': 1, __other__: 2 });
    expect((await admin.query('select dimension from apm.overflow')).rows).toEqual([{ dimension: 'transaction' }]);
  });

  it('let a late but busy name take the place of the least busy one, whose requests move to __other__ at both resolutions', async () => {
    // A process of its own for every flush: the counters are stored with the figures.
    const flush = (from: DeltaOffset, deltas: Delta[]) =>
      newWriter({ ...LIMITS, transactions: 2 }).apply(0, from, lineage, deltas);
    const at = (minutes: number) => NOW_MICROS - (NOW_MICROS % HOUR_MICROS) - HOUR_MICROS + minutes * 60_000_000;
    const of = (route: string, count: number, minute: number) =>
      Array.from({ length: count }, () => ({ route, startMicros: at(minute) }));
    let { offset } = await flush(START, [
      delta(1, [...of('/rare', 1, 1), ...of('/rare', 1, 2), ...of('/usual', 50, 1)]),
      delta(2, of('/late', 5, 2)),
    ]);
    expect(await names(2)).toEqual({ 'GET /rare': 2, 'GET /usual': 50, __other__: 5 });
    ({ offset } = await flush(offset, [delta(3, of('/late', 5, 3))]));
    ({ offset } = await flush(offset, [delta(4, of('/late', 7, 4))]));
    expect(await names(2)).toEqual({ 'GET /late': 12, 'GET /usual': 50, __other__: 7 });
    await flush(offset, [delta(5, of('/rare', 2, 5))]);
    expect(await names(2)).toEqual({ 'GET /late': 12, 'GET /usual': 50, __other__: 9 });
    expect(await minutesOf('__other__')).toEqual([
      { minute: 1, requests: 1 },
      { minute: 2, requests: 6 },
      { minute: 5, requests: 2 },
    ]);
    expect([
      await requests('rollup_minutes', 2),
      await requests('rollup_hours', 2),
      await requests('rollup_hours'),
    ]).toEqual([71, 71, 71]);
  });

  it('move all versions of a name, and all transactions of an error group, of this hour alone', async () => {
    const writer = newWriter({ ...LIMITS, errors: 1 });
    const errors = (type: string, count: number, hoursAgo = 0) =>
      Array.from({ length: count }, (_, index) => ({
        route: `/${index % 2}`,
        version: `${index % 3}`,
        startMicros: NOW_MICROS - hoursAgo * HOUR_MICROS,
        error: type,
      }));
    await writer.apply(0, START, lineage, [
      delta(1, [...errors('Rare', 6), ...errors('Rare', 6, 3)]),
      delta(2, errors('Frequent', 30)),
    ]);
    expect(Object.values(await names(4)).toSorted((a, b) => a - b)).toEqual([6, 6, 30]);
    expect((await names(4)).__other__).toBe(6);
    expect([await requests('rollup_minutes', 4), await requests('rollup_hours', 4)]).toEqual([42, 42]);
  });

  it('decide after a restart as before it', async () => {
    const limits = { ...LIMITS, services: 1 };
    const first = await newWriter(limits).apply(0, START, lineage, [delta(1, [{ service: 'kept' }])]);
    await newWriter(limits).apply(0, first.offset, lineage, [delta(2, [{ service: 'late' }, { service: 'kept' }])]);
    expect(await names(1)).toEqual({ kept: 2, __other__: 1 });
  });
});

describe('the fences of the tables', () => {
  it('show a reader the rows of the organization that its transaction names, and none without one', async () => {
    await newWriter().apply(0, START, lineage, [delta(1, [{}])]);
    const rowsFor = (organizationId?: string) =>
      inTransaction(
        owner,
        { organizationId },
        async (client) => (await client.query('select from rollup_hours')).rowCount,
      );
    // Of the service, its transaction and its spans.
    expect(await rowsFor(ORGANIZATION)).toBe(3);
    expect(await rowsFor(randomUUID())).toBe(0);
    expect(await rowsFor()).toBe(0);
  });

  it('refuse the role of another service', async () => {
    const foreign = await Database.open(
      createDataSource({
        url: database.urlAs('spanwise_notify'),
        schema: 'notify',
        applicationName: 'test',
      }),
    );
    await expect(foreign.pool.query('select from apm.rollup_hours')).rejects.toThrow(/permission denied/);
    await foreign.close();
  });
});
