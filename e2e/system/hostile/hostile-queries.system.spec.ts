/** Queries of a viewer who means harm, through the gateway: each ends, shows nothing and leaves nothing. */
// A product of its own: the processes of its apm are counted and killed.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Client, serverSpan } from '../../src/product.fixture.js';

const MIB = 1024 * 1024;
/** Of the defaults: twice 512 MiB and 256 MiB, and what functions take until the kernel has ended the process. */
const HIGHEST_BYTES = (2 * 512 + 256 + 256) * MIB;
const NATIVE = "select levenshtein(repeat('a', 500000), repeat('b', 500000))";

let client: Client;
let range: { start: number; end: number };

beforeAll(async () => {
  client = await Client.start();
  const nowMicros = Date.now() * 1_000;
  range = { start: nowMicros - 3_600_000_000, end: nowMicros + 3_600_000_000 };
  expect(await client.send([serverSpan(nowMicros)], { 'service.name': 'shop' })).toBe(200);
  await eventually(async () => {
    expect(await query('select count(*) from traces."default"')).toMatchObject({ status: 200, body: { rows: [[1]] } });
  });
});
afterAll(() => client?.product.stop());

interface Answered {
  rows?: unknown[][];
  message?: string;
}

async function post<T = Answered>(path: string, body: object): Promise<{ status: number; text: string; body: T }> {
  const response = await fetch(`${client.product.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as T };
}

const query = (statement: string) => post('/query', { language: 'sql', statement, time_range: range });

/** Engine processes of this product, and what they hold. */
function engines(): { pid: number; bytes: number }[] {
  const apm = client.product.pid('apm');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const held = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
        const isEngine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine-main');
        if (state === 'Z' || Number(group) !== apm || !isEngine || held === null) return [];
        return [{ pid: Number(pid), bytes: Number(held[1]) * 1_024 }];
      } catch {
        return [];
      }
    });
}

it.each([
  "select repeat(repeat('x', 1000000), 2000)",
  "select repeat([repeat('x', 1000000)], 2000)::varchar",
  "select list_transform(range(1000000), lambda x: repeat('x', 1000000))",
  "with recursive r as (select 'x' as t union all select t || t from r) select length(t) from r",
])('a statement that makes values without end is 429 and leaves no process: %s', async (statement) => {
  let highest = 0;
  const watch = setInterval(() => (highest = Math.max(highest, ...engines().map(({ bytes }) => bytes))), 50);
  const { status, text } = await query(statement);
  clearInterval(watch);
  expect(status).toBe(429);
  expect(text).not.toContain('narrow the time range');
  expect(highest).toBeLessThan(HIGHEST_BYTES);
  const running = await client.get<{ items: unknown[] }>('/api/v1/query/running');
  expect(JSON.stringify(running.body)).not.toContain('repeat');
  await eventually(() => {
    expect(Math.max(0, ...engines().map(({ bytes }) => bytes))).toBeLessThan(HIGHEST_BYTES / 2);
    expect(engines().length).toBeLessThanOrEqual(2);
  });
  expect((await query('select 1')).body.rows).toEqual([[1]]);
});

it.each([
  'with recursive pg_settings as (select * from pg_settings union select * from pg_settings) select * from pg_settings',
  'with recursive duckdb_views as (select sql from duckdb_views union select sql from duckdb_views) from duckdb_views',
  'with "duc\u212Adb_views" as (select 1) select * from duckdb_views',
  'select 1\0',
])('a statement that gives a catalogue’s name to something of its own is 400: %s', async (statement) => {
  const { status, text } = await query(statement);
  expect(status).toBe(400);
  expect(text).not.toContain(client.product.dataDir);
});

it('fields that objects have by themselves are fields like any, and a NUL is refused in words', async () => {
  const of = { stream: 'default', stream_type: 'traces', from: range.start, to: range.end };
  for (const field of ['__proto__', 'constructor', 'toString']) {
    expect(await post('/web/field_statistics', { ...of, field })).toMatchObject({ status: 200, body: { count: 0 } });
    const filters = [{ field, op: '=', value: 'x' }];
    expect((await post('/web/histogram', { ...of, filters })).status).toBe(200);
  }
  for (const answer of [
    await post('/web/field_statistics', { ...of, field: 'a\0b' }),
    await post('/web/histogram', { ...of, filters: [{ field: 'name', op: '=', value: 'a\0b' }] }),
  ]) {
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('NUL')]);
    expect(answer.text).not.toMatch(/pars|quoted string/i);
  }
});

it('an engine ends with an apm that is killed during a statement', async () => {
  const asked = query(NATIVE).catch(() => undefined);
  await eventually(async () => {
    expect(JSON.stringify((await client.get('/api/v1/query/running')).body)).toContain('levenshtein');
  });
  const before = engines().map(({ pid }) => pid);
  expect(before.length).toBeGreaterThan(0);
  process.kill(client.product.pid('apm')!, 'SIGKILL');
  await eventually(() => {
    expect(before.filter((pid) => readable(pid))).toEqual([]);
  });
  await asked;
  await eventually(async () => {
    expect((await query('select 1')).body.rows).toEqual([[1]]);
  });
});

function readable(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
