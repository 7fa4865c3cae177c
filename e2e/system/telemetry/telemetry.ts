/**
 * `npm run test:system -- telemetry --full [FOLDER] [--small] [--ways NAME,NAME] [--kills N] [--seed S]`: a recorded day and the example requests of OTLP
 * are sent in every form that intake takes, then once more while processes are killed, and SQL through `POST /api/v1/query`
 * alone must say what an independent count of the input says. Then from error samples and exemplars to their traces
 * and logs.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '@spanwise/telemetry/random';
import { Filler } from '../crash/filler.js';
import { Product, ROOT } from '../harness/product.js';
import { newTallies, sendLane, sendMixed, settled, type Tallies } from './campaign.js';
import { streamFacts, type Asking, type Fact } from './facts.js';
import { hasRecordedDay, readDay, readExamples, SIGNALS } from './input.js';
import { planKills, strikeWhile } from './kills.js';
import { LANES, SMALL_LANES } from './lanes.js';
import { referenceFacts } from './reference-facts.js';
import { TelemetrySender } from './sender.js';
import { walkFacts } from './walk.js';
import { seedOf } from '../harness/seed.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    kills: { type: 'string' },
    ways: { type: 'string' },
    seed: { type: 'string' },
  },
});
const { small } = values;
const folder = resolve(positionals[0] ?? resolve(ROOT, '..', 'shared', 'data'));
const kills = Number(values.kills ?? (small ? 3 : 24));
const seed = seedOf(values);
const ways = values.ways?.split(',');
const lanes = ways ? LANES.filter(({ name }) => ways.includes(name)) : small ? SMALL_LANES : LANES;
/** Time for a kill and what follows from it. */
const SHARE_MS = small ? 2_000 : 5_000;
const DAY_MICROS = 86_400_000_000;
/** What came twice would be there by then. */
const QUIET_MS = small ? 1_500 : 5_000;

const log = (line: string): void => console.log(line);
const tally = { passed: 0, failed: 0 };

function report(facts: readonly Fact[]): void {
  for (const { what, fault } of facts) {
    tally[fault === undefined ? 'passed' : 'failed']++;
    log(fault === undefined ? `  ok    ${what}` : `  WRONG ${what}: ${fault}`);
  }
}

const quiet = (): Promise<void> => new Promise((done) => setTimeout(done, QUIET_MS));
const askingOf = (product: Product): Asking => {
  const nowMicros = Date.now() * 1_000;
  const range = { start: nowMicros - 2 * DAY_MICROS, end: nowMicros + DAY_MICROS };
  return { baseUrl: product.baseUrl, token: product.readToken, range };
};
const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1_000).toFixed(0);

async function proveStreams(product: Product, sent: ReadonlyMap<string, Tallies>): Promise<void> {
  const asking = askingOf(product);
  for (const [stream, tallies] of sent) await settled(asking, stream, tallies);
  await quiet();
  for (const [stream, tallies] of sent) {
    const ofSignals = SIGNALS.map((signal) => streamFacts(asking, signal, stream, tallies[signal]));
    report((await Promise.all(ofSignals)).flat());
  }
}

async function prove(product: Product): Promise<void> {
  const { input, reference } = readDay(folder, small);
  const examples = readExamples(folder);
  const { instance, baseUrl, intakeToken } = product;
  const sender = new TelemetrySender({ baseUrl, token: intakeToken, grpcPort: instance.ports.otlp_grpc });
  try {
    let startedMs = performance.now();
    const sent = new Map<string, Tallies>();
    const atNanos = BigInt(Date.now()) * 1_000_000n;
    for (const lane of lanes) {
      for (const [stream, from] of [
        [lane.name, input],
        [`${lane.name}.examples`, examples],
      ] as const)
        sent.set(stream, await sendLane(sender, lane, from, { stream, atNanos }));
    }
    log(`\n${lanes.length} ways in, sent in ${seconds(startedMs)} s, ${sender.totals.repeated} attempts repeated`);
    report(referenceFacts(sent.get(lanes[0].name) ?? newTallies(), reference));
    await proveStreams(product, sent);

    log('\nfrom errors to traces to logs, and from exemplars to traces');
    const atMicros = Number(atNanos / 1_000n);
    const range = { from: atMicros - DAY_MICROS / 2, to: atMicros };
    const walked = {
      baseUrl,
      token: product.readToken,
      namespace: lanes[0].name,
      input,
      sentAtNanos: atNanos,
      range,
      transactions: small ? 4 : 12,
    };
    report(await walkFacts(walked));

    startedMs = performance.now();
    const plan = planKills(seed, kills);
    log(`\nsent again while ${plan.length} processes are killed, seed ${seed}`);
    let share = 0;
    const filler = new Filler({ baseUrl, token: intakeToken, namespace: 'filler', random: new Random(seed) }, 0);
    const killing = strikeWhile({ product, links: undefined, filler, log }, plan, () => share);
    const mixed = sendMixed(sender, input, {
      stream: 'killed',
      random: new Random(`mixed ${seed}`),
      lastsMs: plan.length * SHARE_MS,
      onProgress: (done) => (share = done),
    });
    const [tallies] = await Promise.all([mixed, killing]);
    const { taken, repeated } = sender.totals;
    log(`  ${taken} requests taken in all, ${repeated} attempts were repeated; sent in ${seconds(startedMs)} s`);
    await proveStreams(product, new Map([['killed', tallies]]));
  } finally {
    sender.close();
  }
}

async function main(): Promise<void> {
  if (lanes.length === 0) throw new Error(`Ways are ${LANES.map(({ name }) => name).join(', ')}.`);
  if (!hasRecordedDay(folder)) {
    log(
      `telemetry: not run, because the recorded day is not in ${positionals[0] ?? '../shared/data beside the project'}`,
    );
    log('0 passed, 0 failed, 1 skipped');
    return;
  }
  log(`telemetry: ${small ? 'the first minutes of ' : ''}the recorded day, ${lanes.length} ways in, ${kills} kills`);
  const startedMs = performance.now();
  const product = await Product.start({
    environment: {
      SPANWISE_RESTART_LIMIT: '100000',
      LOG_LEVEL: 'warn',
      SPANWISE_TRACING: 'false',
      SPANWISE_LIMIT_SERVICES: '5000',
      // What is stored is judged here, not rates.
      SPANWISE_RATE_ACCOUNT: '1000000',
      SPANWISE_RATE_ORGANIZATION: '1000000',
    },
  });
  log(`  started in ${seconds(startedMs)} s`);
  try {
    await prove(product);
  } finally {
    if (tally.failed > 0)
      for (const name of ['gateway', 'apm', 'projector']) log(`last words of ${name}:\n${product.logTail(name)}`);
    product.stop();
  }
  log(`telemetry ran ${seconds(startedMs)} s`);
  log(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

await main();
