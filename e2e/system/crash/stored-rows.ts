/** Whether every counted span is in the segments that the catalogue names, once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Product } from '../harness/product.js';
import { query } from './log-view.js';

const SETTLE_MS = 60_000;

/** `counted` spans of the namespace are in the figures; where the log lost spans, fewer rows may be stored. */
export async function storedFaults(product: Product, namespace: string, counted: number): Promise<string[]> {
  await settled(product);
  const keys = await query<{ key: string }>(
    product,
    "select g.key from apm.segments g join apm.streams s on s.id = g.stream_id where s.signal = 'traces'",
  );
  const files = keys.map(({ key }) => join(product.dataDir, 'objects', key));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) return [`${missing.length} segments of the catalogue are not in the object store`];
  const { rows, spans } = await countRows(files, namespace);
  const lost = await query(product, 'select 1 from apm.lost_ranges');
  const faults: string[] = [];
  if (rows !== spans) faults.push(`${rows} rows are stored of ${spans} spans`);
  if (spans > counted) faults.push(`${spans} spans are stored and ${counted} counted`);
  if (spans < counted && lost.length === 0)
    faults.push(`${counted - spans} counted spans are not stored, and nothing says why`);
  return faults;
}

async function countRows(files: readonly string[], namespace: string): Promise<{ rows: number; spans: number }> {
  if (files.length === 0) return { rows: 0, spans: 0 };
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const list = files.map((file) => `'${file}'`).join(', ');
    const reader = await connection.runAndReadAll(
      `select count(*), count(distinct trace_id || span_id) from read_parquet([${list}], union_by_name = true)
        where "service.namespace" = $1`,
      [namespace],
    );
    const [[rows, spans]] = reader.getRows();
    return { rows: Number(rows), spans: Number(spans) };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Waits until what is committed now is stored and in the catalogue. */
async function settled(product: Product): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  const [committed] = await query<{ epoch: number; seq: string }>(
    product,
    'select epoch, seq from projector.shard_offsets where shard = 0',
  );
  while (performance.now() < deadline) {
    const reached = await query(
      product,
      `select 1 from projector.store_offsets o join apm.manifest_offsets m using (shard)
        where o.shard = 0 and (o.epoch, o.seq) >= (${committed.epoch}, ${committed.seq}) and m.n = o.n`,
    );
    if (reached.length > 0) return;
    await sleep(200);
  }
}
