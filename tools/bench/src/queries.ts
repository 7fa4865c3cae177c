/**
 * `node tools/bench/dist/queries.js [ROWS]`: queries beside the bare engine over the same files, which are loaded through
 * the store's port. No product runs: what is measured is the engine process, its sandbox and the way of the rows to apm.
 */
import { readFileSync } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Queries, QueryRequest } from '@spanwise/apm/query-engine/queries';
import { OWNER, queriesOver, RANGE, StoredTelemetry, T0 } from '@spanwise/apm/query-engine/telemetry.fixture';
import { Report } from './report.js';

const SEGMENT_ROWS = 1_000_000;
const RUNS = 20;
const MIB = 1024 * 1024;

const rows = Number(process.argv[2] ?? 10_000_000);
const report = new Report();
const telemetry = await StoredTelemetry.create();
const queries = queriesOver(telemetry, { engine: { memoryBytes: 512 * MIB, processBytes: 1_280 * MIB } });
try {
  console.log(`loading ${rows} rows …`);
  const files = await load();
  const bare = await bareEngine(files);
  await streamAll(bare);
  await compare(
    bare,
    'selective search',
    `select body from logs where "service.name" = 'svc-7' and body like '%order 77%'`,
  );
  await compare(
    bare,
    'aggregation',
    'select "service.name", count(*), avg(severity_number) from logs group by 1 order by 1',
  );
  await compare(
    bare,
    'trace lookup',
    `select body from logs where trace_id = '${createHash('md5').update('trace4321').digest('hex')}'`,
  );
  console.log(`\n${report.toString()}`);
} finally {
  queries.ports.pool.close();
  await telemetry.remove();
}

async function load(): Promise<string[]> {
  const files: string[] = [];
  for (let from = 0; from < rows; from += SEGMENT_ROWS) {
    const source = `select ${T0} + (${from} + i) * 300 as _timestamp, 0 as _shard, 1 as _epoch, ${from} + i as _seq,
      0 as _slice, 0 as _index, 'svc-' || (i % 50) as "service.name", 9 as severity_number, 'INFO' as severity_text,
      'payment of order ' || (i * 7919 % 1000003) || ' accepted' as body, md5('trace' || ((${from} + i) // 8)) as trace_id,
      '{"user":' || (i % 5000) || '}' as attributes from range(${Math.min(SEGMENT_ROWS, rows - from)}) t(i)`;
    files.push((await telemetry.add(OWNER.organizationId, 'logs', 'logs', source)).key);
  }
  return files;
}

async function bareEngine(files: readonly string[]): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MiB' });
  const connection = await instance.connect();
  await connection.run(
    `create view logs as select * from read_parquet([${files.map((file) => `'${file}'`).join(', ')}])`,
  );
  return connection;
}

/** All rows as NDJSON, with the memory of this process and of the engine's watched. */
async function streamAll(bare: DuckDBConnection): Promise<void> {
  const statement = 'select _timestamp, "service.name", severity_text, body, trace_id, attributes from logs';
  console.log('streaming all rows …');
  let here = 0;
  let engine = 0;
  const timer = setInterval(() => {
    here = Math.max(here, process.memoryUsage.rss());
    for (const pid of queries.ports.pool.busyPids) engine = Math.max(engine, residentBytes(pid));
  }, 100);
  const startedMs = performance.now();
  const bytes = await run(queries, statement, 'objects');
  const seconds = (performance.now() - startedMs) / 1_000;
  clearInterval(timer);
  const bareSeconds = await bareStream(bare, statement);
  report.add('NDJSON of all rows', {
    product: rows / seconds / 1_000,
    limit: rows / bareSeconds / 1_000,
    of: 'bare engine, rows as objects',
    target: '>= 0.5',
    unit: 'k rows/s',
  });
  report.add('NDJSON of all rows, bytes', { product: bytes / MIB, of: `${seconds.toFixed(1)} s`, unit: 'MiB' });
  report.add('memory of the reader at its most', { product: here / MIB, target: 'constant', unit: 'MiB' });
  report.add('memory of the engine at its most', { product: engine / MIB, target: 'constant', unit: 'MiB' });
}

async function bareStream(bare: DuckDBConnection, statement: string): Promise<number> {
  const startedMs = performance.now();
  const result = await bare.stream(statement);
  let seen = 0;
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    seen += chunk.getRowObjects(result.deduplicatedColumnNames()).length;
  }
  if (seen !== rows) throw new Error(`the bare engine read ${seen} rows`);
  return (performance.now() - startedMs) / 1_000;
}

async function compare(bare: DuckDBConnection, name: string, statement: string): Promise<void> {
  console.log(`${name} …`);
  const product: number[] = [];
  const limit: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    product.push(await timed(() => run(queries, statement, 'arrays')));
    limit.push(await timed(() => bare.runAndReadAll(statement)));
  }
  for (const [label, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const facts = { product: quantile(product, share), limit: quantile(limit, share), of: 'bare engine', unit: 'ms' };
    report.add(`${name}, ${label}`, facts);
  }
}

async function run(on: Queries, statement: string, form: QueryRequest['form']): Promise<number> {
  let bytes = 0;
  const request: QueryRequest = { id: randomUUID(), statement, range: RANGE, form, timeLimitMs: 900_000 };
  const sink = { begin: () => undefined, write: (piece: Uint8Array) => void (bytes += piece.length) };
  await on.run(OWNER, request, new AbortController().signal, sink);
  return bytes;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

function residentBytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return pages * 4_096;
  } catch {
    return 0;
  }
}
