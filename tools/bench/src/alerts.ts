/** What the rules of an organization cost in apm and PostgreSQL each step, in a database of its own on the product's server. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { AlertMeasures } from '@spanwise/apm/alert-measures/alert-measures';
import { ApmConfig, type ApmVariables } from '@spanwise/apm/config';
import { migrations } from '@spanwise/apm/db/migrations';
import { Projection } from '@spanwise/apm/rollups/projection';
import { ApmReads } from '@spanwise/apm/apm/read/apm-read';
import { Snapshots } from '@spanwise/apm/apm/read/snapshot';
import type { Queries } from '@spanwise/apm/query/query-engine/queries';
import { maintainPartitions, ROLLUP_TABLES } from '@spanwise/apm/rollups/retention/partitions.store';
import { Retention } from '@spanwise/apm/rollups/retention/retention';
import type { DeltaOffset } from '@spanwise/apm/rollups/rollups/delta-offsets.store';
import { PartitionWriter } from '@spanwise/apm/rollups/rollups/partition-writer';
import type { MeasuredCondition, RedCondition } from '@spanwise/contracts/alerting/alert-conditions';
import { MAX_SPECS, STEP_MICROS, type MeasureSpec } from '@spanwise/contracts/alerting/measure';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import type { Product } from '@spanwise/e2e/system/harness/product';
import type { DecodedSeries } from '@spanwise/span-model/delta-codec';
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { Random } from '@spanwise/telemetry/random';
import { cpuSeconds, percentile } from './measure.js';
import type { Report } from './report.js';

const DATABASE = 'bench_alerts';
const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';
const SERVICES = 200;
const RULES = 1_000;
/** Organizations with as many rules. */
const ORGANIZATIONS = 10;
const WINDOW_MINUTES = 5;
/** Minutes with figures: two windows and what is there besides. */
const MINUTES = 20;
const STEPS = 8;
const DAY_MS = 86_400_000;
const PLENTY = 1_000_000;

/** Series of a service, beside that of its requests. */
const PARTS: [kind: SeriesKind, count: number][] = [
  [SeriesKind.Spans, 2],
  [SeriesKind.Transaction, 10],
  [SeriesKind.Dependency, 4],
  [SeriesKind.Error, 3],
];

export async function alerts(product: Product, report: Report): Promise<void> {
  const admin = new pg.Client({ connectionString: product.databaseUrl });
  await admin.connect();
  await admin.query(`create database ${DATABASE}`);
  await admin.query(`alter database ${DATABASE} set search_path = apm`);
  const url = new URL(product.databaseUrl);
  url.pathname = `/${DATABASE}`;
  const source = await filled(url.href);
  const measures = measuresOf(source);
  const postgres = product.pid('postgres')!;
  const times: number[] = [];
  let own = 0;
  let database = 0;
  for (let at = 0; at <= STEPS; at++) {
    const step = Math.floor(Date.now() / 60_000) - 1 - (at % 4);
    const [ownBefore, databaseBefore, started] = [ownSeconds(), cpuSeconds(postgres), performance.now()];
    await measureStep(measures, step);
    // The first one compiles.
    if (at === 0) continue;
    times.push(performance.now() - started);
    own += ownSeconds() - ownBefore;
    database += cpuSeconds(postgres) - databaseBefore;
  }
  await source.close();
  await admin.query(`drop database ${DATABASE} with (force)`);
  await admin.end();
  const rules = `${RULES} rules over ${SERVICES} services`;
  report.add(`measuring a step of ${rules} p95`, { product: percentile(times, 0.95), unit: 'ms' });
  report.add('  CPU of apm', { product: (own / STEPS) * 1_000, unit: 'ms' });
  report.add('  CPU of postgres', { product: (database / STEPS) * 1_000, unit: 'ms' });
  const all = ((own + database) / STEPS) * ORGANIZATIONS;
  report.add(`  CPU of ${ORGANIZATIONS} such organizations`, { product: all, digits: 2, unit: 's', target: '<= 20' });
}

const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

async function filled(url: string) {
  const setup = new pg.Client({ connectionString: url });
  await setup.connect();
  await setup.query('create schema if not exists apm');
  await setup.end();
  const make = () => createDataSource({ url, schema: 'apm', applicationName: 'bench', migrations });
  await migrate(make(), url, 'apm');
  const source = await Database.open(make());
  const pool = source.pool;
  for (const table of ROLLUP_TABLES) await maintainPartitions(pool, table, 2 * DAY_MS, Date.now());
  const limit = { services: PLENTY, transactions: PLENTY, dependencies: PLENTY, errors: PLENTY };
  const writer = new PartitionWriter(pool, 0, { ...limit, versions: PLENTY, instances: PLENTY }, () => 0);
  const random = new Random('alerts');
  const lineage = randomUUID();
  const newest = Math.floor(Date.now() / 60_000);
  let offset: DeltaOffset = { lineage: undefined, n: 0 };
  for (let n = 1; n <= MINUTES; n++) {
    const minute = newest - MINUTES + n;
    const organization = {
      organizationId: ORGANIZATION,
      oldestStartMicros: (newest - MINUTES) * STEP_MICROS,
      series: seriesOf(minute, random),
      instances: [],
      errorGroups: [],
      callees: [],
      gaps: [],
    };
    const delta = { n, streamTimeMicros: Date.now() * 1_000, organizations: [organization], gatewayMinutes: [] };
    offset = (await writer.apply(0, offset, lineage, [delta])).offset;
  }
  await pool.query('analyze');
  return source;
}

function seriesOf(minute: number, random: Random): DecodedSeries[] {
  const all: DecodedSeries[] = [];
  for (let service = 0; service < SERVICES; service++) {
    const own: [SeriesKind, number][] = [[SeriesKind.Service, 1], ...PARTS];
    for (const [kind, count] of own) {
      for (let part = 0; part < count; part++) all.push(oneSeries(minute, random, kind, service, part));
    }
  }
  return all;
}

function oneSeries(minute: number, random: Random, kind: SeriesKind, service: number, part: number): DecodedSeries {
  const startMicros = minute * STEP_MICROS;
  const red = new RedAggregate();
  const idBytes = new Uint8Array(24);
  for (let span = 0; span < 20; span++) {
    idBytes.fill(random.int(1, 255));
    red.add({
      units: WEIGHT_ONE,
      sampling: 'unknown',
      startMicros,
      durationMicros: random.int(500, 400_000),
      error: kind === SeriesKind.Error || span === 0,
      clientError: false,
      idBytes,
      traceIdAt: 0,
      spanIdAt: 16,
    });
  }
  const isNamed = kind !== SeriesKind.Service && kind !== SeriesKind.Spans;
  return {
    key: {
      kind,
      namespace: 'bench',
      service: `service-${service}`,
      environment: 'bench',
      version: '1',
      name: isNamed ? `name-${service}-${part}` : '',
      category: kind === SeriesKind.Spans ? ['server', 'client'][part]! : '',
      detail: '',
    },
    minute,
    firstSeenMicros: startMicros,
    lastSeenMicros: startMicros,
    red,
  };
}

function measuresOf(source: Awaited<ReturnType<typeof filled>>): AlertMeasures {
  const config = new ApmConfig({
    cursorKeys: [],
    minuteRetentionMs: DAY_MS,
    hourRetentionMs: 30 * DAY_MS,
    lateGraceMs: 300_000,
  } as unknown as ApmVariables);
  const snapshots = new Snapshots(source);
  const reads = new ApmReads(snapshots, config, { newest: () => undefined });
  const projection = new Projection([], new Retention(source.pool, source.pool, config));
  return new AlertMeasures(snapshots, reads, undefined as unknown as Queries, projection);
}

/** As notify asks: as many specs to a message as it takes. */
async function measureStep(measures: AlertMeasures, step: number): Promise<void> {
  const specs = specsOf();
  for (let at = 0; at < specs.length; at += MAX_SPECS) {
    const answer = await measures.measure({
      organization_id: ORGANIZATION,
      step,
      pass: 'provisional',
      settle_micros: 0,
      specs: specs.slice(at, at + MAX_SPECS),
    });
    const instances =
      answer.status === 'measured' ? answer.specs.reduce((sum, spec) => sum + spec.instances.length, 0) : 0;
    if (instances < MAX_SPECS / 2) throw new Error(`${instances} instances were measured`);
  }
}

/** Each service has five rules. */
function specsOf(): MeasureSpec[] {
  return Array.from({ length: RULES }, (_, index) => ({
    id: `rule-${index}`,
    condition: conditionOf(index % 5, `service-${Math.floor(index / 5)}`),
    window_minutes: WINDOW_MINUTES,
  }));
}

function conditionOf(rule: number, service: string): MeasuredCondition {
  const filters = { service };
  const group_by: RedCondition['group_by'] = ['service', 'namespace', 'environment'];
  const red: RedCondition = { type: 'red', of: 'service', figure: 'error_rate', filters, group_by };
  const relative = { to: 'previous_window', operator: 'lt', percent: 50 } as const;
  const conditions: MeasuredCondition[] = [
    red,
    { ...red, figure: 'p95' },
    { ...red, figure: 'count', relative },
    { ...red, of: 'transaction', figure: 'p99', group_by: [...group_by, 'transaction'] },
    { type: 'new_error_group', filters, min_occurrences: 1, quiet_secs: 0 },
  ];
  return conditions[rule]!;
}
