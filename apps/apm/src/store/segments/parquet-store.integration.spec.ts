/** The embedded engine, DuckDB over Parquet segments, as a store of raw telemetry. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogRow, SpanRow } from '@spanwise/otlp/telemetry-rows';
import type { ManifestSegment } from '@spanwise/contracts/log/manifests';
import { ensureFolder } from '@spanwise/host/work-folder';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { RowLines } from '@spanwise/segments/row-lines';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { segmentKey } from '@spanwise/segments/segment-key';
import { SeenFields } from '@spanwise/segments/stream-fields';
import { scratchDatabase, TEST_PASSWORDS } from '@spanwise/testing/scratch-database';
import { migrations } from '../../db/migrations.js';
import { answerOf, queriesOver } from '../../query/query-engine/telemetry.fixture.js';
import { Compaction } from './compaction.js';
import { Leases } from './leases.js';
import { ManifestWriter } from './manifest-writer.js';
import { Removal } from './removal.js';
import { CachedSegmentFiles } from './segment-files.js';
import { conforms, HOUR, type StoreBatch, type StoreUnderTest } from './store-conformance.fixture.js';
import { StoredCatalogue } from './stored-catalogue.store.js';

const SHARD = 0;
const DEFAULT_DAYS = 30;

async function open(): Promise<StoreUnderTest> {
  const database = await scratchDatabase('parquet_store');
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  const sources = [await Database.open(source('spanwise_apm')), await Database.open(source('spanwise_apm_writer'))];
  const [owner, writer] = sources.map(({ pool }) => pool);
  const folder = await mkdtemp(join(tmpdir(), 'parquet-store-'));
  const engine = await SegmentEngine.start({ memoryBytes: 134_217_728, threads: 1, spillFolder: folder });
  const store = new DiskStore(join(folder, 'objects'));
  const leases = new Leases();
  const files = new CachedSegmentFiles(store, () => ensureFolder(join(folder, 'cache')), 1_000_000, leases);
  const compaction = new Compaction(writer!, store, files, leases, engine, () => ensureFolder(join(folder, 'merges')));
  const removal = new Removal(writer!, store, leases, 0);
  const manifests = new ManifestWriter(writer!);
  const queries = queriesOver({ catalogue: new StoredCatalogue(owner!, leases), files });
  const lineage = randomUUID();

  /** As the store writer makes a segment of the records of one batch. */
  async function segmentOf({ rows, ...of }: StoreBatch, n: number): Promise<ManifestSegment> {
    const seen = new SeenFields();
    const lines = new RowLines(of.signal, seen);
    const text = rows.map((row, index) => {
      const place = { shard: SHARD, epoch: 1, seq: n, slice: 0, index, loggedAtMicros: Date.now() * 1_000 };
      const { line } =
        of.signal === 'logs' ? lines.logLine(row as LogRow, place) : lines.spanLine(row as SpanRow, place, false);
      return `${line}\n`;
    });
    const path = join(folder, randomUUID());
    await writeFile(path, text.join(''));
    const file = await engine.fromLines(of.signal, path, 100_000, `${path}.parquet`);
    const id = `${SHARD}-${n}-${randomUUID()}`;
    const key = segmentKey(of, file.fromMicros, id);
    await store.putFile(key, `${path}.parquet`);
    return { ...of, id, key, ...file, fields: seen.takeChanged().fields };
  }

  return {
    async append(n, batches) {
      const committed = await manifests.loadOffset(SHARD);
      if (n <= committed.n) return;
      const segments = await Promise.all(batches.map((batch) => segmentOf(batch, n)));
      const manifest = { segments, lost: [], loggedAtMicros: Date.now() * 1_000 };
      await manifests.apply(SHARD, committed, lineage, [{ n, manifest }]);
    },
    async maintain(nowMicros) {
      await removal.expire(nowMicros, DEFAULT_DAYS);
      while ((await compaction.run(nowMicros)) > 0);
      await removal.removeDue(nowMicros + HOUR);
      await removal.sweepOrphans();
    },
    async retain(organizationId, stream, days) {
      await writer!.query('update streams set retention_days = $3 where organization_id = $1 and name = $2', [
        organizationId,
        stream,
        days,
      ]);
    },
    query: (organizationId, statement, range) =>
      answerOf(queries, statement, { owner: { organizationId, subject: 'user' }, range, timeLimitMs: 60_000 }),
    async close() {
      await queries.ports.pool.close();
      engine.close();
      for (const one of sources) await one.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

conforms('DuckDB over Parquet', open);
