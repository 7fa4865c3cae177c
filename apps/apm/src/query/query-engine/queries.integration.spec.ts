import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import type { SegmentUnreadable } from '@spanwise/segments/catalogue';
import { fileChecksum } from '@spanwise/segments/file-checksum';
import type { Queries } from './queries.js';
import type { QueryMetrics } from './query-metrics.js';
import { answerOf, OTHER_OWNER, OWNER, queriesOver, RANGE, StoredTelemetry, T0 } from './telemetry.fixture.js';

const ENDLESS = 'with recursive r as (select 1 as x union all select x + 1 from r) select count(*) from r';

let telemetry: StoredTelemetry;
let queries: Queries;
/** Segments that were counted as unreadable. */
const noted: string[] = [];

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  const log = (n: number, more: Record<string, unknown> = {}) => ({
    _timestamp: T0 + n,
    body: `line ${n}`,
    'service.name': n % 2 === 0 ? 'even' : 'odd',
    time_unix_nano: 1_767_225_600_000_000_001n,
    attributes: { answer: n, 'a/b~c"d': `v${n}`, mixed: n === 3 ? 'three' : n, body: 'own', nested: { x: [1] } },
    ...more,
  });
  await telemetry.add(
    OWNER.organizationId,
    'logs',
    'default',
    [1, 2, 3].map((n) => log(n)),
    [
      { name: 'answer', type: 'int64', column: 'attributes' },
      { name: 'a/b~c"d', type: 'utf8', column: 'attributes' },
      { name: 'mixed', type: 'int64', column: 'attributes' },
      { name: 'body', type: 'utf8', column: 'attributes' },
      { name: 'nested', type: 'json', column: 'attributes' },
    ],
  );
  await telemetry.add(OWNER.organizationId, 'logs', 'default', [log(10), log(11)]);
  await telemetry.add(OWNER.organizationId, 'traces', 'default', [
    { _timestamp: T0 + 1, trace_id: 'aa', name: 'GET /' },
  ]);
  await telemetry.add(OWNER.organizationId, 'traces', 'spans', [{ _timestamp: T0 + 1, trace_id: 'bb', name: 'GET /' }]);
  await telemetry.add(OTHER_OWNER.organizationId, 'logs', 'default', [log(1, { body: 'secret of others' })]);
  queries = queriesOver(telemetry, { engine: { processBytes: 400 * 1024 * 1024 } });
  const metrics = {
    note: () => undefined,
    noteUnreadable: ({ segmentId }: SegmentUnreadable) => noted.push(segmentId),
  };
  queries.ports.metrics = metrics as unknown as QueryMetrics;
  await queries.ports.pool.warm();
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

const rowsOf = async (statement: string, change: Parameters<typeof answerOf>[2] = {}) =>
  (await answerOf(queries, statement, change)).rows;
const refusal = (work: Promise<unknown>): Promise<ServiceError> =>
  work.then(
    () => expect.fail('nothing was refused'),
    (thrown: ServiceError) => thrown,
  );

describe('a statement that is only checked (ALERT-12)', () => {
  const check = (statement: string) => queries.check(OWNER.organizationId, statement);

  it.each(['select 1 as value', 'with t as (select 1) select * from t', 'select count(*) from "not there yet"'])(
    'may be %s',
    async (statement) => expect(await check(statement)).toBeUndefined(),
  );

  it.each([
    ['two of them', 'select 1; select 2'],
    ['a change', `insert into "default" values (1)`],
    ['a setting', 'set threads = 1'],
    ['a syntax error', 'select from where'],
    ['a function that is not allowed', `select * from read_csv('/etc/passwd')`],
    ['NUL', 'select 1\0'],
    ['more than it may have', `select '${'x'.repeat(140_000)}'`],
  ])('may not be %s', async (_, statement) => {
    expect(await refusal(check(statement))).toMatchObject({ kind: 'invalid_argument' });
  });

  it('gives its place back', async () => {
    await Promise.allSettled(Array.from({ length: 12 }, (_, n) => check(n % 2 === 0 ? 'select 1' : 'drop table x')));
    expect(queries.ports.admission.state).toEqual({ running: 0, waiting: 0 });
  });
});

describe('a statement (QUERY-1)', () => {
  it('reads its organization’s stream, and no other’s of the same name', async () => {
    expect(await rowsOf('select body from "default" order by _timestamp limit 2')).toEqual([['line 1'], ['line 2']]);
    expect(await rowsOf('select body from "default"', { owner: OTHER_OWNER })).toEqual([['secret of others']]);
  });

  it.each([
    ['logs without a signal', 'select count(*) from "default"', {}, [[5]]],
    ['what its signal says', 'select count(*) from traces."default"', {}, [[1]]],
    ['the only stream of that name', 'select trace_id from spans', {}, [['bb']]],
    [
      'what the request says',
      'select count(*) from "default"',
      { stream: { name: 'default', signal: 'traces' as const } },
      [[1]],
    ],
    ['several', 'select l.body, t.name from logs."default" l, traces.spans t limit 1', {}, [['line 1', 'GET /']]],
  ])('names %s', async (_, statement, change, rows) => expect(await rowsOf(statement, change)).toEqual(rows));

  it.each([
    ['a field with its type', 'select sum(answer) from "default" where answer <= 3', [[6]]],
    ['a field of any name', 'select "a/b~c""d" from "default" where answer = 2', [['v2']]],
    ['null where the value has another type', 'select count(mixed) from "default"', [[4]]],
    ['a field that is called as a column', 'select "attributes.body" from "default" limit 1', [['own']]],
    ['nested values', 'select nested->>\'$.x[0]\' from "default" limit 1', [['1']]],
    ['the identity of the record', 'select _event_id from "default" where answer = 2', [['0-1-2-0-0']]],
    ['names in any case', 'select BODY, Answer from "default" where ANSWER = 1', [['line 1', 1]]],
  ])('reads %s', async (_, statement, rows) => expect(await rowsOf(statement)).toEqual(rows));

  it('has all columns and fields in a star, and the order that it asks for', async () => {
    const answer = await answerOf(queries, 'select * from "default" order by answer desc');
    expect(answer.columns).toEqual(expect.arrayContaining(['_timestamp', '_event_id', 'body', 'answer', 'nested']));
    expect(answer.rows.map((row) => (row as unknown[])[answer.columns.indexOf('answer')])).toEqual([11, 10, 3, 2, 1]);
  });

  it('sees the time range alone, its end not included', async () => {
    const range = { fromMicros: T0 + 2, toMicros: T0 + 11 };
    expect(await rowsOf('select answer from "default" order by 1', { range })).toEqual([[2], [3], [10]]);
    // The first segment reaches beyond the range, the second lies in it.
    const later = { fromMicros: T0 + 2, toMicros: T0 + 12 };
    expect(await rowsOf('select answer from "default" order by 1', { range: later })).toEqual([[2], [3], [10], [11]]);
    const none = { fromMicros: 0, toMicros: 1 };
    expect(await rowsOf('select body, answer from "default"', { range: none })).toEqual([]);
  });

  it('keeps all digits of 64 bits, and writes as text what JSON knows no number for', async () => {
    const { text } = await answerOf(
      queries,
      "select time_unix_nano, 'nan'::double, ['inf'::double] from \"default\" limit 1",
    );
    expect(text).toBe('[1767225600000000001,"NaN","[inf]"]\n');
  });

  it('is counted by the rows of the segments that it read', async () => {
    const range = { fromMicros: T0 + 10, toMicros: T0 + 11 };
    expect(await answerOf(queries, 'select 1 from "default"', { range })).toMatchObject({ scanned_rows: 2 });
  });

  it('of one trace opens the segments that may hold it, and no others', async () => {
    for (const trace_id of ['t-1', 't-2', 't-1']) {
      await telemetry.add(OWNER.organizationId, 'logs', 'traced', [
        { _timestamp: T0, trace_id, body: `of ${trace_id}` },
      ]);
    }
    const of = (id: string) => answerOf(queries, `select body from traced where trace_id = '${id}'`);
    expect(await of('t-1')).toMatchObject({ scanned_rows: 2, rows: [['of t-1'], ['of t-1']] });
    expect(await of('t-3')).toMatchObject({ scanned_rows: 0, rows: [] });
    const either = "select count(*) from traced where trace_id = 't-1' or body = 'of t-2'";
    expect(await answerOf(queries, either)).toMatchObject({ scanned_rows: 3, rows: [[3]] });
  });

  it('reads null in a column that its segments are too old to have', async () => {
    const old = await telemetry.add(OWNER.organizationId, 'logs', 'old', [{ _timestamp: T0, body: 'old' }]);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `create table old as select * exclude (event_name) from '${old.key}'; copy old to '${old.key}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    old.checksum = await fileChecksum(old.key);
    expect(await rowsOf('select body, event_name from old')).toEqual([['old', null]]);
  });

  it('ends with comments, semicolons and names that are there twice', async () => {
    const answer = await answerOf(queries, 'select 1 as a, 2 as "A"; -- the end');
    expect([answer.columns.length, answer.rows]).toEqual([2, [[1, 2]]]);
  });
});

describe('a limit', () => {
  it.each([
    ['of rows', { maxRows: 2 }, 'row_limit', 2],
    ['of bytes', { maxBytes: 30 }, 'byte_limit', 2],
  ])('%s leaves rows out and says so', async (_, change, reason, rows) => {
    const answer = await answerOf(queries, 'select body from "default"', change);
    expect(answer).toMatchObject({ partial: true, partial_reason: reason });
    expect(answer.rows).toHaveLength(rows);
  });

  it('of scanned rows reads the newest', async () => {
    const few = queriesOver(telemetry, { maxScannedRows: 4 });
    const answer = await answerOf(few, 'select min(answer) from "default"');
    await few.ports.pool.close();
    expect(answer).toMatchObject({ rows: [[10]], partial_reason: 'scan_limit', scanned_rows: 2 });
  });

  it('of time ends what has no rows yet, and cuts what has', async () => {
    const error = await refusal(answerOf(queries, ENDLESS, { timeLimitMs: 300 }));
    expect([error.kind, error.message]).toEqual(['resource_exhausted', expect.stringContaining('0.3 s')]);
    const endless = "select range, repeat('x', 200) from range(100000000000)";
    const cut = await answerOf(queries, endless, { timeLimitMs: 2_000, maxRows: undefined });
    expect(cut).toMatchObject({ partial: true, partial_reason: 'time_limit' });
    expect(cut.text.endsWith('\n')).toBe(true);
    expect(cut.rows.length).toBeGreaterThan(1_000);
  });

  it.each([
    [
      'a sort of more than the memory',
      "select * from (select random() r, repeat('y', 100) from range(20000000)) order by r",
    ],
    ['a text of gigabytes', "select length(repeat('abcdefghij', 400000000))"],
    ['a list of gigabytes', 'select len(range(4000000000))'],
  ])('of memory refuses %s', async (_, statement) => {
    expect((await refusal(answerOf(queries, statement, { maxRows: undefined }))).kind).toBe('resource_exhausted');
    expect(await rowsOf('select 1')).toEqual([[1]]);
  });
});

describe('a query', () => {
  it.each([
    ['by its id', (id: string) => queries.ports.running.cancel(id, OWNER.organizationId, OWNER.subject)],
    ['by its caller, who leaves', (_: string, caller: AbortController) => caller.abort()],
  ])('is cancelled %s, which frees its engine long before it would end', async (_, cancel) => {
    const id = '00000000-0000-7000-8000-00000000c001';
    for (const statement of [ENDLESS, "select levenshtein(repeat('a', 200000), repeat('b', 200000))"]) {
      const caller = new AbortController();
      const asked = refusal(answerOf(queries, statement, { id, signal: caller.signal }));
      await expect.poll(() => queries.ports.pool.busyPids).toHaveLength(1);
      await sleep(300);
      cancel(id, caller);
      expect((await asked).kind).toBe('cancelled');
      expect([queries.ports.pool.busyPids, queries.ports.admission.state.running, telemetry.held]).toEqual([[], 0, 0]);
    }
  });

  it('whose caller leaves while its engine starts leaves that engine to the next one', async () => {
    const fresh = queriesOver(telemetry, {});
    const caller = new AbortController();
    const asked = refusal(answerOf(fresh, 'select 1', { signal: caller.signal }));
    caller.abort();
    expect((await asked).kind).toBe('cancelled');
    expect(await answerOf(fresh, 'select 1')).toMatchObject({ rows: [[1]] });
    await fresh.ports.pool.close();
  });

  it('that was cancelled before it ran leaves its engine to the next one', async () => {
    const caller = new AbortController();
    const streams = telemetry.streams.bind(telemetry);
    telemetry.streams = async (organizationId) => {
      caller.abort();
      return streams(organizationId);
    };
    const cancelled = await refusal(answerOf(queries, 'select body from "default"', { signal: caller.signal }));
    telemetry.streams = streams;
    expect(cancelled.kind).toBe('cancelled');
    const slow = 'select count(*) from range(60000000) where hash(range) % 7 = 1';
    expect(await rowsOf(slow, { timeLimitMs: 60_000 })).toHaveLength(1);
  });

  it('whose reader stops holds a bounded part of its rows, and ends when the reader leaves', async () => {
    const caller = new AbortController();
    let bytes = 0;
    const stuck = queries.run(
      OWNER,
      {
        id: '00000000-0000-7000-8000-00000000c002',
        statement: "select range, repeat('x', 1000) from range(10000000)",
        range: RANGE,
        form: 'objects',
        timeLimitMs: 60_000,
      },
      caller.signal,
      {
        begin: () => undefined,
        write: async (piece) => {
          bytes += piece.length;
          if (!caller.signal.aborted) await new Promise((resolve) => caller.signal.addEventListener('abort', resolve));
        },
      },
    );
    await sleep(500);
    expect(bytes).toBeLessThan(1_000_000);
    caller.abort();
    expect((await refusal(stuck)).kind).toBe('cancelled');
    expect(queries.ports.pool.busyPids).toEqual([]);
  });

  it('dies with its engine and says so, while others go on and the next one works', async () => {
    const victim = refusal(answerOf(queries, ENDLESS));
    await expect.poll(() => queries.ports.pool.busyPids).toHaveLength(1);
    const [pid] = queries.ports.pool.busyPids;
    const other = answerOf(queries, 'select count(*) from range(30000000) where hash(range) % 7 = 1', {
      owner: OTHER_OWNER,
    });
    await sleep(20);
    process.kill(pid!, 'SIGKILL');
    expect((await victim).kind).toBe('unavailable');
    expect((await other).rows).toHaveLength(1);
    expect(await rowsOf('select 1')).toEqual([[1]]);
  });

  it('over a file that is no longer what was written, or is gone, leaves it out and says so', async () => {
    const damaged = [
      async (path: string) => {
        const bytes = await readFile(path);
        bytes[Math.floor(bytes.length / 3)]! ^= 4;
        await writeFile(path, bytes);
      },
      (path: string) => rm(path),
    ];
    for (const [n, damage] of damaged.entries()) {
      const stream = `broken_${n}`;
      const [first, second] = [[{ _timestamp: T0, body: 'x' }], [{ _timestamp: T0 + 1, body: 'y' }]];
      await telemetry.add(OWNER.organizationId, 'logs', stream, first);
      const { id, key } = await telemetry.add(OWNER.organizationId, 'logs', stream, second);
      await damage(key);
      const counted = noted.length;
      const answer = await answerOf(queries, `select body from ${stream}`);
      expect(answer).toMatchObject({ rows: [['x']], partial: true, partial_reason: 'segment_unreadable' });
      expect(noted.slice(counted)).toEqual([id]);
      expect(await rowsOf('select body from "default"', { owner: OTHER_OWNER })).toHaveLength(1);
    }
  });

  it('over a file that no engine can read says so without a path', async () => {
    const segment = await telemetry.add(OWNER.organizationId, 'logs', 'broken', [{ _timestamp: T0, body: 'x' }]);
    const bytes = await readFile(segment.key);
    bytes.fill(0x5a, 4, bytes.length - 8);
    await writeFile(segment.key, bytes);
    // As it is with segments that are older than checksums.
    delete segment.checksum;
    const error = await refusal(answerOf(queries, 'select body from broken'));
    expect([error.kind, error.message]).toEqual(['internal', 'Stored data of this time range could not be read.']);
  });

  it('that multiplies streams with each other ends at its time, and others go on meanwhile', async () => {
    const explosion =
      'select count(*) from range(1000000) a, range(1000000) b, range(1000000) c where hash(a, b, c) % 2 = 0';
    const asked = refusal(answerOf(queries, explosion, { timeLimitMs: 1_500 }));
    expect(await rowsOf('select body from "default"', { owner: OTHER_OWNER })).toHaveLength(1);
    expect((await asked).kind).toBe('resource_exhausted');
    expect(await rowsOf('select 1')).toEqual([[1]]);
  });
});

describe('a statement that fails after many rows (QUERY-2)', () => {
  const LATE = "select case when i = 390000 then 'x' else '1' end::int as n from range(400000) t(i)";
  const all = { maxRows: 400_000, form: 'objects' as const, timeLimitMs: 60_000 };

  it('does not end as complete, and says what was wrong', async () => {
    const error = await refusal(answerOf(queries, LATE, all));
    expect(error.kind).toBe('invalid_argument');
    expect(error.message).toContain("Could not convert string 'x' to INT32");
    expect(await rowsOf('select 1')).toEqual([[1]]);
  });

  it('that needs more than there is does not end as complete either', async () => {
    const large = 'select case when i < 300000 then 1 else len(range(i * 2000)) end from range(400000) t(i)';
    expect((await refusal(answerOf(queries, large, all))).message).toContain('Cannot resize vector');
  });

  it('is answered with its first rows where these are all that was asked for', async () => {
    expect(await answerOf(queries, LATE, { ...all, maxRows: 10 })).toMatchObject({ partial_reason: 'row_limit' });
  });
});

describe('fifty queries of five organizations at once', () => {
  const owners = Array.from({ length: 5 }, (_, n) => ({
    organizationId: `00000000-0000-7000-8000-00000000000${n}`,
    subject: 'user',
  }));

  it('share the engine evenly, in any order of arrival', async () => {
    const order: number[] = [];
    // Processes are there: a query that waits for the start of one has its place meanwhile.
    await Promise.all(owners.map((owner) => answerOf(queries, 'select 1', { owner, timeLimitMs: 60_000 })));
    await queries.ports.pool.ready();
    // The first organization asks for all of its ten before the others ask for anything.
    await Promise.all(
      owners.flatMap((owner, n) =>
        Array.from({ length: 10 }, async () => {
          const statement = 'select count(*) from range(1000000) where hash(range) % 7 = 1';
          await answerOf(queries, statement, { owner, timeLimitMs: 60_000 });
          order.push(n);
        }),
      ),
    );
    const shares = owners.map((_, n) => order.slice(0, 25).filter((one) => one === n).length);
    console.log(`answers of each organization among the first 25: ${shares.join(', ')}`);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...shares)).toBeLessThanOrEqual(8);
  });
});
