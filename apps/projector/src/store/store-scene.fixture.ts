/** A store writer over a real database, log, engine and store on disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { expect } from 'vitest';
import type { LostRange, SegmentManifest } from '@spanwise/contracts/log/manifests';
import { createLogger } from '@spanwise/host/logger';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import { heldLineBytes, SegmentEngine } from '@spanwise/segments/segment-engine';
import { eventually } from '@spanwise/testing/eventually';
import { TestProjector, type TestSpan } from '../projector.fixture.js';
import { fetchManifestRows } from './manifests.store.js';
import { StoreOwnership } from './store-ownership.js';
import { StoreWriter } from './store-writer.js';

/** The least that the projector can be given. */
const LEAST_MEMORY = 64 * 1_048_576;
export const LIMITS = {
  pollMs: 20,
  flushIntervalMs: 50,
  flushBytes: 1_000_000,
  segmentBytes: heldLineBytes(LEAST_MEMORY),
};

export const idsOf = (...spans: TestSpan[]): string[] => spans.map(({ spanId }) => spanId).sort();

export class StoreScene {
  folder = '';
  store = new DiskStore('');
  workFolder = async (): Promise<string> => this.folder;

  private constructor(
    readonly projector: TestProjector,
    public engine: SegmentEngine,
    readonly duck: DuckDBConnection,
  ) {}

  static async create(): Promise<StoreScene> {
    const projector = await TestProjector.create();
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    const limits = { memoryBytes: LEAST_MEMORY, threads: 1, spillFolder: tmpdir() };
    return new StoreScene(projector, await SegmentEngine.start(limits), duck);
  }

  /** Empty tables, no log and an empty store; returns what removes it. */
  async reset(): Promise<() => Promise<void>> {
    await this.projector.reset();
    const folder = await mkdtemp(join(tmpdir(), 'store-writer-'));
    this.folder = folder;
    this.store = new DiskStore(join(folder, 'objects'));
    this.workFolder = async () => folder;
    return () => rm(folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    this.duck.closeSync();
    this.engine.close();
    await this.projector.stop();
  }

  newWriter(limits: Partial<typeof LIMITS> = {}, pool = this.projector.pool): StoreWriter {
    const { projector, store, engine } = this;
    const engineLimits = { memoryBytes: LEAST_MEMORY, threads: 1, spillFolder: tmpdir() };
    const trial = { engine: engineLimits, segmentBytes: LIMITS.segmentBytes, stallLimitMs: 10_000, logLevel: 'silent' };
    const logger = createLogger('projector', 'silent');
    const ownership = new StoreOwnership(projector.pool, new StoreMarks(store), logger, { checkMs: 50 });
    const options = { shard: 0, folder: () => this.workFolder(), trial, ownership, ...LIMITS, ...limits };
    return new StoreWriter(pool, projector.connection, store, engine, options, logger);
  }

  /** Projects and stores while `work` runs. */
  async storing<T>(work: (writer: StoreWriter) => Promise<T>, limits?: Partial<typeof LIMITS>): Promise<T> {
    return this.projector.running(async () => {
      const writer = this.newWriter(limits);
      const loop = writer.run();
      try {
        return await work(writer);
      } finally {
        writer.stop();
        await loop;
      }
    });
  }

  async manifests(): Promise<SegmentManifest[]> {
    const { head, payload } = await fetchManifestRows(this.projector.pool, { shard: 0, after: 0 });
    let at = 0;
    return head.rows.map(({ bytes }) => JSON.parse(payload.subarray(at, (at += bytes)).toString()) as SegmentManifest);
  }

  async lostRanges(): Promise<LostRange[]> {
    return (await this.manifests()).flatMap(({ lost }) => lost);
  }

  /** Span ids of every row of every segment that a manifest names; late ones with a mark. */
  async storedSpans(): Promise<string[]> {
    return (await this.storedRows('traces', "span_id || case when _late then ' late' else '' end")).sort();
  }

  /** Sequence and index of every log record, in order. */
  storedLogs(): Promise<string[]> {
    return this.storedRows('logs', "_seq || ' ' || _index", 'order by _seq, _index');
  }

  stored(seq: number, epoch = 0): Promise<void> {
    return eventually(async () => {
      const { rows } = await this.projector.pool.query('select epoch, seq::int from store_offsets where shard = 0');
      expect(rows[0].epoch).toBe(epoch);
      expect(rows[0].seq).toBeGreaterThanOrEqual(seq);
    });
  }

  private async storedRows(signal: string, column: string, order = ''): Promise<string[]> {
    const segments = (await this.manifests()).flatMap((manifest) => manifest.segments);
    const files = segments.filter((one) => one.signal === signal).map(({ key }) => `'${this.store.localPath(key)}'`);
    if (files.length === 0) return [];
    const reader = await this.duck.runAndReadAll(`select ${column} from read_parquet([${files}]) ${order}`);
    return reader.getRows().map(([value]) => String(value));
  }
}
