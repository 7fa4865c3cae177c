/**
 * Figures are what the stored spans make, byte for byte. Then a row is altered by hand: `rebuild` and `reconcile` name it, and
 * what comes later builds on the row that is put right. At last deltas are lost before apm has applied them.
 */
// A product of its own: its tables are changed behind its back.
import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedAggregate } from '@spanwise/span-model/red';
import { eventually } from '@spanwise/testing/eventually';
import { committedPosition, LogView } from '../crash/log-view.js';
import { rangeOf, type Target } from '../figures/checks.js';
import type { DataSet } from '../figures/data-set.js';
import { arrived, deliverSet } from '../figures/deliver-set.js';
import { generatedSet, SMALL } from '../figures/generated-set.js';
import { readSet } from '../figures/recorded-set.js';
import { VARIANTS } from '../figures/variants.js';
import { ApiClient } from '../harness/api-client.js';
import { Product } from '../harness/product.js';
import { RECORDED_DATA } from '../harness/recorded-data.js';
import { scenarioFlags } from '../harness/scenario.js';

const { full, data = RECORDED_DATA } = scenarioFlags(['data']);
const recorded = full ? 'trainticket-2023-01-29' : 'trainticket-small';
const protobuf = VARIANTS.find(({ name }) => name === 'protobuf')!;
/** A whole day, and more, is neither late nor forgotten; buckets close at once. The short run folds names as well. */
const ENVIRONMENT = {
  SPANWISE_LATENESS_HORIZON: '36h',
  SPANWISE_APM_MINUTE_RETENTION: '36h',
  SPANWISE_LATE_GRACE: '1s',
  LOG_LEVEL: 'warn',
  ...(!full && {
    SPANWISE_LIMIT_TRANSACTIONS: '4',
    SPANWISE_LIMIT_DEPENDENCIES: '3',
    SPANWISE_LIMIT_ERROR_GROUPS: '1',
  }),
};
const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
/** The newest span is so old that its minute is closed. */
const AGE_NANOS = 150_000_000_000n;
const WHOLE_MS = 60_000;
/** Lock of apm that every flush takes. */
const LOCK_CLASS = 0x5351;

interface Reconciliation {
  status: string;
  difference_count: number;
  differences: { service: string; resolution: string }[];
}

interface Letter {
  shard: number;
  partition: number;
  n: number;
  organization_id: string | null;
}

interface Quality {
  partial: boolean;
  gaps: { reason: string }[];
}

let product: Product;
let api: ApiClient;
let database: pg.Client;
const generated = generatedSet('generated-small', SMALL);
let first: DataSet;
/** Whole hours. */
const range = { from: Infinity, to: 0 };
let closedUntil = 0;

beforeAll(async () => {
  product = await Product.start({ environment: ENVIRONMENT });
  api = new ApiClient(product.baseUrl, product.readToken);
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  first = existsSync(data) ? readSet(data, recorded) : generated;
  for (const set of full ? [first, generated] : [first]) await arrived(await deliver(set, set.name));
});
afterAll(async () => {
  await database?.end();
  product?.stop();
});

async function deliver(set: DataSet, namespace: string): Promise<Target> {
  const atNanos = BigInt(Date.now()) * 1_000_000n - AGE_NANOS;
  const target = await deliverSet(set, protobuf, product, { namespace, atNanos });
  const { from, to } = rangeOf(target);
  range.from = Math.min(range.from, Math.floor(from / HOUR) * HOUR);
  range.to = Math.max(range.to, Math.ceil(to / HOUR) * HOUR);
  closedUntil = Math.max(closedUntil, to);
  return target;
}

async function rebuild(...flags: string[]): Promise<{ code: number | null; output: string }> {
  const iso = (micros: number) => new Date(micros / 1_000).toISOString();
  const ran = await product.run('rebuild', '--from', iso(range.from), '--to', iso(range.to), ...flags);
  console.log(`rebuild ${flags.join(' ')} ends with ${ran.code}:\n${ran.output}`);
  return ran;
}

/** A day and some minutes are more than one reconciliation takes. */
async function reconcile(): Promise<Reconciliation[]> {
  const answers: Reconciliation[] = [];
  for (let from = range.from; from < closedUntil; from += 24 * HOUR) {
    const asked = { from, to: Math.min(from + 24 * HOUR, closedUntil) };
    const whole = async () => {
      const answer = await api.get<Reconciliation>('reconcile', asked);
      expect(answer.status).not.toBe('incomplete');
      return answer;
    };
    answers.push(await eventually(whole, { takesMs: WHOLE_MS }));
  }
  return answers;
}

async function expectReconciled(): Promise<void> {
  for (const { status, difference_count, differences } of await reconcile())
    expect({ status, difference_count, differences }).toEqual({
      status: 'equal',
      difference_count: 0,
      differences: [],
    });
}

async function expectEqual(): Promise<void> {
  expect(await rebuild()).toEqual({ code: 0, output: expect.stringContaining('byte-identical') as string });
  await expectReconciled();
}

it('the figures of what was sent are byte-identical with those of the stored spans', expectEqual);

describe('a row that was altered by hand', () => {
  let row: { service: string; bucket: number };

  beforeAll(async () => {
    const { rows } = await database.query<{ id: string; series: string; service: string; bucket: number; red: Buffer }>(
      `select organization_id as id, series_id as series, service, bucket, red
         from apm.rollup_minutes join apm.series using (organization_id, series_id)
        where rollup_minutes.kind = 1 and bucket >= $1 and bucket < $2 and namespace <> 'spanwise'
        order by bucket, series_id limit 5000`,
      [range.from / MINUTE, closedUntil / MINUTE],
    );
    const requests = (red: Buffer) => RedAggregate.decode(red).sampled;
    const other = rows.find((one) => requests(one.red) !== requests(rows[0]!.red))!;
    await database.query(
      'update apm.rollup_minutes set red = $1 where organization_id = $2 and kind = 1 and bucket = $3 and series_id = $4',
      [other.red, rows[0]!.id, rows[0]!.bucket, rows[0]!.series],
    );
    row = rows[0]!;
  });

  it('is named by rebuild', async () => {
    const { code, output } = await rebuild();
    const time = new Date(row.bucket * 60_000).toISOString().replace('.000Z', 'Z');
    const lines = output.split('\n').filter((line) => line.includes(`other bytes: ${time}`));
    expect(code).not.toBe(0);
    expect(lines).toContainEqual(expect.stringContaining(`"${row.service}"`));
  });

  it('is named by reconcile, and nothing else is', async () => {
    const differences = (await reconcile()).flatMap((answer) => answer.differences);
    expect(differences).toEqual([expect.objectContaining({ service: row.service, resolution: 'minute' })]);
  });

  it('is put right by rebuild --apply', async () => {
    const { code, output } = await rebuild('--apply');
    expect([code, output]).toEqual([0, expect.stringContaining('replaced, and equal now')]);
    await expectReconciled();
  });

  it.runIf(full)('is built on by what comes later', async () => {
    await arrived(await deliver(first, 'later'));
    await expectEqual();
  });
});

describe('deltas that are lost before they are applied', () => {
  let target: Target;

  it('stop the figures, which say so', async () => {
    await database.query('begin');
    for (const partition of [0, 1])
      await database.query('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, partition]);
    target = await deliver(full ? generated : first, 'lost');
    await projected();
    const { rowCount } = await database.query('delete from projector.outbox');
    expect(rowCount).toBeGreaterThan(0);
    await database.query('commit');
    await eventually(async () => {
      const health = await api.get<{ degraded_reasons: string[] }>('health', rangeOf(target));
      expect(health.degraded_reasons).toContain('rollup_stopped');
    });
  });

  it('are made again by rebuild --apply --resume', async () => {
    const { code, output } = await rebuild('--apply', '--resume');
    expect([code, output]).toEqual([0, expect.stringContaining('goes on behind delta')]);
    await arrived(target);
    await expectEqual();
  });
});

describe('deltas that the database refuses for what is in them (PROTO-45)', () => {
  let target: Target;
  const gaps = async () => (await api.get<{ meta: { data_quality: Quality } }>('services', rangeOf(target))).meta;

  it('are missing and said to be, and hold up nothing else', async () => {
    await database.query(`alter table apm.series add constraint planted check (namespace <> 'refused') not valid`);
    target = await deliver(first, 'refused');
    await projected();
    await arrived(await deliver(first, 'taken'));
    const { data_quality: quality } = await gaps();
    expect(quality.partial).toBe(true);
    expect(quality.gaps).toContainEqual(expect.objectContaining({ reason: 'flush_failed' }));
  });

  it('are counted once by a replay, which ends the gap', async () => {
    await database.query('alter table apm.series drop constraint planted');
    const letters = (await product.run('admin', 'delta-dead-letters')).output.match(/^\{.*\}$/gm)!;
    expect(letters.length).toBeGreaterThan(0);
    const keys = letters.map((line) => JSON.parse(line) as Letter);
    // Other organizations in the same deltas were counted.
    const { rows } = await database.query<{ id: string }>(
      `select distinct organization_id as id from apm.series where namespace = 'taken'`,
    );
    expect([...new Set(keys.map((key) => key.organization_id))]).toEqual(rows.map(({ id }) => id));
    for (const key of new Set(keys.map(({ shard, partition, n }) => [shard, partition, n].join(' ')))) {
      const { code } = await product.run('admin', 'delta-dead-letters', 'replay', ...key.split(' '));
      expect(code).toBe(0);
    }
    await arrived(target);
    expect((await gaps()).data_quality.gaps).toEqual([]);
    await expectEqual();
  });
});

/** The projector has written the deltas of everything that is in the log now. */
async function projected(): Promise<void> {
  const log = await LogView.open(product);
  try {
    const { lastSeq } = await log.state();
    await eventually(async () => expect((await committedPosition(product)).seq).toBeGreaterThanOrEqual(lastSeq));
  } finally {
    await log.close();
  }
}
