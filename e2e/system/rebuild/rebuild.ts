/**
 * `npm run test:system -- rebuild --full [FOLDER] [--small]`: figures are what the stored spans make, byte for byte. A recorded day is
 * sent; `rebuild` must find every row equal and `reconcile` no difference. Then a row is altered by hand: both must say so,
 * `rebuild --apply` must put it right, and what comes later must build on the right row. At last deltas are lost before apm
 * has applied them: it must stop, and `rebuild --apply --resume` must make what they held.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { RedAggregate } from '@spanwise/span-model/red';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { ApiClient } from '../harness/api-client.js';
import { committedPosition, LogView } from '../crash/log-view.js';
import type { ApiRed, DataSet } from '../figures/data-set.js';
import { generatedSet, SMALL } from '../figures/generated-set.js';
import { Product, ROOT } from '../harness/product.js';
import { readSet } from '../figures/recorded-set.js';
import { offsetToNow, place } from '../figures/shift.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { small: { type: 'boolean', default: false } },
});
const FOLDER = resolve(positionals[0] ?? join(ROOT, '..', 'shared', 'data'));
const RECORDED = values.small ? 'trainticket-small' : 'trainticket-2023-01-29';
/** A whole day, and more, is neither late nor forgotten; buckets close at once. The small run folds names as well. */
const ENVIRONMENT = {
  SPANWISE_LATENESS_HORIZON: '36h',
  SPANWISE_APM_MINUTE_RETENTION: '36h',
  SPANWISE_LATE_GRACE: '1s',
  LOG_LEVEL: 'warn',
  ...(values.small && {
    SPANWISE_LIMIT_TRANSACTIONS: '4',
    SPANWISE_LIMIT_DEPENDENCIES: '3',
    SPANWISE_LIMIT_ERROR_GROUPS: '1',
  }),
};
const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
/** The newest span is so old that its minute is closed. */
const AGE_NANOS = 150_000_000_000n;
const POLL_MS = 250;
const ARRIVAL_MS = 120_000;
/** Lock of apm that every flush takes. */
const LOCK_CLASS = 0x5351;

interface Reconciliation {
  status: string;
  incomplete_reasons: string[];
  difference_count: number;
  differences: { service: string; resolution: string; range: { from: number } }[];
  totals: { rollups: { requests: number }; recount: { requests: number } };
}

class Proof {
  readonly faults: string[] = [];
  private readonly api: ApiClient;
  private readonly database: pg.Client;
  /** Whole hours. */
  private range = { from: Infinity, to: 0 };
  private closedUntil = 0;

  constructor(private readonly product: Product) {
    this.api = new ApiClient(product.baseUrl, product.readToken);
    this.database = new pg.Client({ connectionString: product.databaseUrl });
  }

  async run(sets: DataSet[]): Promise<void> {
    await this.database.connect();
    try {
      for (const set of values.small ? sets.slice(0, 1) : sets) await this.send(set, set.name);
      await this.expectEqual('sent');
      const altered = await this.alter();
      await this.expectDifferent(altered);
      const { code, output } = await this.rebuild('--apply');
      if (code !== 0 || !output.includes('replaced, and equal now'))
        this.faults.push('rebuild does not replace the row');
      await this.expectReconciled('replaced');
      if (!values.small) {
        await this.send(sets[0], 'later');
        await this.expectEqual('sent again');
      }
      await this.loseDeltas(sets.at(-1)!);
    } finally {
      await this.database.end();
    }
  }

  private async send(set: DataSet, namespace: string): Promise<void> {
    const startedAt = Date.now();
    const own = await this.deliver(set, namespace);
    await this.arrival(set, namespace, own);
    console.log(
      `  ${namespace}: ${set.spans} spans sent and counted in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`,
    );
  }

  private async deliver(set: DataSet, namespace: string): Promise<{ from: number; to: number }> {
    const offsetNanos = offsetToNow(set.lastNanos, BigInt(Date.now()) * 1_000_000n - AGE_NANOS);
    const micros = Number(offsetNanos / 1_000n);
    const own = { from: set.firstStartMicros + micros, to: set.lastStartMicros + micros + MINUTE };
    this.range = {
      from: Math.min(this.range.from, Math.floor(own.from / HOUR) * HOUR),
      to: Math.max(this.range.to, Math.ceil(own.to / HOUR) * HOUR),
    };
    this.closedUntil = Math.max(this.closedUntil, Math.floor(own.to / MINUTE) * MINUTE);
    const { baseUrl, intakeToken: token } = this.product;
    const requests = (function* () {
      for (const line of set.lines) yield place(JSON.parse(line) as TraceRequest, { offsetNanos, namespace });
    })();
    await sendAll(requests, { baseUrl, token, encoding: 'protobuf', connections: 4 });
    return own;
  }

  private async arrival(set: DataSet, namespace: string, own: { from: number; to: number }): Promise<void> {
    await this.until(`${namespace} shows ${set.sampledRequests} requests`, async () => {
      const { red } = await this.api.get<{ red: ApiRed }>('overview', { ...own, namespace });
      return red.sampled_count === set.sampledRequests;
    });
  }

  private async until(wanted: string, holds: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + ARRIVAL_MS;
    while (!(await holds())) {
      if (Date.now() > giveUpAt) throw new Error(`It did not happen that ${wanted}.`);
      await sleep(POLL_MS);
    }
  }

  /** The projector has written the deltas of everything that is in the log now. */
  private async allRead(): Promise<void> {
    const log = await LogView.open(this.product);
    try {
      const { lastSeq } = await log.state();
      await this.until(
        'the projector reads the log',
        async () => (await committedPosition(this.product)).seq >= lastSeq,
      );
    } finally {
      await log.close();
    }
  }

  /** Deltas vanish before they are applied: figures must stand still, and the rebuild must make what they held. */
  private async loseDeltas(set: DataSet): Promise<void> {
    const namespace = 'lost';
    await this.database.query('begin');
    for (const partition of [0, 1])
      await this.database.query('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, partition]);
    const own = await this.deliver(set, namespace);
    await this.allRead();
    const { rowCount } = await this.database.query('delete from projector.outbox');
    await this.database.query('commit');
    console.log(`  ${rowCount} rows of deltas are lost before they are applied`);
    await this.until('apm stops at the hole', async () => {
      const health = await this.api.get<{ degraded_reasons: string[] }>('health', own);
      return health.degraded_reasons.includes('rollup_stopped');
    });
    const { code, output } = await this.rebuild('--apply', '--resume');
    if (code !== 0 || !output.includes('goes on behind delta')) this.faults.push('rebuild does not lead over the hole');
    await this.arrival(set, namespace, own);
    await this.expectEqual('made again');
  }

  private async rebuild(...flags: string[]): Promise<{ code: number | null; output: string }> {
    const iso = (micros: number) => new Date(micros / 1_000).toISOString();
    const startedAt = Date.now();
    const ran = await this.product.run('rebuild', '--from', iso(this.range.from), '--to', iso(this.range.to), ...flags);
    for (const line of ran.output.trimEnd().split('\n')) console.log(`    ${line}`);
    console.log(
      `  rebuild ${flags.join(' ')} ended with ${ran.code} after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`,
    );
    return ran;
  }

  /** A day and some minutes are more than one reconciliation takes. */
  private async reconcile(): Promise<Reconciliation[]> {
    const answers: Reconciliation[] = [];
    const giveUpAt = Date.now() + ARRIVAL_MS;
    for (let from = this.range.from; from < this.closedUntil;) {
      const to = Math.min(from + 24 * HOUR, this.closedUntil);
      const answer = await this.api.get<Reconciliation>('reconcile', { from, to });
      if (answer.status === 'incomplete' && Date.now() < giveUpAt) {
        await sleep(POLL_MS);
        continue;
      }
      const { status, difference_count: differences, totals, incomplete_reasons: reasons } = answer;
      console.log(
        `  reconcile: ${status}, ${differences} differences, ${totals.rollups.requests} requests in the rollups and ${totals.recount.requests} in the spans ${reasons.join(', ')}`,
      );
      answers.push(answer);
      from = to;
    }
    return answers;
  }

  private async expectEqual(when: string): Promise<void> {
    const { code, output } = await this.rebuild();
    if (code !== 0 || !output.includes('byte-identical')) this.faults.push(`${when}: rebuild is not byte-identical`);
    await this.expectReconciled(when);
  }

  private async expectReconciled(when: string): Promise<void> {
    for (const { status, difference_count: differences } of await this.reconcile())
      if (status !== 'equal' || differences !== 0)
        this.faults.push(`${when}: reconcile is ${status}, ${differences} differences`);
  }

  /** Gives a row of a service the figures of another minute. */
  private async alter(): Promise<{ service: string; minute: number }> {
    const { rows } = await this.database.query<{
      organization_id: string;
      series_id: string;
      service: string;
      bucket: number;
      red: Buffer;
    }>(
      `select organization_id, series_id, service, bucket, red from apm.rollup_minutes join apm.series using (organization_id, series_id)
        where rollup_minutes.kind = 1 and bucket >= $1 and bucket < $2 and namespace <> 'spanwise' order by bucket, series_id limit 5000`,
      [this.range.from / MINUTE, this.closedUntil / MINUTE],
    );
    const [row] = rows;
    const requests = (red: Buffer) => RedAggregate.decode(red).sampled;
    const other = rows.find((one) => requests(one.red) !== requests(row.red));
    if (other === undefined) throw new Error('All rows have equally many requests.');
    await this.database.query(
      'update apm.rollup_minutes set red = $1 where organization_id = $2 and kind = 1 and bucket = $3 and series_id = $4',
      [other.red, row.organization_id, row.bucket, row.series_id],
    );
    console.log(`  altered by hand: ${row.service} at ${new Date(row.bucket * 60_000).toISOString()}`);
    return { service: row.service, minute: row.bucket };
  }

  private async expectDifferent({ service, minute }: { service: string; minute: number }): Promise<void> {
    const { code, output } = await this.rebuild();
    const time = new Date(minute * 60_000).toISOString().replace('.000Z', 'Z');
    const named = output
      .split('\n')
      .some((line) => line.includes(`other bytes: ${time}`) && line.includes(`"${service}"`));
    if (code === 0 || !named) this.faults.push('rebuild does not name the altered row');
    const differences = (await this.reconcile()).flatMap((answer) => answer.differences);
    const [difference] = differences;
    if (differences.length !== 1 || difference.service !== service || difference.resolution !== 'minute')
      this.faults.push(`reconcile does not name the altered row: ${JSON.stringify(differences)}`);
  }
}

function chosenSets(): DataSet[] {
  const generated = generatedSet('generated-small', SMALL);
  if (existsSync(join(FOLDER, `${RECORDED}.traces.ndjson.gz`))) return [readSet(FOLDER, RECORDED), generated];
  console.log(`  ${RECORDED} is not run, because ../shared/data is not beside the project`);
  return [generated];
}

async function main(): Promise<string[]> {
  const product = await Product.start({ environment: ENVIRONMENT });
  try {
    const proof = new Proof(product);
    await proof.run(chosenSets());
    return proof.faults;
  } finally {
    product.stop();
  }
}

console.log('figures rebuilt from the stored spans');
const faults = await main();
for (const fault of faults) console.log(`  WRONG ${fault}`);
console.log(faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = faults.length === 0 ? 0 : 1;
