import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SpanReader } from './span-reader.js';

const SPANS = 300_000;
const RANGE = { fromMicros: 0, toMicros: SPANS, throughDelta: new Map([[0, 1]]) };

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'span-reader-'));
  path = join(folder, 'spans.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const columns = `i as _timestamp, 0 as _shard, 1 as _delta, 1 as _epoch, i as _seq, 0 as _slice, 0 as _index, false as _late,
    'ab' as trace_id, 'cd' as span_id, 'GET' as name, 'SERVER' as kind, 'UNSET' as status_code,
    i * 1000 as start_time_unix_nano, i * 1000 + 5 as end_time_unix_nano, 5 as duration_nano`;
  await connection.run(`copy (select ${columns} from range(${SPANS}) t(i)) to '${path}' (format parquet)`);
  connection.closeSync();
});
afterAll(() => rm(folder, { recursive: true }));

const open = () =>
  SpanReader.open({ memoryBytes: 256 * 1_048_576, threads: 1, spillFolder: join(folder, 'spill') }, [path]);

/** Spans that a rebuild would take in; `each` hears of every one. */
async function read(reader: SpanReader, each: () => void = () => undefined): Promise<number> {
  let spans = 0;
  for await (const _ of reader.deltas(RANGE)) {
    spans++;
    each();
  }
  return spans;
}

it('reads every stored span', async () => {
  const reader = await open();
  expect(await read(reader)).toBe(SPANS);
  reader.close();
});

it('whose rows end before all were read does not pass for one that has read them', async () => {
  const reader = await open();
  await expect(read(reader, () => reader['connection'].interrupt())).rejects.toThrow('failed on its way');
  reader.close();
});
