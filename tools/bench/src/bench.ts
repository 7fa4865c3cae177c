/**
 * `npm run bench`: the product beside limits measured in the same run (design targets: docs/operations/measurements.md).
 * The load comes from this process on the same cores, so rates are lower bounds. `-- --soak MINUTES` sends half of the
 * capacity for that long instead and watches memory, `-- --deliveries` sends notifications alone, `-- --reads` measures
 * the reads alone, `-- --alerts` what alert rules cost, `-- --queries [--rows N]` queries of stored telemetry
 * (10,000,000 spans without `--rows`).
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Product } from '@spanwise/e2e/system/harness/product';
import { alertSteps } from './alert-steps.js';
import { alerts } from './alerts.js';
import { Client } from './client.js';
import { deliveries, SINK_ADDRESS } from './deliveries.js';
import { flush } from './flush.js';
import { backlog, paced, saturate, sendPaced } from './intake.js';
import { makeBodies, SPANS_PER_REQUEST } from './load.js';
import { MemoryPeaks, soak } from './memory.js';
import { queries } from './queries.js';
import { Reads } from './reads.js';
import { Report } from './report.js';

const SATURATION_REQUESTS = 600;
const BACKLOG_SPANS = 1_000_000;
const STORED_ROWS = 10_000_000;
const FLUSHING_SECONDS = 8;
const READING_SPANS_PER_SECOND = 5_000;

const { values } = parseArgs({
  options: {
    soak: { type: 'string' },
    backlog: { type: 'string' },
    deliveries: { type: 'boolean', default: false },
    reads: { type: 'boolean', default: false },
    alerts: { type: 'boolean', default: false },
    queries: { type: 'boolean', default: false },
    rows: { type: 'string' },
  },
});
const positive = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a positive integer`);
  return Number(text);
};
const soakMinutes = positive(values.soak, 'soak');
const storedRows = positive(values.rows, 'rows') ?? STORED_ROWS;
const backlogSpans = positive(values.backlog, 'backlog') ?? BACKLOG_SPANS;

const adminPassword = randomBytes(12).toString('base64url');
const environment = {
  LOG_LEVEL: 'warn',
  SPANWISE_ADMIN_PASSWORD: adminPassword,
  // A backlog is meant to lag; the limit on lag would refuse it.
  SPANWISE_MAX_LAG: '1h',
  SPANWISE_EGRESS_ALLOW_CIDRS: `${SINK_ADDRESS}/32`,
  // The send rate of a connector, 20 a second, is what would be measured otherwise.
  SPANWISE_RETRY_SCALE: '0.001',
};
const product = await Product.start({ environment });
const report = new Report();
try {
  if (values.alerts) {
    console.log('alert rules …');
    await alerts(product, report);
    await alertSteps(product, adminPassword, report);
  } else if (values.deliveries) {
    console.log('deliveries …');
    await deliveries(product, report);
  } else await telemetry();
  console.log(`\n${report.toString()}`);
} finally {
  product.stop();
}

async function telemetry(): Promise<void> {
  const client = new Client(product);
  console.log('warming up …');
  await client.postAll(makeBodies('warm', 60), 1);
  if (values.queries) {
    await client.caughtUp();
    await queries(client, report, storedRows);
  } else if (values.reads) await reads(client, READING_SPANS_PER_SECOND);
  else {
    console.log('a burst …');
    const peaks = new MemoryPeaks(product);
    const perSecond = await saturate(client, report, makeBodies('saturate', SATURATION_REQUESTS));
    peaks.stop(report, 'during the burst');
    if (soakMinutes === undefined) await all(client, perSecond);
    else {
      console.log(`${soakMinutes} minutes at half capacity …`);
      await soak(client, report, perSecond / 2, soakMinutes);
    }
  }
}

async function all(client: Client, perSecond: number): Promise<void> {
  console.log('a quarter of capacity …');
  await paced(client, report, perSecond / 4);
  console.log(`a backlog of ${backlogSpans} spans …`);
  const peaks = new MemoryPeaks(product);
  await backlog(client, report, backlogSpans);
  peaks.stop(report, 'with the backlog');
  console.log('flushes …');
  await flush(product, report);
  console.log('deliveries …');
  await deliveries(product, report);
  await reads(client, perSecond / 4);
}

async function reads(client: Client, spansPerSecond: number): Promise<void> {
  console.log('reads …');
  const measured = await Reads.open(client, report);
  const requestsPerSecond = spansPerSecond / SPANS_PER_REQUEST;
  const load = makeBodies('flushing', Math.ceil(requestsPerSecond * FLUSHING_SECONDS));
  await measured.tenThousandRows(() => sendPaced(client, load, requestsPerSecond));
  await measured.manyRows();
  await measured.close();
}
