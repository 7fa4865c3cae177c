import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamedCall } from '@spanwise/bus/rpc-handler';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import type { LogPage, SearchAround, TraceDetail, TraceListBody, TracePage } from '@spanwise/contracts/telemetry/reads';
import { ApmConfig, type ApmVariables } from '../../config.js';
import type { Queries } from '../query-engine/queries.js';
import { OTHER_OWNER, OWNER, queriesOver, StoredTelemetry, T0 } from '../query-engine/telemetry.fixture.js';
import { PlayedStore } from '../../store/stored-state/stored-reads.fixture.js';
import { TelemetryReads } from './telemetry-reads.js';

const [FROM, TO] = [T0, T0 + 3_600_000_000];
const TRACE = 'a'.repeat(31);

let telemetry: StoredTelemetry;
let queries: Queries;
let reads: TelemetryReads;

/** A span of trace n: `at` and `for` in milliseconds after T0. */
function span(
  n: number,
  id: string,
  parent: string | null,
  at: number,
  lasting: number,
  more: Record<string, unknown> = {},
) {
  const start = BigInt(T0 + at * 1_000) * 1_000n + 1n;
  return {
    _timestamp: T0 + at * 1_000,
    trace_id: `${TRACE}${n}`,
    span_id: id,
    parent_span_id: parent,
    name: `op ${id}`,
    kind: 'SERVER',
    'service.name': 'shop',
    status_code: 'UNSET',
    start_time_unix_nano: start,
    end_time_unix_nano: start + BigInt(lasting) * 1_000_000n,
    duration_nano: BigInt(lasting) * 1_000_000n,
    ...more,
  };
}

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  const own = OWNER.organizationId;
  await telemetry.add(own, 'traces', 'default', [
    span(1, 'r1', null, 0, 100, { attributes: { 'cart.items': 3, note: 'ns-1:5' }, 'http.route': '/buy' }),
    span(1, 'c1', 'r1', 10, 50, { 'service.name': 'pay', status_code: 'ERROR', status_message: 'declined' }),
    span(2, 'r2', null, 1_000, 20),
    span(3, 'r3', null, 2_000, 300, { 'service.version': 'v2' }),
  ]);
  await telemetry.add(own, 'traces', 'batch', [span(1, 'c2', 'c1', 20, 30, { 'service.name': 'bank' })]);
  await telemetry.add(OTHER_OWNER.organizationId, 'traces', 'default', [span(1, 'x', null, 0, 1, { name: 'secret' })]);
  const logs = Array.from({ length: 25 }, (_, n) => ({
    _timestamp: T0 + Math.floor(n / 2) * 1_000_000,
    body: n % 5 === 0 ? `Failed for user ${n}` : `ok ${n}`,
    severity_text: n % 5 === 0 ? 'ERROR' : 'INFO',
    severity_number: n % 5 === 0 ? 17 : 9,
    'service.name': 'shop',
    trace_id: n === 5 ? `${TRACE}1` : null,
    attributes: { n, level: n % 2 === 0 ? 'even' : 'odd' },
  }));
  await telemetry.add(own, 'logs', 'default', logs);
  queries = queriesOver(telemetry);
  const config = { cursorKeys: [{ kid: 'k', key: Buffer.alloc(32, 1) }], queryTimeoutMs: 20_000 };
  reads = new TelemetryReads(queries, new ApmConfig(config as ApmVariables), new PlayedStore().reads);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

async function ask<T>(work: (call: StreamedCall) => Promise<unknown>, owner = OWNER): Promise<T & { text: string }> {
  const pieces: Uint8Array[] = [];
  const context = { organization_id: owner.organizationId, subject: owner.subject, permissions: [] };
  const write = async (bytes: Uint8Array) => void pieces.push(bytes);
  const tail = await work({ context, write, signal: new AbortController().signal } as unknown as StreamedCall);
  const text = Buffer.concat(pieces).toString('utf8');
  if (tail !== null && Object.keys(tail as object).length === 0) return { ...(JSON.parse(text) as T), text };
  const items = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  return { ...(tail as object), items, text } as unknown as T & { text: string };
}
const traces = (body: TraceListBody, owner = OWNER) =>
  ask<TracePage>(
    (call) => reads.traces(body.cursor === undefined ? { from: FROM, to: TO, ...body } : body, call),
    owner,
  );
const idsOf = ({ items }: TracePage) => items.map(({ trace_id }) => Number(trace_id.at(-1)));
const refusal = (work: Promise<unknown>): Promise<ServiceError> =>
  work.then(
    () => expect.fail('nothing was refused'),
    (thrown: ServiceError) => thrown,
  );

describe('a caller who may query some streams', () => {
  const heldOf = (...names: [string, string][]): string[] =>
    names.map(([signal, stream]) => telemetry.idOf(OWNER.organizationId, signal, stream));
  const nothing = { from: FROM, to: TO, held_ids: [] };

  it('sees the spans and logs of those alone', async () => {
    const held_ids = heldOf(['traces', 'batch']);
    const batch = { from: FROM, to: TO, held_ids };
    const page = await ask<TracePage>((call) => reads.traces(batch, call));
    expect(page.items).toMatchObject([{ trace_id: `${TRACE}1`, operation: 'op c2', span_count: 1 }]);
    const trace = await ask<TraceDetail>((call) => reads.trace({ ...batch, trace_id: `${TRACE}1` }, call));
    expect(trace.spans.map(({ operation }) => operation)).toEqual(['op c2']);
    expect((await ask<LogPage>((call) => reads.logs(batch, call))).items).toEqual([]);
    const logs = await ask<LogPage>((call) => reads.logs({ ...batch, held_ids: heldOf(['logs', 'default']) }, call));
    expect(logs.items).toHaveLength(20);
  });

  it('sees nothing without one', async () => {
    expect((await ask<TracePage>((call) => reads.traces(nothing, call))).items).toEqual([]);
    expect((await ask<LogPage>((call) => reads.logsOf({ ...nothing, trace_id: `${TRACE}1` }, call))).items).toEqual([]);
    const { kind } = await refusal(ask((call) => reads.trace({ ...nothing, trace_id: `${TRACE}1` }, call)));
    expect(kind).toBe('not_found');
    for (const read of [
      (call: StreamedCall) => reads.histogram({ ...nothing, stream: 'default' }, call),
      (call: StreamedCall) => reads.statistics({ ...nothing, stream: 'default', field: 'body' }, call),
    ])
      expect((await refusal(ask(read))).message).toBe('There is no stream default of logs.');
  });
});

describe('the list of traces', () => {
  it('says of each trace its root, length, spans and errors, over all streams', async () => {
    const page = await traces({});
    expect(page.items[2]).toMatchObject({
      trace_id: `${TRACE}1`,
      service: 'shop',
      operation: 'op r1',
      duration_ms: 100,
      span_count: 3,
      error_count: 1,
    });
    expect(page.text).toContain(`"start_ns":${BigInt(T0) * 1_000n + 1n}`);
  });

  it.each([
    ['latest', [3, 2, 1]],
    ['earliest', [1, 2, 3]],
    ['duration_desc', [3, 1, 2]],
    ['duration_asc', [2, 1, 3]],
    ['span_count_desc', [1, 2, 3]],
    ['errors_desc', [1, 2, 3]],
  ] as const)('is sorted by %s, page by page too', async (sort, expected) => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await traces(cursor === undefined ? { sort, limit: 1 } : { cursor, limit: 1 });
      seen.push(...idsOf(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(expected);
  });

  it.each([
    ['a service that took part', [{ field: 'service', op: '=', value: 'bank' }], [1]],
    ['an error', [{ field: 'status', op: '=', value: 'error' }], [1]],
    ['a duration', [{ field: 'duration_ms', op: '>=', value: '100' }], [3, 1]],
    ['a version', [{ field: 'version', op: '=', value: 'v2' }], [3]],
    ['an attribute that is a column', [{ field: 'http.route', op: 'contains', value: 'BUY' }], [1]],
    ['an attribute of the rest', [{ field: 'cart.items', op: '>', value: '2' }], [1]],
    [
      'two at once, of one span',
      [
        { field: 'service', op: 'eq', value: 'pay' },
        { field: 'http.route', op: '=', value: '/buy' },
      ],
      [],
    ],
    ['a text that is a statement', [{ field: "x') or true --", op: '=', value: "' or true --" }], []],
  ] as const)('is filtered by %s', async (_, filters, expected) => {
    expect(idsOf(await traces({ filters: [...filters] }))).toEqual(expected);
  });

  it.each([
    ['a part of a name', 'R2', [2]],
    ['a trace id', `${TRACE}3`, [3]],
    ['nothing', 'zzz', []],
  ])('is searched for %s', async (_, q, expected) => expect(idsOf(await traces({ q }))).toEqual(expected));

  it('is the organization’s own; one without streams has none', async () => {
    expect((await traces({}, OTHER_OWNER)).items.map(({ operation }) => operation)).toEqual(['secret']);
    const stranger = { organizationId: '00000000-0000-7000-8000-000000000000', subject: 's' };
    expect((await traces({}, stranger)).items).toEqual([]);
  });

  it('refuses a cursor of others, another parameter beside it, and what filters cannot do', async () => {
    const { next_cursor: cursor } = await traces({ limit: 1 });
    for (const [work, message] of [
      [traces({ cursor: cursor! }, OTHER_OWNER), 'cursor'],
      [traces({ cursor: `${cursor}x` }), 'cursor'],
      [traces({ cursor: cursor!, sort: 'latest' }), 'limit'],
      [traces({ filters: [{ field: 'duration_ms', op: '=', value: '1 or true' }] }), 'not a number'],
      [traces({ filters: [{ field: 'service', op: '>', value: 'a' }] }), 'numbers'],
      [traces({ from: 5, to: 5 }), 'after it begins'],
    ] as const) {
      expect(await refusal(work)).toMatchObject({
        kind: 'invalid_argument',
        message: expect.stringContaining(message),
      });
    }
  });
});

describe('a trace', () => {
  const read = (trace_id: string, owner = OWNER) =>
    ask<TraceDetail>((call) => reads.trace({ trace_id, from: FROM, to: TO }, call), owner);

  it('has its spans in tree order, with exact times, self times and what it waited for (QUERY-4)', async () => {
    const trace = await read(`${TRACE}1`);
    expect(
      trace.spans.map(({ span_id, depth, self_ns, critical_path_ns }) => [span_id, depth, self_ns, critical_path_ns]),
    ).toEqual([
      ['r1', 0, 50e6, 50e6],
      ['c1', 1, 20e6, 20e6],
      ['c2', 2, 30e6, 30e6],
    ]);
    expect(trace.text).toContain(`"start_ns":${BigInt(T0) * 1_000n + 1n},`);
    expect(trace).toMatchObject({
      root_span_id: 'r1',
      span_count: 3,
      error_count: 1,
      duration_ns: 100e6,
      truncated: false,
      services: [
        { service: 'bank', span_count: 1, error_count: 0 },
        { service: 'pay', span_count: 1, error_count: 1 },
        { service: 'shop', span_count: 1, error_count: 0 },
      ],
    });
    expect(trace.spans[0]).toMatchObject({
      attributes: { 'cart.items': 3, note: 'ns-1:5', 'http.route': '/buy' },
      resource: { attributes: { 'service.name': 'shop' } },
      kind: 2,
    });
    expect(trace.spans[1]).toMatchObject({ status: 'ERROR', status_message: 'declined', parent_span_id: 'r1' });
  });

  it('of very many spans has them all', async () => {
    const id = 'b'.repeat(32);
    const rows = `select ${T0} + i as _timestamp, 0 as _shard, 1 as _epoch, i as _seq, 0 as _slice, 0 as _index,
      '${id}' as trace_id, 's' || i as span_id, if(i = 0, null, 's0') as parent_span_id, 'op' as name, 'SERVER' as kind,
      'shop' as "service.name", 'OK' as status_code, ${T0}000 + i * 1000 as start_time_unix_nano,
      ${T0}000 + i * 1000 + 5 as end_time_unix_nano, 5 as duration_nano,
      '{"cart.items":3,"user.id":"u-' || i || '"}' as attributes from range(30000) t(i)`;
    await telemetry.add(OWNER.organizationId, 'traces', 'huge', rows);
    const trace = await read(id);
    expect(trace).toMatchObject({ span_count: 30_000, truncated: false, root_span_id: 's0' });
  });

  it('that is not there, or is another organization’s, is not found', async () => {
    expect((await refusal(read('f'.repeat(32)))).kind).toBe('not_found');
    expect((await refusal(read(`${TRACE}3`, OTHER_OWNER))).kind).toBe('not_found');
  });

  it('has its logs', async () => {
    const { items } = await ask<LogPage>((call) => reads.logsOf({ trace_id: `${TRACE}1`, from: FROM, to: TO }, call));
    expect(items).toMatchObject([{ body: 'Failed for user 5', attributes: { n: 5 } }]);
  });
});

describe('logs', () => {
  const logs = (body: object, owner = OWNER) =>
    ask<LogPage>((call) => reads.logs({ from: FROM, to: TO, ...body }, call), owner);
  const numbers = ({ items }: LogPage) => items.map((item) => (item.attributes as { n: number }).n);

  it('come newest first, each once, page by page', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await logs({ limit: 4, ...(cursor !== undefined && { cursor }) });
      seen.push(...numbers(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n));
    expect(Math.floor(seen[0]! / 2)).toBe(12);
  });

  it.each([
    ['a severity', { filters: [{ field: 'severity', op: '=', value: 'ERROR' }] }, 5],
    ['texts that all are there', { free_text: ['failed', 'USER 1'] }, 2],
    ['an attribute', { filters: [{ field: 'level', op: '!=', value: 'even' }] }, 12],
    ['a stream that is not there', { stream: 'nothing' }, 0],
  ])('are filtered by %s', async (_, body, count) => {
    expect((await logs({ limit: 100, ...body })).items).toHaveLength(count);
  });

  it('around a moment lie on both sides of it, without the record itself (QUERY-5)', async () => {
    const { items } = await logs({ filters: [{ field: 'n', op: '=', value: '10' }] });
    const body = { stream: 'default', event_timestamp_us: T0 + 5_000_000, before: 3, after: 2 };
    const around = await ask<SearchAround>((call) =>
      reads.around({ ...body, event_fingerprint: items[0]!._event_id as string }, call),
    );
    const times = (half: SearchAround['before']) => half.rows.map((row) => row[half.columns.indexOf('body')]);
    expect([times(around.before).length, times(around.after).length]).toEqual([3, 2]);
    expect([...times(around.before), ...times(around.after)]).not.toContain('Failed for user 10');
    const nowhere = await ask<SearchAround>((call) => reads.around({ ...body, stream: 'nothing' }, call));
    expect(nowhere.before.rows).toEqual([]);
  });

  it('around a moment are those that pass the filters, as many as are asked for (QUERY-24)', async () => {
    const filters = [{ field: 'severity', op: '=' as const, value: 'ERROR' }];
    const body = { stream: 'default', event_timestamp_us: T0 + 5_000_000, before: 1, after: 2, filters };
    const around = await ask<SearchAround>((call) => reads.around(body, call));
    const bodies = ({ columns, rows }: SearchAround['before']) => rows.map((row) => row[columns.indexOf('body')]);
    expect(bodies(around.before)).toEqual(['Failed for user 5']);
    expect(bodies(around.after)).toEqual(['Failed for user 10', 'Failed for user 15']);
  });

  it('have statistics of a field, and a histogram with every bucket', async () => {
    const of = { stream: 'default', from: FROM, to: FROM + 20_000_000 };
    expect(await ask((call) => reads.statistics({ ...of, field: 'level' }, call))).toMatchObject({
      count: 25,
      missing: 0,
      distinct: 2,
      top_values: [
        { value: 'even', count: 13 },
        { value: 'odd', count: 12 },
      ],
    });
    const bars = await ask<{ buckets: { count: number; error_count: number }[] }>((call) =>
      reads.histogram({ ...of, buckets: 4 }, call),
    );
    expect(bars.buckets.map(({ count, error_count }) => [count, error_count])).toEqual([
      [10, 2],
      [10, 2],
      [5, 1],
      [0, 0],
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a field may be called %s', async (field) => {
    const of = { stream: 'default', from: FROM, to: FROM + 20_000_000 };
    expect(await ask((call) => reads.statistics({ ...of, field }, call))).toMatchObject({ field, count: 0 });
    const filters = [{ field, op: '=' as const, value: 'x' }];
    const bars = await ask<{ buckets: { count: number }[] }>((call) => reads.histogram({ ...of, filters }, call));
    expect(bars.buckets.every(({ count }) => count === 0)).toBe(true);
    expect((await ask<LogPage>((call) => reads.logs({ ...of, filters }, call))).items).toEqual([]);
  });

  it('a NUL in a field or a value is refused in words that name it', async () => {
    const of = { stream: 'default', from: FROM, to: FROM + 20_000_000 };
    const filter = (field: string, value: string) => ({ ...of, filters: [{ field, op: '=' as const, value }] });
    for (const [work, words] of [
      [(call) => reads.statistics({ ...of, field: 'a\0b' }, call), 'No field has a NUL character in its name.'],
      [(call) => reads.histogram(filter('a\0b', 'x'), call), 'No field has a NUL character in its name.'],
      [(call) => reads.logs(filter('body', 'x\0'), call), 'the value has a NUL character'],
    ] as [(call: StreamedCall) => Promise<unknown>, string][]) {
      const error = await ask(work).catch((thrown: ServiceError) => thrown);
      expect(error).toMatchObject({ kind: 'invalid_argument', message: expect.stringContaining(words) as string });
    }
  });
});

describe('an answer', () => {
  const of = { stream: 'lacking', from: FROM, to: TO };
  const window = { from: FROM, to: TO };

  beforeAll(async () => {
    const organizationId = OTHER_OWNER.organizationId;
    const log = { body: 'there', trace_id: `${TRACE}7` };
    for (const [signal, one, another] of [
      ['traces', span(7, 'a', null, 0, 5), span(7, 'b', 'a', 1, 2)],
      ['logs', { _timestamp: T0, ...log }, { _timestamp: T0 + 1, ...log }],
    ] as const) {
      await telemetry.add(organizationId, signal, 'lacking', [one]);
      const { key } = await telemetry.add(organizationId, signal, 'lacking', [another]);
      await rm(key);
    }
  });

  it.each<[string, (call: StreamedCall) => Promise<unknown>]>([
    ['traces', (call) => reads.traces(window, call)],
    ['the logs of a trace', (call) => reads.logsOf({ trace_id: `${TRACE}7`, ...window }, call)],
    ['logs', (call) => reads.logs(of, call)],
    ['records around a moment', (call) => reads.around({ stream: 'lacking', event_timestamp_us: T0 }, call)],
    ['statistics', (call) => reads.statistics({ ...of, field: 'body' }, call)],
    ['a histogram', (call) => reads.histogram(of, call)],
  ])('of %s says that it lacks the records of a file that is gone', async (_, work) => {
    expect(await ask(work, OTHER_OWNER)).toMatchObject({ partial: true, partial_reason: 'segment_unreadable' });
  });

  it('of one trace says so too, and that it holds all spans that it found', async () => {
    const work = (call: StreamedCall) => reads.trace({ trace_id: `${TRACE}7`, ...window }, call);
    expect(await ask(work, OTHER_OWNER)).toMatchObject({
      partial: true,
      partial_reasons: ['segment_unreadable'],
      truncated: false,
      span_count: 1,
    });
  });
});
