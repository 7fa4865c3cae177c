/**
 * A recorded day and the example requests of OTLP are sent in every form that intake takes, then once more while processes are
 * killed: SQL finds each record exactly once. Then from error samples and exemplars to their traces and logs.
 */
// A product of its own: its processes are killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { describeFault, planKills, type Kill } from '../crash/faults.js';
import { kill } from '../crash/inflict.js';
import { settled } from '../crash/settled.js';
import { ApiClient } from '../harness/api-client.js';
import { Product } from '../harness/product.js';
import { RECORDED_DATA } from '../harness/recorded-data.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { rightAnswer, sqlAnswer } from './answers.js';
import { sendLane, sendMixed, type Tallies } from './deliver.js';
import { hasRecordedDay, readDay, readExamples, SIGNALS, type Input, type Reference } from './input.js';
import { LANES, SMALL_LANES } from './lanes.js';
import { TelemetrySender } from './sender.js';
import { Walk } from './walk.js';

const { full = false, data = RECORDED_DATA, ...flags } = scenarioFlags(['data', 'kills', 'seed']);
const seed = seedOf({ seed: flags.seed, small: !full });
const lanes = full ? LANES : SMALL_LANES;
const KILLED = 'killed';
const SHORT: readonly Kill[] = (['store-writer', 'gateway', 'projector'] as const).map((victim) => ({
  kind: 'kill',
  victim,
}));
const plan = full ? planKills(new Random(`kills ${seed}`), Number(flags.kills ?? 24)) : SHORT;
/** Time for a kill and what follows from it. */
const SHARE_MS = full ? 5_000 : 2_000;
const TRANSACTIONS = full ? 12 : 4;
const HOURS_MS = 3 * 3_600_000;

describe.runIf(hasRecordedDay(data))('the recorded day', () => {
  const sent = new Map<string, Tallies>();
  const atNanos = BigInt(Date.now()) * 1_000_000n;
  let product: Product;
  let api: ApiClient;
  let sender: TelemetrySender;
  let input: Input;
  let reference: Reference;

  beforeAll(async () => {
    console.log(`${lanes.length} ways in, ${plan.length} kills, seed ${seed}`);
    const environment = {
      SPANWISE_RESTART_LIMIT: '100000',
      LOG_LEVEL: 'warn',
      SPANWISE_TRACING: 'false',
      SPANWISE_LIMIT_SERVICES: '5000',
      SPANWISE_RATE_ACCOUNT: '1000000',
      SPANWISE_RATE_ORGANIZATION: '1000000',
    };
    product = await Product.start({ environment });
    api = new ApiClient(product.baseUrl, product.readToken);
    const { instance, baseUrl, intakeToken: token } = product;
    sender = new TelemetrySender({ baseUrl, token, grpcPort: instance.ports.otlp_grpc! });
    ({ input, reference } = readDay(data, !full));
    const examples = readExamples(data);
    for (const lane of lanes) {
      sent.set(lane.name, await sendLane(sender, lane, input, { stream: lane.name, atNanos }));
      const stream = `${lane.name}.examples`;
      sent.set(stream, await sendLane(sender, lane, examples, { stream, atNanos }));
    }
    await settled(product);
  }, HOURS_MS);
  afterAll(() => {
    sender?.close();
    product?.stop();
  });

  it('as it is counted here is that of the reference answers', () => {
    const { traces, logs } = sent.get(lanes[0]!.name)!;
    expect({
      spans: traces.count,
      traces: traces.distinct.trace_id!.size,
      errorSpans: traces.by.status!.ERROR ?? 0,
      kinds: traces.by.kind,
      spansPerService: traces.by.service,
      exceptions: traces.by.exception ?? {},
      // The answers count all warnings and errors, and nothing below.
      ...(reference.logs !== undefined && { logs: ofSeverities(logs.by.severity!, Object.keys(reference.logs)) }),
    }).toEqual(reference);
  });

  describe.each(lanes.flatMap(({ name }) => [name, `${name}.examples`]))('sent as %s', (stream) => {
    it.each(SIGNALS)('has every record of %s once, as it was sent', (signal) => expectRecords(stream, signal));
  });

  async function expectRecords(stream: string, signal: (typeof SIGNALS)[number]): Promise<void> {
    expect(await sqlAnswer(api, signal, stream)).toEqual(rightAnswer(signal, sent.get(stream)![signal]));
  }

  describe('leads', () => {
    let walk: Walk;
    beforeAll(() => {
      walk = new Walk(api, { namespace: lanes[0]!.name, input, atNanos });
    });

    it('from every exception that was sent to its group', async () => {
      const [occurred, shown] = walk.occurrences(await walk.errors());
      expect(shown).toEqual(occurred);
    });

    it('from every group to samples, traces, failed spans and logs', async () => {
      const groups = await walk.errors();
      expect(groups.length).toBeGreaterThan(0);
      for (const group of groups) expect(await walk.faultsFromError(group)).toEqual([]);
    });

    it('from the exemplars of transactions to their traces', async () => {
      const found = [];
      for (const one of (await walk.transactions()).slice(0, TRANSACTIONS))
        found.push(await walk.faultsFromExemplars(one));
      expect(found.flatMap(({ faults }) => faults)).toEqual([]);
      expect(found.reduce((sum, { opened }) => sum + opened, 0)).toBeGreaterThan(0);
    });
  });

  describe('sent in all forms while processes are killed', () => {
    beforeAll(async () => {
      let share = 0;
      const strike = async () => {
        for (const [index, one] of plan.entries()) {
          while (share < (index + 0.5) / (plan.length + 0.5)) await sleep(5);
          console.log(`${(share * 100).toFixed(0)} % sent: ${describeFault(one)}`);
          await kill(product, one);
        }
      };
      const mixed = sendMixed(sender, input, {
        stream: KILLED,
        random: new Random(`mixed ${seed}`),
        lastsMs: plan.length * SHARE_MS,
        onProgress: (done) => (share = done),
      });
      const [tallies] = await Promise.all([mixed, strike()]);
      sent.set(KILLED, tallies);
      await settled(product);
    }, HOURS_MS);

    it.each(SIGNALS)('has every record of %s once, as it was sent', (signal) => expectRecords(KILLED, signal));
  });
});

function ofSeverities(counts: Record<string, number>, answers: string[]): Record<string, number> {
  const severityOf = (key: string) => key.split(' | ')[1];
  const known = new Set(answers.map(severityOf));
  return Object.fromEntries(Object.entries(counts).filter(([key]) => known.has(severityOf(key))));
}
