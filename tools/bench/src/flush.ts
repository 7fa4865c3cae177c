/** A flush of ten thousand aggregates by apm's own writer, in a database of its own on the product's server. */
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '@spanwise/apm/db/migrations';
import { maintainPartitions, ROLLUP_TABLES } from '@spanwise/apm/rollups/retention/partitions.store';
import type { DeltaOffset } from '@spanwise/apm/rollups/rollups/delta-offsets.store';
import { PartitionWriter } from '@spanwise/apm/rollups/rollups/partition-writer';
import { createDataSource } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import type { Product } from '@spanwise/e2e/system/harness/product';
import type { DecodedSeries } from '@spanwise/span-model/delta-codec';
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { Random } from '@spanwise/telemetry/random';
import { percentile } from './measure.js';
import type { Report } from './report.js';

const DATABASE = 'bench_flush';
const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';
/** Each adds to a row of its minute and to one of its hour: ten thousand aggregates. */
const SERIES = 5_000;
const SERIES_PER_SERVICE = 200;
const SPANS_PER_SERIES = 20;
const FLUSHES = 25;
const DAY_MS = 86_400_000;
const BUDGET = 1_000_000;
const LIMITS = {
  services: BUDGET,
  transactions: BUDGET,
  dependencies: BUDGET,
  errors: BUDGET,
  versions: BUDGET,
  instances: BUDGET,
};

export async function flush(product: Product, report: Report): Promise<void> {
  const admin = new pg.Client({ connectionString: product.databaseUrl });
  await admin.connect();
  await admin.query(`create database ${DATABASE}`);
  // As the writer's role has it in the product's own database.
  await admin.query(`alter database ${DATABASE} set search_path = apm`);
  const url = new URL(product.databaseUrl);
  url.pathname = `/${DATABASE}`;
  const { times, bytes } = await flushTimes(url.href);
  await admin.query(`drop database ${DATABASE} with (force)`);
  await admin.end();
  report.add('flush of 10,000 aggregates p95', {
    product: percentile(times, 0.95),
    limit: percentile(diskTimes(bytes), 0.5),
    of: `write + fdatasync of ${Math.round(bytes / 1_024)} KiB`,
    target: '<= 15',
    unit: 'ms',
  });
}

async function flushTimes(url: string): Promise<{ times: number[]; bytes: number }> {
  const setup = new pg.Client({ connectionString: url });
  await setup.connect();
  await setup.query('create schema if not exists apm');
  await setup.end();
  const source = () => createDataSource({ url, schema: 'apm', applicationName: 'bench', migrations });
  await migrate(source(), url, 'apm');
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The database is dropped while its last connection is still closing.
  pool.on('error', () => undefined);
  for (const table of ROLLUP_TABLES) await maintainPartitions(pool, table, DAY_MS, Date.now());
  const writer = new PartitionWriter(pool, 0, LIMITS, () => 0);
  const lineage = randomUUID();
  const random = new Random('flush');
  const minute = Math.floor(Date.now() / 60_000);
  let offset: DeltaOffset = { lineage: undefined, n: 0 };
  const times: number[] = [];
  let bytes = 0;
  for (let n = 1; n <= FLUSHES; n++) {
    const series = seriesOf(minute - FLUSHES + n, random);
    const delta = {
      n,
      streamTimeMicros: Date.now() * 1_000,
      organizations: [
        {
          organizationId: ORGANIZATION,
          oldestStartMicros: undefined,
          series,
          instances: [],
          errorGroups: [],
          callees: [],
          gaps: [],
        },
      ],
      gatewayMinutes: [],
    };
    const started = performance.now();
    offset = (await writer.apply(0, offset, lineage, [delta])).offset;
    // The first makes the catalogue.
    if (n > 1) times.push(performance.now() - started);
    bytes = 2 * series.reduce((sum, { red }) => sum + red.encode().length, 0);
  }
  await pool.end();
  return { times, bytes };
}

function seriesOf(minute: number, random: Random): DecodedSeries[] {
  const startMicros = minute * 60_000_000;
  const idBytes = new Uint8Array(24).fill(7);
  return Array.from({ length: SERIES }, (_, index) => {
    const red = new RedAggregate();
    for (let span = 0; span < SPANS_PER_SERIES; span++) {
      red.add({
        units: WEIGHT_ONE,
        sampling: 'unknown',
        startMicros,
        durationMicros: random.int(500, 400_000),
        error: false,
        clientError: false,
        idBytes,
        traceIdAt: 0,
        spanIdAt: 16,
      });
    }
    return {
      key: {
        kind: SeriesKind.Transaction,
        namespace: 'bench',
        service: `service-${Math.floor(index / SERIES_PER_SERVICE)}`,
        environment: 'bench',
        version: '1',
        name: `GET /${index % SERIES_PER_SERVICE}`,
        category: 'http',
        detail: '',
      },
      minute,
      firstSeenMicros: startMicros,
      lastSeenMicros: startMicros,
      red,
    };
  });
}

function diskTimes(bytes: number): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-disk-'));
  const file = openSync(join(folder, 'floor'), 'w');
  const data = Buffer.alloc(bytes, 7);
  const times = Array.from({ length: 30 }, () => {
    const started = performance.now();
    writeSync(file, data);
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times;
}
