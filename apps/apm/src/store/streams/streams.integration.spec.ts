import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import {
  ConfigureStream,
  CreateStream,
  StreamsRuntimeQuery,
  type StreamView,
} from '@spanwise/contracts/telemetry/streams';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { takeRecords } from '../../platform/audit/audit-records.fixture.js';
import { ApmConfig, type ApmVariables } from '../../config.js';
import { migrations } from '../../db/migrations.js';
import { statusOf } from './stream-view.js';
import { Streams } from './streams.js';

const CONFIG = new ApmConfig({ cursorKeys: [{ kid: 'k', key: Buffer.alloc(32, 1) }] } as ApmVariables);
const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
const OTHER = '00000000-0000-7000-8000-0000000000b2';
const of = (organization_id: string) => ({ organization_id }) as IamContext;
const caller = of(ORGANIZATION);

let database: ScratchDatabase;
let sources: Database[];
let streams: Streams;

beforeAll(async () => {
  database = await scratchDatabase('streams');
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  sources = [await Database.open(source('spanwise_apm')), await Database.open(source('spanwise_apm_writer'))];
  streams = new Streams(sources[0]!, CONFIG);
});
beforeEach(() => writer().query('delete from segments; delete from segment_removals; delete from streams'));
afterAll(async () => {
  for (const source of sources) await source.close();
  await database.drop();
});

const writer = () => sources[1]!.pool;

const make = (change: object = {}, call = caller): Promise<StreamView> =>
  streams.create(parse(CreateStream, { name: 'orders', stream_type: 'logs', ...change }), call);

const configure = (id: string, change: object, call = caller) =>
  streams.configure(parse(ConfigureStream, { id, ...change }), call);

async function store(stream: StreamView, rows: number, fromMicros: number, toMicros = fromMicros): Promise<string> {
  const key = `${ORGANIZATION}/logs/orders/${randomUUID()}`;
  await writer().query(
    `insert into segments (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, stored_at_micros)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $7)`,
    [ORGANIZATION, stream.id, key, rows * 100, rows, fromMicros, toMicros],
  );
  await writer().query('update streams set last_stored_micros = $2 where id = $1', [stream.id, toMicros]);
  return key;
}

const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof ServiceError ? error.kind : String(error)),
  );

describe('a stream', () => {
  it('is made with its settings, and once', async () => {
    const made = await make({
      fields: [{ name: 'level', data_type: 'int64' }],
      retention_days: 7,
      settings: { description: 'of the shop' },
    });
    expect(made).toMatchObject({
      name: 'orders',
      stream_type: 'logs',
      org_id: ORGANIZATION,
      retention: { days: 7 },
      effective_retention: { days: 7 },
      settings: { description: 'of the shop' },
      statistics: { rows: 0, bytes: 0, segments: 0 },
    });
    const { fields } = made.schema;
    expect(fields[0]).toMatchObject({ name: '_timestamp', data_type: 'timestamp', nullable: false });
    expect(fields.at(-1)).toMatchObject({ name: 'level', data_type: 'int64', indexed: false, exact: true });
    const internal = ['_shard', '_epoch', '_seq', '_slice', '_index'];
    expect(fields.filter(({ name }) => internal.includes(name))).toEqual([]);
    expect(await kindOf(make())).toBe('conflict');
    expect(await kindOf(make({ stream_type: 'metrics' }))).toBe('done');
    expect(await kindOf(make({}, of(OTHER)))).toBe('done');
  });

  it.each([
    ['a name with a slash', { name: 'a/b' }],
    ['a name that is a folder', { name: '..' }],
    ['a name that is too long', { name: 'a'.repeat(256) }],
    ['an unknown type', { stream_type: 'profiles' }],
    ['a retention of no days', { retention_days: 0 }],
    ['a retention of eleven years', { retention_days: 3_651 }],
    [
      'a field twice',
      {
        fields: [
          { name: 'a', data_type: 'utf8' },
          { name: 'a', data_type: 'int64' },
        ],
      },
    ],
    ['a field of an unknown type', { fields: [{ name: 'a', data_type: 'decimal' }] }],
    ['a field that is a column', { fields: [{ name: 'body', data_type: 'json' }] }],
    ['an unknown setting', { settings: { colour: 'red' } }],
  ])('is not made with %s', async (_, change) => {
    expect(await kindOf(Promise.resolve().then(() => make(change)))).toBe('invalid_argument');
  });

  it('changes what is named and nothing else', async () => {
    const { id } = await make({ retention_days: 7, settings: { description: 'd' } });
    expect(await configure(id, { retention_days: 90 })).toMatchObject({
      retention: { days: 90 },
      settings: { description: 'd' },
    });
    const back = await configure(id, { retention_days: null, settings: {} });
    expect(back).toMatchObject({ effective_retention: { days: 30 }, settings: {} });
    expect(back.retention).toBeUndefined();
    await configure(id, { fields: [{ name: 'a', data_type: 'utf8' }] });
    const { schema } = await configure(id, {
      fields: [
        { name: 'a', data_type: 'json' },
        { name: 'b', data_type: 'bool' },
      ],
    });
    const declared = schema.fields.slice(-2);
    expect(declared.map(({ name, data_type }) => `${name} ${data_type}`)).toEqual(['a json', 'b bool']);
  });

  it('has at most 1,000 fields', async () => {
    const fields = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `f${from + at}`, data_type: 'utf8' }));
    const { id } = await make({ fields: fields(0, 1_000) });
    expect(await kindOf(configure(id, { fields: fields(1_000, 1) }))).toBe('invalid_argument');
    expect((await streams.get({ id }, caller)).schema.fields.filter(({ name }) => /^f\d/.test(name))).toHaveLength(
      1_000,
    );
  });

  it('says which fields have no place, and gives one to what is declared', async () => {
    const { id } = await make();
    await writer().query(
      `insert into stream_fields (organization_id, stream_id, name, type, member_of, unplaced_micros, weight)
       select $1, $2, 'f' || at, 'utf8', 'attributes', case when at > 1000 then 5 end, at from generate_series(1, 1030) at`,
      [ORGANIZATION, id],
    );
    const { overflow, fields } = (await streams.get({ id }, caller)).schema;
    expect(overflow).toMatchObject({ since_micros: 5, fields: 30 });
    expect(overflow!.names.slice(0, 2)).toEqual(['f1030', 'f1029']);
    expect(overflow!.names).toHaveLength(20);
    expect(fields.some(({ name }) => name === 'f1001')).toBe(false);
    const { schema } = await configure(id, { fields: [{ name: 'f1001', data_type: 'utf8' }] });
    const names = schema.fields.map(({ name }) => name).filter((name) => /^f\d/.test(name));
    expect([names.length, names.includes('f1001'), names.includes('f1')]).toEqual([1_000, true, false]);
    expect(schema.overflow).toMatchObject({ fields: 30 });
  });

  it('lists what it holds', async () => {
    const made = await make();
    await store(made, 10, 1_000, 5_000);
    await store(made, 5, 500, 700);
    expect((await streams.get({ id: made.id }, caller)).statistics).toEqual({
      rows: 15,
      bytes: 1_500,
      segments: 2,
      from_micros: 500,
      to_micros: 5_000,
      last_received_micros: 700,
    });
  });

  it('goes with its files, after the queries that may read them (PROTO-29)', async () => {
    const made = await make();
    const key = await store(made, 10, 1_000);
    expect(await streams.delete({ id: made.id }, caller)).toEqual({ deleted: true });
    expect(await kindOf(streams.get({ id: made.id }, caller))).toBe('not_found');
    const { rows } = await writer().query<{ key: string }>('select key from segment_removals');
    expect(rows.map((row) => row.key)).toEqual([key]);
    expect((await writer().query('select 1 from segments')).rowCount).toBe(0);
    expect(await kindOf(make())).toBe('done');
  });

  it('that is changed or deleted with its records leaves a trace in the audit log', async () => {
    await takeRecords(sources[0]!.pool);
    const made = await make({ retention_days: 7 });
    await store(made, 3, 1_000);
    const settings = { description: 'of the shop' };
    await configure(made.id, { retention_days: 1, settings, fields: [{ name: 'level', data_type: 'int64' }] });
    await kindOf(configure(made.id, { retention_days: 2 }, of(OTHER)));
    await streams.delete({ id: made.id }, caller);
    const records = await takeRecords(sources[0]!.pool);
    expect(records.map(({ organization_id }) => organization_id)).toEqual(Array(3).fill(ORGANIZATION));
    const who = { target_kind: 'stream', target_id: made.id };
    const stream = { name: 'orders', stream_type: 'logs' };
    expect(records).toMatchObject([
      { ...who, action: 'stream.create', payload: { ...stream, retention_days: 7 } },
      {
        ...who,
        action: 'stream.configure',
        payload: {
          ...stream,
          retention_days: 1,
          retention_days_before: 7,
          settings: ['description'],
          fields: 1,
          field_names: ['level'],
        },
      },
      { ...who, action: 'stream.delete', payload: { ...stream, rows: 3, bytes: 300, segments: 1, from_micros: 1_000 } },
    ]);
  });

  it('of another organization is not there', async () => {
    const { id } = await make();
    expect(await streams.list({}, of(OTHER))).toEqual({ items: [] });
    const calls = [
      () => streams.get({ id }, of(OTHER)),
      () => configure(id, { retention_days: 1 }, of(OTHER)),
      () => streams.delete({ id }, of(OTHER)),
    ];
    for (const call of calls) expect(await kindOf(call())).toBe('not_found');
    expect((await streams.get({ id }, caller)).effective_retention.days).toBe(30);
  });
});

describe('the list', () => {
  it('is by name, and narrows by type and a part of the name', async () => {
    for (const name of ['zebra', 'Apple', 'apple-pie']) await make({ name });
    await make({ name: 'apple', stream_type: 'traces' });
    const names = async (asked: object) => (await streams.list(asked, caller)).items.map(({ name }) => name);
    expect((await names({})).sort()).toEqual(['Apple', 'apple', 'apple-pie', 'zebra']);
    expect(await names({ stream_type: 'traces' })).toEqual(['apple']);
    expect((await names({ q: 'APPLE' })).sort()).toEqual(['Apple', 'apple', 'apple-pie']);
    expect(await names({ q: '%' })).toEqual([]);
  });

  it('goes on behind its cursor, which is good for the same list of the same organization alone', async () => {
    for (const name of ['a', 'b', 'c']) await make({ name });
    await make({ name: 'b', stream_type: 'traces' });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { items, next_cursor } = await streams.list({ limit: 2, ...(cursor && { cursor }) }, caller);
      pages.push(items.map(({ name, stream_type }) => `${name} ${stream_type}`));
      cursor = next_cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([
      ['a logs', 'b logs'],
      ['b traces', 'c logs'],
    ]);
    const { next_cursor } = await streams.list({ limit: 1, stream_type: 'logs' }, caller);
    const narrowed = await streams.list({ cursor: next_cursor!, stream_type: 'logs' }, caller);
    expect(narrowed.items.map(({ name }) => name)).toEqual(['b', 'c']);
    const wrongs: (() => Promise<unknown>)[] = [
      () => streams.list({ cursor: next_cursor!, stream_type: 'traces' }, caller),
      () => streams.list({ cursor: next_cursor! }, of(OTHER)),
      () => streams.runtime({ cursor: next_cursor! }, caller),
      () => streams.list({ cursor: `${next_cursor}x` }, caller),
    ];
    for (const wrong of wrongs) expect(await kindOf(Promise.resolve().then(wrong))).toBe('invalid_argument');
  });

  it('of what came in lately keeps the window of its first page', async () => {
    for (const name of ['a', 'b']) await make({ name });
    const first = await streams.runtime({ limit: 1, window_secs: 7_200 }, caller);
    const second = await streams.runtime({ cursor: first.next_cursor! }, caller);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b']);
    expect([second.window_start_micros, second.window_end_micros, second.next_cursor]).toEqual([
      first.window_start_micros,
      first.window_end_micros,
      undefined,
    ]);
  });
});

describe('what came in lately', () => {
  it('is in buckets of the window', async () => {
    const made = await make();
    const now = Date.now() * 1_000;
    await store(made, 9, now - 30 * 3_600_000_000);
    await store(made, 3, now - 3_600_000_000 * 4.5);
    await store(made, 4, now - 60_000_000);
    const { items, bucket_secs } = await streams.runtime({}, caller);
    expect(bucket_secs).toBe(3_600);
    expect(items[0]).toMatchObject({ status: 'healthy', rows: 7, bytes: 700 });
    expect(items[0]!.buckets.map(({ rows }) => rows).slice(-6)).toEqual([0, 3, 0, 0, 0, 4]);
    expect(() => parse(StreamsRuntimeQuery, { window_secs: 10 })).toThrow();
  });

  it.each([
    [undefined, 'unused'],
    [10, 'healthy'],
    [16 * 60, 'delayed'],
    [3 * 3_600, 'interrupted'],
    [90_000, 'idle'],
  ])('%s seconds after the last record it is %s', (lagSecs, status) => {
    const now = 1_763_000_000_000_000;
    expect(statusOf(lagSecs === undefined ? undefined : now - lagSecs * 1_000_000, now, 86_400)).toBe(status);
  });
});
