/**
 * `npm run test:system -- compare --full [FOLDER] [--comparisons N] [--small]`: first power and false verdicts by size and effect, over
 * services, transactions and dependencies, simulated through the code that answers. Then a recorded day by the product's API,
 * which `--small` leaves out: a version must be regressed against its `+<fault>` twin where the fault makes it slow, and two random halves of one
 * version must be told apart, for better or worse, in at most 5 % of 500 comparisons.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '@spanwise/telemetry/random';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { ApiClient } from '../harness/api-client.js';
import type { ApiRed } from '../figures/data-set.js';
import { Product, ROOT } from '../harness/product.js';
import { offsetToNow, type Placement } from '../figures/shift.js';
import { printPower } from './power-table.js';
import { placedRequests, readRequests, type RecordedRequests } from './recorded-requests.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { comparisons: { type: 'string', default: '500' }, small: { type: 'boolean', default: false } },
});
const FILE = join(
  resolve(positionals[0] ?? join(ROOT, '..', 'shared', 'data')),
  'trainticket-2023-01-29.traces.ndjson.gz',
);
const COMPARISONS = Number(values.comparisons);
const MOST_FALSE_REPORTS = 0.05;
/** A half of fewer requests is no comparison. */
const FEWEST_REQUESTS = 200;
/** Twins of a fault have down to seven requests, and the splits are many namespaces of one organization. */
const ENVIRONMENT = { SPANWISE_APM_MIN_SAMPLES: '1', SPANWISE_LIMIT_SERVICES: '5000', LOG_LEVEL: 'warn' };
const POLL_MS = 250;
const ARRIVAL_MS = 120_000;

/** Faults that make requests slow, and those exceptions that reach an answer, with the transactions that must be named. */
const REGRESSED: Readonly<Record<string, readonly string[]>> = {
  'ts-contacts-service 866bd68c97+cpu_contention': ['/api/v1/contactservice/contacts/{id}'],
  'ts-food-service f5756978c+cpu_contention': [],
  'ts-preserve-service b5ccf8557+cpu_contention': ['/api/v1/preserveservice/preserve'],
  'ts-travel-service 64469b5b48+exception': ['/api/v1/travelservice/trips/left'],
};

interface Comparison {
  status: string;
  evidence: { verdict: string; reason: string };
  candidate: { sample_count: number };
  regressed_transactions: { transaction: { name: string } }[];
  regressed_errors: unknown[];
  p95_ratio_interval?: [number, number | null];
}

class Proof {
  readonly faults: string[] = [];
  private readonly api: ApiClient;
  private readonly offsetNanos: bigint;
  private readonly range: { from: number; to: number };

  constructor(
    private readonly product: Product,
    private readonly recorded: RecordedRequests,
  ) {
    this.api = new ApiClient(product.baseUrl, product.readToken);
    this.offsetNanos = offsetToNow(recorded.lastNanos, BigInt(Date.now()) * 1_000_000n);
    this.range = {
      from: Number((recorded.firstNanos + this.offsetNanos) / 1_000n),
      to: Number((recorded.lastNanos + this.offsetNanos) / 1_000n) + 60_000_000,
    };
  }

  async twins(): Promise<void> {
    const namespace = 'twins';
    const { versions } = this.recorded;
    const all = versions.reduce((sum, { spans }) => sum + spans.length, 0);
    await this.send(
      placedRequests(versions, this.placement(namespace), ({ version }) => version),
      namespace,
      all,
    );
    for (const { service, version } of versions) {
      const [baseline, fault] = version.split('+');
      if (fault === undefined) continue;
      const answer = await this.compare(namespace, service, baseline, version);
      const named = answer.regressed_transactions.map(({ transaction }) => transaction.name);
      const ratio =
        answer.p95_ratio_interval?.map((bound) => bound?.toFixed(2) ?? 'unbounded').join(' to ') ?? 'unknown';
      console.log(
        `  ${service} ${version}: ${answer.status}, ${answer.candidate.sample_count} requests, p95 times ${ratio}${named.length > 0 ? `, ${named.join(', ')}` : ''}; ${answer.evidence.reason}`,
      );
      this.checkTwin(`${service} ${version}`, answer.status, named);
    }
  }

  private checkTwin(twin: string, status: string, named: string[]): void {
    const expected = REGRESSED[twin];
    if (expected === undefined) return;
    if (status !== 'regressed') this.faults.push(`${twin} is ${status}, not regressed`);
    for (const name of expected) {
      if (!named.some((one) => one.endsWith(name))) this.faults.push(`${twin} does not name ${name}`);
    }
  }

  /** Every version that has enough requests is split by trace, split after split, until there are enough comparisons. */
  async halves(): Promise<void> {
    const versions = this.recorded.versions.filter(
      ({ version, spans }) => !version.includes('+') && spans.length >= FEWEST_REQUESTS,
    );
    let compared = 0;
    const reported: string[] = [];
    for (let split = 0; compared < COMPARISONS; split++) {
      const part = versions.slice(0, COMPARISONS - compared);
      const namespace = `split-${split}`;
      const isFirst = sidesOf(`halves/${split}`);
      const requests = placedRequests(
        part,
        this.placement(namespace),
        ({ version }, span) => `${version}~${isFirst(span.traceId) ? 'a' : 'b'}`,
      );
      await this.send(
        requests,
        namespace,
        part.reduce((sum, { spans }) => sum + spans.length, 0),
      );
      for (const { service, version } of part) {
        const { evidence } = await this.compare(namespace, service, `${version}~a`, `${version}~b`);
        compared++;
        if (evidence.verdict === 'regressed' || evidence.verdict === 'improved') reported.push(service);
      }
      console.log(`  ${compared} comparisons of random halves: ${reported.length} reported a change`);
    }
    const share = reported.length / compared;
    console.log(
      `  ${(share * 100).toFixed(1)} % of ${compared} comparisons of two random halves reported a change, at most ${MOST_FALSE_REPORTS * 100} % may`,
    );
    if (share > MOST_FALSE_REPORTS) this.faults.push(`changes of ${reported.join(', ')} are none`);
  }

  private placement(namespace: string): Placement {
    return { offsetNanos: this.offsetNanos, namespace };
  }

  private compare(namespace: string, service: string, baseline: string, candidate: string): Promise<Comparison> {
    return this.api.get('versions/compare', { ...this.range, namespace, service, baseline, candidate });
  }

  private async send(requests: Iterable<TraceRequest>, namespace: string, expected: number): Promise<void> {
    const { baseUrl, intakeToken: token } = this.product;
    await sendAll(requests, { baseUrl, token, encoding: 'protobuf', connections: 2 });
    const giveUpAt = Date.now() + ARRIVAL_MS;
    for (;;) {
      const { red } = await this.api.get<{ red: ApiRed }>('overview', { ...this.range, namespace });
      if (red.sampled_count === expected) return;
      if (Date.now() > giveUpAt) throw new Error(`${namespace} shows ${red.sampled_count} requests, not ${expected}`);
      await sleep(POLL_MS);
    }
  }
}

/** A coin for each trace: its requests stay together. */
function sidesOf(seed: string): (traceId: string) => boolean {
  const random = new Random(seed);
  const sides = new Map<string, boolean>();
  return (traceId) => {
    const side = sides.get(traceId) ?? random.chance(0.5);
    sides.set(traceId, side);
    return side;
  };
}

async function run(): Promise<string[]> {
  const recorded = readRequests(FILE);
  const product = await Product.start({ environment: ENVIRONMENT });
  try {
    const proof = new Proof(product, recorded);
    await proof.twins();
    await proof.halves();
    return proof.faults;
  } finally {
    product.stop();
  }
}

console.log('power and false verdicts of the comparison, simulated');
const faults = printPower(values.small);
const isSkipped = !values.small && !existsSync(FILE);
if (isSkipped) console.log('comparison of a recorded day: skipped, ../shared/data is not beside the project');
else if (!values.small) {
  console.log('comparison of versions over a recorded day');
  faults.push(...(await run()));
}
for (const fault of faults) console.log(`  WRONG ${fault}`);
console.log(`${faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed'}${isSkipped ? ', 1 skipped' : ''}`);
process.exitCode = faults.length === 0 ? 0 : 1;
