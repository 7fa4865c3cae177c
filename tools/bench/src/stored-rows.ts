/** Records put into the raw store through its ports: segments of its own encoding, the object store, manifests. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { Pool } from 'pg';
import { ManifestWriter } from '@spanwise/apm/store/segments/manifest-writer';
import { DiskStore } from '@spanwise/object-store/disk-store';
import type { Product } from '@spanwise/e2e/system/harness/product';
import type { Signal } from '@spanwise/segments/columns';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { segmentKey } from '@spanwise/segments/segment-key';

export const HOUR_MICROS = 3_600_000_000;
export const SPANS_PER_TRACE = 8;
export const STREAM = 'bench_queries';
/** One segment for each hour: none is merged while it is read. */
export const HOUR_ROWS = 1_000_000;
/** No shard of the product has this number. */
const SHARD = 63;
const MEMORY_BYTES = 512 * 1024 * 1024;

export const serviceOf = (n: number): string => `svc-${n}`;
/** SQL of the trace id of span `row`. */
const traceId = (row: string): string => `md5('trace ' || (${row}) // ${SPANS_PER_TRACE})`;

/** Values of row `i`; the first of its hour is at `fromMicros`. */
function valuesOf(signal: Signal, fromMicros: number): string {
  const shared = `${fromMicros} + (i % ${HOUR_ROWS}) * ${HOUR_MICROS / HOUR_ROWS} as _timestamp, 0 as _shard, 1 as _epoch,
    i as _seq, 0 as _slice, 0 as _index, ${traceId('i')} as trace_id, left(md5('span ' || i), 16) as span_id,
    'svc-' || (i % 50) as "service.name", '1.' || (i % 3) as "service.version",
    'production' as "deployment.environment.name", 'host-' || (i % 100) as "host.name",
    '{"os.type":"linux","telemetry.sdk.language":"nodejs"}' as resource,
    '{"user.id":"u-' || (i * 7919 % 100003) || '","cart.items":' || (hash(i) % 20) || '}' as attributes`;
  if (signal === 'logs') {
    return `${shared}, _timestamp * 1000 as time_unix_nano, 9 + 8 * (hash(i) % 50 = 0)::int as severity_number,
      if(hash(i) % 50 = 0, 'ERROR', 'INFO') as severity_text,
      'payment of order ' || (i * 7919 % 1000003) || ' took ' || (hash(i) % 5000) || ' ms' as body`;
  }
  return `${shared}, false as _late, if(i % ${SPANS_PER_TRACE} = 0, null, left(md5('span ' || (i - 1)), 16)) as parent_span_id,
    'GET /orders/{id}/' || (i % 200) as name, if(i % 2 = 0, 'SERVER', 'CLIENT') as kind,
    (hash(i) % 5000000)::bigint as duration_nano, _timestamp * 1000 as start_time_unix_nano,
    start_time_unix_nano + duration_nano as end_time_unix_nano, if(hash(i) % 50 = 0, 'ERROR', 'UNSET') as status_code,
    'GET' as "http.request.method", '/orders/{id}/' || (i % 200) as "http.route",
    '/orders/' || (i * 7919 % 1000003) as "url.path", if(hash(i) % 50 = 0, 500, 200) as "http.response.status_code"`;
}

export interface Loaded {
  files: string[];
  rows: number;
  bytes: number;
  /** Of the same rows as the bare engine writes them, zstd too. */
  bareBytes: number;
}

export class StoredRows {
  /** Start of the first hour of rows. */
  readonly fromMicros: number;
  private n = 0;
  private readonly lineage = randomUUID();

  private constructor(
    private readonly organizationId: string,
    private readonly folder: string,
    private readonly store: DiskStore,
    private readonly pool: Pool,
    private readonly engine: SegmentEngine,
    private readonly instance: DuckDBInstance,
    private readonly bare: DuckDBConnection,
    hours: number,
  ) {
    this.fromMicros = (Math.floor((Date.now() * 1_000) / HOUR_MICROS) - hours - 1) * HOUR_MICROS;
  }

  static async open(product: Product, organizationId: string, rows: number): Promise<StoredRows> {
    const folder = await mkdtemp(join(tmpdir(), 'spanwise-bench-'));
    const limits = { memoryBytes: MEMORY_BYTES, threads: 2, spillFolder: join(folder, 'spill') };
    const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MiB' });
    return new StoredRows(
      organizationId,
      folder,
      new DiskStore(join(product.dataDir, 'objects')),
      new Pool({ connectionString: product.databaseUrl, options: '-c search_path=apm', max: 1 }),
      await SegmentEngine.start(limits),
      instance,
      await instance.connect(),
      Math.ceil(rows / HOUR_ROWS),
    );
  }

  async close(): Promise<void> {
    this.engine.close();
    this.bare.closeSync();
    this.instance.closeSync();
    await this.pool.end();
    await rm(this.folder, { recursive: true, force: true });
  }

  async load(signal: Signal, rows: number): Promise<Loaded> {
    const loaded: Loaded = { files: [], rows, bytes: 0, bareBytes: 0 };
    for (let from = 0; from < rows; from += HOUR_ROWS) {
      const hourMicros = this.fromMicros + (from / HOUR_ROWS) * HOUR_MICROS;
      const raw = join(this.folder, 'raw.parquet');
      await this.bare.run(
        `copy (select ${valuesOf(signal, hourMicros)} from range(${from}, ${Math.min(rows, from + HOUR_ROWS)}) t(i))
           to '${raw}' (format parquet, compression zstd)`,
      );
      const made = join(this.folder, 'made.parquet');
      const file = await this.engine.fromSegments(signal, [raw], made);
      const of = { organizationId: this.organizationId, signal, stream: STREAM };
      const id = randomUUID();
      const key = segmentKey(of, file.fromMicros, id);
      await this.store.putFile(key, made);
      const manifest = { segments: [{ ...of, id, key, ...file, fields: [] }], lost: [], loggedAtMicros: hourMicros };
      await this.enter(manifest);
      loaded.files.push(this.store.localPath(key));
      loaded.bytes += file.bytes;
      loaded.bareBytes += await this.bytesOf(raw);
    }
    return loaded;
  }

  /** Trace id of span `row`. */
  async traceOf(row: number): Promise<string> {
    const reader = await this.bare.runAndReadAll(`select ${traceId(String(row))}`);
    return String(reader.getRows()[0]![0]);
  }

  private async enter(manifest: Parameters<ManifestWriter['apply']>[3][number]['manifest']): Promise<void> {
    const from = { lineage: this.n === 0 ? undefined : this.lineage, n: this.n };
    await new ManifestWriter(this.pool).apply(SHARD, from, this.lineage, [{ n: ++this.n, manifest }]);
  }

  /** What the bare engine makes of the same rows in the same order of time. */
  private async bytesOf(raw: string): Promise<number> {
    const reader = await this.bare.runAndReadAll(
      `select sum(total_compressed_size)::bigint from parquet_metadata('${raw}')`,
    );
    return Number(reader.getRows()[0]![0]);
  }
}
