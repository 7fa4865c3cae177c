import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectorStatus, ShardStatus } from '@spanwise/contracts/log/projector';
import { readSpanRows } from '@spanwise/otlp/read-rows';
import { readTraces } from '@spanwise/otlp/read-traces';
import { RowLines } from '@spanwise/segments/row-lines';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { SeenFields } from '@spanwise/segments/stream-fields';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import { RedAggregate } from '@spanwise/span-model/red';
import { eventually } from '@spanwise/testing/eventually';
import { apmDatabase, type ApmDatabase } from '../db/apm-database.fixture.js';
import type { BudgetLimits } from '../rollups/rollups/budgets.js';
import { type DeltaOffset } from '../rollups/rollups/delta-offsets.store.js';
import { PartitionWriter } from '../rollups/rollups/partition-writer.js';
import { Leases } from '../store/segments/leases.js';
import { NotComplete } from './raw-segments.store.js';
import { rebuild, type RebuildPorts } from './rebuild.js';
import { RangeChanged } from './replace.store.js';
import { resumePairs } from './resume.store.js';
import { openScratch } from './scratch.store.js';

/** Of partition 0. */
const ORGANIZATION = '00000000-0000-7000-8000-0000000000a0';
const STREAM = '00000000-0000-7000-8000-0000000000b0';
const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const START = (Math.floor((Date.now() * 1_000) / HOUR) - 3) * HOUR;
const RANGE = { organizationId: ORGANIZATION, fromMicros: START, toMicros: START + HOUR, oldestMinute: 0 };
/** So small that names compete for places. */
const LIMITS: BudgetLimits = { services: 9, transactions: 3, dependencies: 2, errors: 1, versions: 9, instances: 3 };
const lineage = randomUUID();

let database: ApmDatabase;
let admin: Client;
let writerPool: Pool;
let scratch: Pool;
let engine: SegmentEngine;
let folder: string;
let live: PartitionWriter;
let offset: DeltaOffset;
let ports: RebuildPorts;
let segments = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rebuild-'));
  database = await apmDatabase('rebuild');
  ({ admin, writer: writerPool } = database);
  const limits = { memoryBytes: 256 * 1_048_576, threads: 1, spillFolder: join(folder, 'spill') };
  engine = await SegmentEngine.start(limits);
  scratch = openScratch(database.urlAs('spanwise_apm_writer'));
  ports = {
    scratch,
    files: { localPath: ({ key }) => Promise.resolve(key) },
    leases: new Leases(),
    askProjector: () => Promise.resolve(status()),
    limits: LIMITS,
    engine: limits,
    horizonMicros: 24 * HOUR,
  };
});
beforeEach(async () => {
  const tables = [
    'series',
    'rollup_minutes',
    'rollup_hours',
    'instances',
    'error_groups',
    'callees',
    'gaps',
    'overflow',
  ];
  const others = ['name_candidates', 'organizations', 'delta_offsets', 'segments', 'streams', 'manifest_offsets'];
  await admin.query([...tables, ...others].map((table) => `delete from apm.${table}`).join(';'));
  await admin.query(
    `insert into apm.streams (organization_id, id, signal, name, created_at_micros, updated_at_micros)
     values ($1, $2, 'traces', 'default', 0, 0)`,
    [ORGANIZATION, STREAM],
  );
  live = new PartitionWriter(writerPool, 0, LIMITS, () => 0);
  offset = { lineage: undefined, n: 0 };
});
afterAll(async () => {
  engine.close();
  await scratch.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

function status(change: Partial<ShardStatus> = {}): ProjectorStatus {
  const stored = { epoch: 0, seq: offset.n, manifests: 0, unstoredLetters: 0 };
  const shard = { shard: 0, lineage, epoch: 0, committedSeq: offset.n, n: offset.n, stored, ...change };
  return { shards: [shard as ShardStatus] };
}

const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
const attributesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
let spans = 1;

/** A call of a shop that asks its cart, which sends a message to a worker; half a minute apart, maybe in the next hour. */
function callOf(route: string, atMicros: number): object[] {
  const trace = hex(spans, 32);
  const [first, asks, answers, sends, takes] = [1, 2, 3, 4, 5].map(() => hex(spans++, 16));
  const span = (spanId: string, kind: number, second: number, members: object) => {
    const nanos = BigInt(atMicros + second * 1_000_000) * 1_000n;
    const times = { startTimeUnixNano: String(nanos), endTimeUnixNano: String(nanos + 40_000_000n) };
    return { traceId: trace, spanId, kind, ...times, ...members };
  };
  const queue = attributesOf({ 'messaging.system': 'kafka', 'messaging.destination.name': `of ${route}` });
  const service = (name: string, ...made: object[]) => ({
    resource: { attributes: attributesOf({ 'service.name': name, 'service.instance.id': `${name}${route.length}` }) },
    scopeSpans: [{ spans: made }],
  });
  const http = attributesOf({ 'http.request.method': 'GET', 'http.route': route, 'server.address': `cart${route}` });
  const failure = attributesOf({ 'exception.type': `Failure${route}`, 'exception.message': 'no' });
  return [
    service('shop', span(first!, 2, 0, { attributes: http }), span(asks!, 3, 1, { attributes: http })),
    service(
      'cart',
      span(answers!, 2, 2, {
        parentSpanId: asks,
        attributes: http,
        status: { code: route.length % 2 === 0 ? 2 : 0 },
        events: [{ name: 'exception', timeUnixNano: '1', attributes: failure }],
      }),
      span(sends!, 4, 3, { parentSpanId: answers, attributes: queue }),
    ),
    service('worker', span(takes!, 5, 30, { attributes: queue, links: [{ traceId: trace, spanId: sends }] })),
  ];
}

/** Stores calls as the spans of one delta, and applies it unless it gets lost. */
async function count(
  calls: [route: string, atMicros: number][],
  { late, applied = true }: { late?: number; applied?: boolean } = {},
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ resourceSpans: calls.flatMap(([route, at]) => callOf(route, at)) }));
  const n = offset.n + 1;
  const fold = new DeltaFold();
  readTraces(bytes, 'json', (span) => fold.add(ORGANIZATION, span));
  if (late !== undefined) fold.addGap(ORGANIZATION, Math.floor(late / MINUTE), 'late_dropped', 1);
  const decoded = decodeDelta(encodeDelta(fold, 1)[0]!);
  if (applied) await live.apply(0, offset, lineage, [{ n, streamTimeMicros: n, ...decoded }]);
  offset = { lineage, n };
  const rows = new RowLines('traces', new SeenFields());
  const place = { shard: 0, epoch: 0, seq: n, slice: 0, loggedAtMicros: 1, delta: n };
  const lines: string[] = [];
  readSpanRows(bytes, 'json', (row, index) => lines.push(rows.spanLine(row, { ...place, index }, false).line));
  if (late !== undefined) {
    const one = Buffer.from(JSON.stringify({ resourceSpans: callOf('/late', late).slice(2) }));
    readSpanRows(one, 'json', (row) => lines.push(rows.spanLine(row, { ...place, index: 999 }, true).line));
  }
  await store(lines);
}

/** Applies an exception that a log record has reported, of which no span is stored. */
async function applyLogged(timeMicros: number): Promise<void> {
  const resource = { namespace: '', service: 'shop', environment: '', version: '', instance: '', language: '' };
  const fold = new DeltaFold();
  fold.addException(ORGANIZATION, {
    resource: { ...resource, sdkName: '', sdkVersion: '' },
    idBytes: new Uint8Array(24).fill(7),
    timeMicros,
    type: 'Logged',
    message: 'no',
    stacktrace: '',
    group: '',
  });
  const n = offset.n + 1;
  const decoded = decodeDelta(encodeDelta(fold, 1)[0]!);
  await live.apply(0, offset, lineage, [{ n, streamTimeMicros: n, ...decoded }]);
  offset = { lineage, n };
}

const errorRows = async () =>
  (await admin.query('select * from apm.rollup_hours where kind = 4 order by bucket, series_id')).rows;

async function store(lines: string[]): Promise<void> {
  const file = join(folder, `segment-${segments++}`);
  await writeFile(file, lines.join('\n'));
  const made = await engine.fromLines('traces', file, 65_536, `${file}.parquet`);
  await admin.query(
    `insert into apm.segments (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, stored_at_micros)
     values ($1, $2, $3, $4, 1, $5, $6, $7, 0)`,
    [ORGANIZATION, STREAM, file, `${file}.parquet`, made.rows, made.fromMicros, made.toMicros],
  );
}

/** Enough of it that names lose their places, with deltas that reach into the hours around. */
async function countMany(): Promise<void> {
  for (let delta = 0; delta < 5; delta++) {
    const calls = Array.from({ length: 14 }, (_, index) => {
      const route = `/${'x'.repeat((index * index + delta * 3) % (4 + delta))}`;
      return [route, START - MINUTE + ((index + delta * 7) % 9) * 8 * MINUTE] as [string, number];
    });
    await count(calls, delta === 3 ? { late: START + 5 * MINUTE + 7 } : {});
  }
}

const differing = (tables: { table: string; different: number }[]) =>
  tables.filter(({ different }) => different > 0).map(({ table, different }) => `${table} ${different}`);

describe('the figures of an hour', () => {
  it('are made again byte for byte, with names that compete, waits, callees, errors and late spans', async () => {
    await countMany();
    const { tables, catalogues, isEqual, recounted } = await rebuild(ports, RANGE, false);
    expect(differing(tables)).toEqual([]);
    expect(catalogues.map(({ lacking }) => lacking)).toEqual([0, 0, 0]);
    expect(isEqual).toBe(true);
    expect(recounted).toMatchObject({ deltas: 5, late: 1 });
    for (const { table, equal } of tables) expect(`${table} ${equal > 0}`).toBe(`${table} true`);
    const { rows } = await admin.query(`select 1 from apm.series where name = '__other__' and kind in (2, 3, 4, 5)`);
    expect(rows.length).toBeGreaterThan(3);
  });

  it('are counted up to the delta that the stored rows hold, and no further', async () => {
    await countMany();
    await admin.query('update apm.delta_offsets set n = 4');
    const { tables } = await rebuild({ ...ports, askProjector: () => Promise.resolve(status()) }, RANGE, false);
    expect(differing(tables).join()).toContain('rollup_minutes');
  });

  it('show every kind of change by hand, and are replaced at once', async () => {
    await countMany();
    const damaged = Buffer.from(new RedAggregate().encode());
    await admin.query(
      `update apm.rollup_minutes set red = $1 where kind = 1 and (bucket, series_id) in
      (select bucket, series_id from apm.rollup_minutes where kind = 1 and bucket >= $2 order by 1, 2 limit 1)`,
      [damaged, START / MINUTE],
    );
    await admin.query(`delete from apm.rollup_hours where kind = 2 and bucket = $1`, [START / HOUR]);
    await admin.query(`delete from apm.error_groups`);
    await admin.query(`delete from apm.callees`);
    await admin.query(`update apm.overflow set folded = folded + 1 where hour = $1 and dimension = 'transaction'`, [
      START / HOUR,
    ]);
    await admin.query(`delete from apm.gaps`);
    await admin.query(`update apm.instances set sdk_name = 'x' where hour = $1`, [START / HOUR]);
    const found = await rebuild(ports, RANGE, true);
    expect(found).toMatchObject({ isEqual: false, replaced: true });
    expect(found.tables.map(({ table, different }) => `${table} ${different > 0}`)).toEqual([
      'rollup_minutes true',
      'rollup_hours true',
      'instances true',
      'name_candidates false',
      'overflow true',
      'gaps true',
    ]);
    expect(found.tables[0]!.named).toMatchObject([{ state: 'other bytes', row: { kind: '1' } }]);
    expect(found.tables[1]!.named[0]).toMatchObject({
      state: 'missing',
      row: { bucket: String(START / HOUR), kind: '2' },
    });
    expect(found.catalogues.map(({ table, lacking }) => `${table} ${lacking > 0}`)).toEqual([
      'series false',
      'callees true',
      'error_groups true',
    ]);
    expect((await rebuild(ports, RANGE, false)).isEqual).toBe(true);
    // The live writer goes on from the replaced rows, not from what it holds.
    await count([['/', START + MINUTE]]);
    expect((await rebuild(ports, RANGE, false)).isEqual).toBe(true);
  });
});

describe('a rebuild', () => {
  it('outlives the end of its session while nothing is asked of it', async () => {
    await scratch.query('select 1');
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spanwise-rebuild' and datname = current_database()",
    );
    await eventually(() => scratch.query('select 1'));
  });

  it('leaves error groups as they are where log records have made occurrences of them', async () => {
    await countMany();
    await applyLogged(START + 5 * MINUTE);
    await admin.query(`delete from apm.rollup_hours where kind = 2 and bucket = $1`, [START / HOUR]);
    const before = await errorRows();
    expect(before.length).toBeGreaterThan(1);
    expect(await rebuild(ports, RANGE, true)).toMatchObject({ withErrors: false, replaced: true });
    expect(await errorRows()).toEqual(before);
    expect(await rebuild(ports, RANGE, false)).toMatchObject({ withErrors: false, isEqual: true });
    const later = { ...RANGE, fromMicros: START + HOUR, toMicros: START + 2 * HOUR };
    expect(await rebuild(ports, later, false)).toMatchObject({ withErrors: true, isEqual: true });
  });

  it('begins again when the range is written to meanwhile, and gives up when it always is', async () => {
    await countMany();
    await admin.query('update apm.overflow set folded = folded + 1');
    let writes = 0;
    const disturbed = (times: number): RebuildPorts => ({
      ...ports,
      askProjector: async () => {
        if (writes++ < times) await count([['/more', START + MINUTE]]);
        return status();
      },
    });
    await expect(rebuild(disturbed(99), RANGE, true)).rejects.toThrow(RangeChanged);
    writes = 0;
    expect(await rebuild(disturbed(1), RANGE, true)).toMatchObject({ replaced: true });
    expect((await rebuild(ports, RANGE, false)).isEqual).toBe(true);
  });

  it('leaves out what was counted after the rows were copied', async () => {
    await countMany();
    let writes = 0;
    const later = async () => {
      if (writes++ === 0) await count([['/later', START + MINUTE]]);
      return status();
    };
    expect((await rebuild({ ...ports, askProjector: later }, RANGE, false)).isEqual).toBe(true);
  });

  it('makes the deltas again that were lost before they were applied, and leads their pair over the hole', async () => {
    await countMany();
    await count([['/lost', START + MINUTE]], { applied: false });
    const head = { lineage, lowestN: offset.n + 1, lastN: offset.n, rows: [] };
    const fetch = () => Promise.resolve({ head, payload: Buffer.alloc(0) });
    const lost = { shard: 0, partition: 0, from: offset.n - 1, to: offset.n };
    expect(await resumePairs(scratch, fetch)).toEqual([lost]);
    expect(await resumePairs(scratch, fetch)).toEqual([]);
    expect(await rebuild(ports, RANGE, true)).toMatchObject({ replaced: true });
    await count([['/next', START + MINUTE]]);
    expect((await rebuild(ports, RANGE, false)).isEqual).toBe(true);
    const restored = { ...head, lineage: randomUUID() };
    await expect(
      resumePairs(scratch, () => Promise.resolve({ head: restored, payload: Buffer.alloc(0) })),
    ).rejects.toThrow(NotComplete);
  });

  it('refuses spans that do not say which delta counted them', async () => {
    await count([['/', START]]);
    const row = {
      _timestamp: START + 1,
      _shard: 0,
      _epoch: 0,
      _seq: 1,
      _slice: 0,
      _index: 0,
      trace_id: 'a'.repeat(32),
    };
    await store([JSON.stringify(row)]);
    await expect(rebuild(ports, RANGE, false)).rejects.toThrow('1 spans of the range were stored by an older version');
  });

  it.each([
    ['are not kept any more', () => admin.query('update apm.streams set retention_days = 0'), 'kept for 0 days'],
    [
      'belong to another history',
      () => admin.query('update apm.delta_offsets set lineage = gen_random_uuid()'),
      'alone',
    ],
    ['are ahead of the projector', () => admin.query('update apm.delta_offsets set n = n + 1'), 'alone'],
  ])('refuses figures whose spans %s', async (_, change, sentence) => {
    await count([['/', START]]);
    await change();
    const refused = rebuild(ports, RANGE, true);
    await expect(refused).rejects.toThrow(NotComplete);
    await expect(refused).rejects.toThrow(sentence);
  });
});
