import 'reflect-metadata';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CursorTail, TraceSort } from '@spanwise/contracts/telemetry/reads';
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import { rowExpression } from '../query-engine/row-json.js';
import { logPage, type LogPageState } from './log-list.js';
import { SignedCursors } from '@spanwise/host/signed-cursor';
import type { TelemetryReader } from './reader.js';
import { tracePage, type TracePageState } from './trace-list.js';

const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
const KEYS = [{ kid: 'k', key: Buffer.alloc(32, 1) }];
const RANGE = { from: 0, to: 1_000 };
const NEVER = new AbortController().signal;

let instance: DuckDBInstance;
let connection: DuckDBConnection;
let rows = 0;

/** The engine over tables in the place of segments: what is tested are the statements. */
const reader = {
  organizationId: ORGANIZATION,
  has: async () => true,
  allOf: async (signal: Signal) => `${signal}."default"`,
  lines: async (statement: string) => {
    const described = await connection.runAndReadAll(`select column_name, column_type from (describe ${statement})`);
    const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    const read = await connection.runAndReadAll(`select ${rowExpression(columns, 'objects')} from (${statement})`);
    return { lines: read.getRows().map(([line]) => String(line)), columns: [], completeness: {} };
  },
} as unknown as TelemetryReader;

const logCursors = new SignedCursors<LogPageState>(KEYS, 'logs');
const traceCursors = new SignedCursors<TracePageState>(KEYS, 'traces');

interface Page {
  items: { id: string; name: string }[];
  tail: CursorTail;
}

async function logs(limit: number, cursor?: string): Promise<Page> {
  const body = cursor === undefined ? { ...RANGE, limit } : { cursor };
  const { lines, tail } = await logPage(reader, logCursors, body, NEVER);
  return { items: lines.map((line) => JSON.parse(line)).map((row) => ({ id: row._event_id, name: row.body })), tail };
}

async function traces(sort: TraceSort, limit: number, cursor?: string): Promise<Page> {
  const body = cursor === undefined ? { ...RANGE, limit, sort } : { cursor };
  const { lines, tail } = await tracePage(reader, traceCursors, body, NEVER);
  return {
    items: lines.map((line) => JSON.parse(line)).map((row) => ({ id: row.trace_id, name: row.operation })),
    tail,
  };
}

/** Records of few different times and sizes, so that many are equal in what they are sorted by. */
async function write(signal: Signal, name: string, values: readonly number[]): Promise<void> {
  for (const value of values) {
    const id = ++rows;
    const own: Record<string, string | number> =
      signal === 'logs'
        ? { body: `'${name}'` }
        : {
            trace_id: `'trace-${(id * 7919) % 1_000_003}'`,
            name: `'${name}'`,
            start_time_unix_nano: value * 1_000,
            end_time_unix_nano: value * 2_000,
            status_code: value % 2 === 0 ? "'ERROR'" : "'OK'",
          };
    const row: Record<string, string | number> = {
      _timestamp: value,
      _event_id: `'${(id * 7919) % 1_000_003}'`,
      ...own,
    };
    await connection.run(
      `insert into ${signal}."default" (${Object.keys(row).map((column) => `"${column}"`)}) values (${Object.values(row)})`,
    );
  }
}

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
  for (const signal of ['logs', 'traces'] as const) {
    const columns = [...COLUMNS[signal].map(({ name, type }) => `"${name}" ${type}`), '_event_id varchar'];
    await connection.run(`create schema ${signal}; create table ${signal}."default" (${columns.join(', ')})`);
  }
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const times = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 0, maxLength: 14 });
const arrivals = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 });
const turn = fc.constantFrom<'next' | 'previous'>('next', 'previous');

const lists = [
  { list: 'logs', signal: 'logs' as const, read: logs },
  ...(['latest', 'duration_asc', 'errors_desc'] as const).map((sort) => ({
    list: `traces by ${sort}`,
    signal: 'traces' as const,
    read: (limit: number, cursor?: string) => traces(sort, limit, cursor),
  })),
];

describe.each(lists)('the list of $list', ({ signal, read }) => {
  const empty = () => connection.run(`truncate ${signal}."default"`);

  /** All pages in a direction, beginning with `first`; `between` runs before each of the others. */
  async function walk(first: Page, direction: 'next_cursor' | 'previous_cursor', between: () => Promise<void>) {
    const pages = [first];
    for (let cursor = first.tail[direction]; cursor !== null; cursor = pages.at(-1)!.tail[direction]) {
      await between();
      pages.push(await read(0, cursor));
    }
    return pages;
  }
  const nothing = async () => undefined;

  it('has the same pages forward and back', async () => {
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 5 }), async (values, limit) => {
        await empty();
        await write(signal, 'old', values);
        const forward = await walk(await read(limit), 'next_cursor', nothing);
        const back = await walk(forward.at(-1)!, 'previous_cursor', nothing);
        const idsOf = (pages: Page[]) => pages.map(({ items }) => items.map(({ id }) => id));
        expect(new Set(idsOf(forward).flat()).size).toBe(values.length);
        // The last page may be a short one: the pages before it are full ones on the way back too.
        expect(idsOf(back).reverse()).toEqual(idsOf(forward));
        expect([forward[0]!.tail.previous_cursor, forward.at(-1)!.tail.has_more]).toEqual([null, false]);
      }),
      { numRuns: 6 },
    );
  });

  it('repeats and leaves out none of the rows that were there, while others arrive, whichever way it is read', async () => {
    await fc.assert(
      fc.asyncProperty(
        times,
        fc.array(arrivals, { minLength: 1 }),
        fc.array(turn, { maxLength: 6 }),
        async (...given) => {
          const [values, arriving, turns] = given;
          await empty();
          await write(signal, 'old', values);
          let round = 0;
          const arrive = () => write(signal, 'new', arriving[round++ % arriving.length]!);
          let page = await read(3);
          // To and fro first: wherever that ends, the rows on both sides of it are whole.
          for (const side of turns) {
            const cursor = side === 'next' ? page.tail.next_cursor : page.tail.previous_cursor;
            if (cursor === null) continue;
            await arrive();
            page = await read(3, cursor);
          }
          let budget = 4;
          const some = async () => (budget-- > 0 ? arrive() : undefined);
          const onward = await walk(page, 'next_cursor', some);
          const before = await walk(page, 'previous_cursor', some);
          const seen = [...before.toReversed(), ...onward.slice(1)].flatMap(({ items }) => items);
          expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
          expect(seen.filter(({ name }) => name === 'old')).toHaveLength(values.length);
        },
      ),
      { numRuns: 6 },
    );
  });
});
