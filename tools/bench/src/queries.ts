/**
 * `npm run bench -- --queries [--rows N]`: queries of the running product beside the bare engine over the same files:
 * all rows as NDJSON with the memory of every process, a search, an aggregation, single traces, bytes a record.
 */
import { request } from 'node:http';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import { streamedChunks } from '@spanwise/segments/streamed-chunks';
import type { Client } from './client.js';
import { percentile } from './measure.js';
import { ProcessPeaks } from './process-peaks.js';
import type { Report } from './report.js';
import { HOUR_MICROS, HOUR_ROWS, StoredRows, STREAM, serviceOf, type Loaded } from './stored-rows.js';

const RUNS = 40;
const MIB = 1024 * 1024;
/** Logs are loaded for their bytes and for the logs of a trace. */
const SHARE_OF_LOGS = 10;

interface Range {
  start: number;
  end: number;
}

const ALL_COLUMNS = '_timestamp, trace_id, span_id, "service.name", name, duration_nano, status_code, attributes';
const SEARCH = `select trace_id, name, duration_nano from ${STREAM} where "service.name" = '${serviceOf(7)}' and duration_nano > 4995000`;
const AGGREGATION = `select "service.name", count(*) as spans, avg(duration_nano) as mean,
  count(*) filter (status_code = 'ERROR') as errors from ${STREAM} group by 1 order by 1`;

export async function queries(client: Client, report: Report, rows: number): Promise<void> {
  const stored = await StoredRows.open(client.product, await organizationOf(client), rows);
  try {
    console.log(`loading ${rows} spans …`);
    const spans = await stored.load('traces', rows);
    const logs = await stored.load('logs', Math.ceil(rows / SHARE_OF_LOGS));
    storage(report, 'span', spans);
    storage(report, 'log record', logs);
    const bare = await bareEngine(spans.files);
    const hours = Math.ceil(rows / HOUR_ROWS);
    const range = { start: stored.fromMicros, end: stored.fromMicros + hours * HOUR_MICROS };
    await streamed(client, report, rows, range, bare);
    await compare(client, report, bare, 'selective search', SEARCH, range);
    await compare(client, report, bare, 'aggregation', AGGREGATION, range);
    await traces(client, report, bare, stored, rows);
  } finally {
    await stored.close();
  }
}

async function organizationOf({ product }: Client): Promise<string> {
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string }>(
    "select organization_id as id from apm.series where namespace = 'bench' limit 1",
  );
  await database.end();
  return rows[0]!.id;
}

function storage(report: Report, record: string, { bytes, bareBytes, rows }: Loaded): void {
  const facts = { limit: bareBytes / rows, of: 'bare zstd Parquet', target: '<= 1.2', unit: 'B' };
  report.add(`storage of a ${record}`, { product: bytes / rows, ...facts });
}

async function bareEngine(files: readonly string[]): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MiB' });
  const connection = await instance.connect();
  const list = files.map((file) => `'${file}'`).join(', ');
  await connection.run(`create view ${STREAM} as select * from read_parquet([${list}])`);
  return connection;
}

/** A tenth of the rows and all of them, with the peaks of every process in both. */
async function streamed(
  client: Client,
  report: Report,
  rows: number,
  range: Range,
  bare: DuckDBConnection,
): Promise<void> {
  const statement = `select ${ALL_COLUMNS} from ${STREAM}`;
  const tenth = { start: range.start, end: range.start + Math.max(1, Math.round((range.end - range.start) / 10)) };
  console.log('a tenth of the rows as NDJSON …');
  const few = await streamOne(client, statement, tenth);
  console.log('all rows as NDJSON …');
  const all = await streamOne(client, statement, range);
  if (all.rows !== rows) throw new Error(`${all.rows} rows came of ${rows}`);
  report.add(`NDJSON of ${rows} rows`, {
    product: all.rows / all.seconds / 1_000,
    limit: rows / (await bareSeconds(bare, statement)) / 1_000,
    of: 'bare engine, rows as objects',
    target: '>= 0.5',
    unit: 'k rows/s',
  });
  report.add('NDJSON, bytes', { product: all.bytes / MIB, of: `${all.seconds.toFixed(1)} s`, unit: 'MiB' });
  for (const [name, peak] of all.peaks) {
    const of = `with ${few.rows} rows`;
    report.add(`memory of ${name} at most`, { product: peak, limit: few.peaks.get(name) ?? peak, of, unit: 'MiB' });
  }
}

async function streamOne(client: Client, statement: string, range: Range) {
  const peaks = new ProcessPeaks(client.product);
  const startedMs = performance.now();
  const answer = await streamAnswer(client, statement, range);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { ...answer, seconds, peaks: peaks.stop() };
}

/** Counts what comes and keeps the last line. */
function streamAnswer(client: Client, statement: string, range: Range): Promise<{ bytes: number; rows: number }> {
  const { product } = client;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${product.readToken}`, 'content-type': 'application/json' };
    const sent = request(`${product.baseUrl}/api/v1/query/stream`, { method: 'POST', headers }, (response) => {
      let bytes = 0;
      let tail = '';
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        tail = (tail + piece.toString('latin1', Math.max(0, piece.length - 2_000))).slice(-2_000);
      });
      response.on('error', reject);
      response.on('end', () => {
        const last = tail.trimEnd().split('\n').at(-1)!;
        const meta = response.statusCode === 200 ? (JSON.parse(last) as { __meta__?: { rows: number } }) : {};
        if (meta.__meta__ === undefined) return reject(new Error(`the stream ended with ${last}`));
        resolve({ bytes, rows: meta.__meta__.rows });
      });
    });
    sent.on('error', reject);
    sent.end(bodyOf(statement, range));
  });
}

async function bareSeconds(bare: DuckDBConnection, statement: string): Promise<number> {
  const startedMs = performance.now();
  for await (const chunk of streamedChunks(bare, statement)) {
    chunk.getRowObjects(Array.from({ length: chunk.columnCount }, (_, column) => `column ${column}`));
  }
  return (performance.now() - startedMs) / 1_000;
}

async function compare(
  client: Client,
  report: Report,
  bare: DuckDBConnection,
  name: string,
  statement: string,
  range: Range,
): Promise<void> {
  console.log(`${name} …`);
  const product: number[] = [];
  const limit: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    product.push(await timed(() => answer(client, statement, range)));
    limit.push(await timed(() => bare.runAndReadAll(statement)));
  }
  both(report, name, product, limit, '<= 2');
}

/** Another trace each time: its page, its page with a hint of its time, its logs, and SQL. */
async function traces(
  client: Client,
  report: Report,
  bare: DuckDBConnection,
  stored: StoredRows,
  rows: number,
): Promise<void> {
  console.log('single traces …');
  const limit: number[] = [];
  const times = { page: [] as number[], hinted: [] as number[], logs: [] as number[], sql: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    const row = Math.floor(((run + 0.5) / RUNS) * rows);
    const id = await stored.traceOf(row);
    const at = stored.fromMicros + Math.floor((row / HOUR_ROWS) * HOUR_MICROS);
    const near = `from=${at - 60_000_000}&to=${at + 60_000_000}`;
    const statement = `select span_id, name from ${STREAM} where trace_id = '${id}'`;
    const range = { start: stored.fromMicros, end: stored.fromMicros + 24 * 30 * HOUR_MICROS };
    times.page.push(await timed(() => client.get(`/api/v1/traces/${id}`)));
    times.hinted.push(await timed(() => client.get(`/api/v1/traces/${id}?${near}`)));
    times.logs.push(await timed(() => client.get(`/api/v1/traces/${id}/logs`)));
    times.sql.push(await timed(() => answer(client, statement, range)));
    limit.push(await timed(() => bare.runAndReadAll(statement)));
  }
  both(report, 'a trace', times.page, limit, '<= 15 ms');
  both(report, 'a trace, its time given', times.hinted, limit, '<= 15 ms');
  both(report, 'the logs of a trace', times.logs, limit, '');
  both(report, 'SQL with trace_id', times.sql, limit, '');
}

function both(
  report: Report,
  name: string,
  product: readonly number[],
  limit: readonly number[],
  target: string,
): void {
  for (const [label, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const facts = { limit: percentile(limit, share), of: 'bare engine', unit: 'ms', target };
    report.add(`${name}, ${label}`, { product: percentile(product, share), ...facts });
  }
}

const bodyOf = (statement: string, range: Range): string =>
  JSON.stringify({
    language: 'sql',
    statement,
    time_range: range,
    stream: { name: STREAM, stream_type: 'traces' },
  });

async function answer({ product }: Client, statement: string, range: Range): Promise<void> {
  const response = await fetch(`${product.baseUrl}/api/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.readToken}`, 'content-type': 'application/json' },
    body: bodyOf(statement, range),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the query was answered ${response.status}: ${text.slice(0, 300)}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
