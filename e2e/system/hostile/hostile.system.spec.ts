/**
 * An organization with the least permissions sends telemetry and statements made to slow, fill or break the product, and others
 * give hostile names to everything, while one organization sends, reads and asks: it must not notice, and nothing may be left.
 * Flags: `--inputs N`, `--seed S`.
 */
// A product of its own: its memory and what is left in it are measured.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUSH_KINDS, type PushKind } from '@spanwise/contracts/iam/push-connectors';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { must } from '../harness/http.js';
import { Organizations, type Organization } from '../harness/organizations.js';
import { Product, ROOT } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { readOperations } from '../isolation/operations.js';
import { Attack } from './attack.js';
import { GrpcCaller } from './grpc-caller.js';
import { namingRequests, readBack } from './named-requests.js';
import { hostileNames, markOf } from './names.js';
import { ProcessWatch } from './process-watch.js';
import { jobsEnd, nothingRemains, workFiles } from './remains.js';
import { statementRequests } from './statements.js';
import { telemetryRequests } from './telemetry-requests.js';
import { VICTIM_MARK, type VictimFigures } from './victim.js';

const flags = scenarioFlags(['inputs', 'seed']);
const SIZES = {
  /** How many times as long as promised anything may take: short, it finds what never came, and not what was late. */
  short: { inputs: 120, longest: 250_000, heaviest: 4_000_000, organizations: 2, names: 41, calls: 3, patience: 10 },
  full: {
    inputs: 10_000,
    longest: 1_000_000,
    heaviest: 57_000_000,
    organizations: 20,
    names: 50,
    calls: 10,
    patience: 3,
  },
};
const size = flags.full ? SIZES.full : SIZES.short;
const inputs = Number(flags.inputs ?? size.inputs);
const seed = seedOf({ seed: flags.seed, small: !flags.full });
const statements = Math.round(inputs * (flags.full ? 0.15 : 0.22));

const QUERY_MEMORY_MIB = 128;
const ENGINES = 4;
const ENVIRONMENT = {
  LOG_LEVEL: 'error',
  SPANWISE_TRACING: 'false',
  SPANWISE_QUERY_MEMORY_BYTES: String(QUERY_MEMORY_MIB * 1024 * 1024),
  SPANWISE_QUERY_RUNNING: String(ENGINES),
  // A statement of the attacker may take so long; then it has had its share.
  SPANWISE_QUERY_TIMEOUT: '4s',
  SPANWISE_QUERY_STREAM_TIMEOUT: '4s',
  // All of the attacker's refusals come from one address.
  SPANWISE_RATE_REFUSED: '1000000',
};
/** An engine may have twice a query's memory and 256 MiB, and is seen a moment later. */
const BOUNDS_MIB = { 'engine-main': 2 * QUERY_MEMORY_MIB + 256 + 128, 'store-writer': 1_024, other: 512 };
const WARM_UP_MS = 4_000;
const SENDERS = 3;
const ASKERS = 2;

let product: Product;
let watch: ProcessWatch;
let attacker: Organization;
let filesBefore: string[];
let victim: VictimFigures;
const attacks: Attack[] = [];

beforeAll(async () => {
  console.log(`${inputs} inputs, ${statements} of them statements, seed ${seed}`);
  product = await Product.start({ environment: ENVIRONMENT });
  watch = new ProcessWatch(product, BOUNDS_MIB);
  const organizations = await Organizations.open(product);
  attacker = await organizations.make('attacker');
  const { baseUrl, intakeToken, readToken } = product;
  const access = { baseUrl, intakeToken, readToken };
  const thread = new Worker(join(ROOT, 'e2e/dist/system/hostile/victim.main.js'), { workerData: { access, seed } });
  await sleep(WARM_UP_MS);
  filesBefore = workFiles(product);
  await attackAll(organizations);
  await jobsEnd(product);
  thread.postMessage('finish');
  [victim] = (await once(thread, 'message')) as [VictimFigures];
}, 3_600_000);
afterAll(() => {
  watch?.stop();
  product?.stop();
});

const newAttack = (marks: string[], grpc?: GrpcCaller): Attack => {
  const paths = [product.dataDir, ROOT.replace(/\/$/, ''), '/node_modules/'];
  const attack = new Attack(product.baseUrl, { paths, marks }, size.patience, grpc);
  attacks.push(attack);
  return attack;
};

async function attackAll(organizations: Organizations): Promise<void> {
  const grpc = new GrpcCaller(`http://127.0.0.1:${product.instance.ports.otlp_grpc}`);
  const attack = newAttack([VICTIM_MARK], grpc);
  const telemetry = telemetryRequests(
    new Random(`telemetry ${seed}`),
    { ...size, count: inputs - statements },
    await pushTokens(attacker),
  );
  await Promise.all([
    attack.run(telemetry, attacker, SENDERS),
    attack.run(statementRequests(new Random(`statements ${seed}`), statements), attacker, ASKERS),
    nameEverything(organizations),
  ]);
  grpc.close();
  for (const { statuses } of attacks) console.log('answers by status', Object.fromEntries(statuses));
}

async function pushTokens({ tokens }: Organization): Promise<Record<PushKind, string>> {
  const made = PUSH_KINDS.map(async (kind) => {
    const body = { name: kind, kind };
    const line = 'POST /api/v1/connectors';
    const { push_token } = await must<{ push_token: string }>(product.baseUrl, line, tokens.owner, body);
    return [kind, push_token];
  });
  return Object.fromEntries(await Promise.all(made)) as Record<PushKind, string>;
}

/** Organizations with hostile names of everything; each reads all of its own, and nothing of another. */
async function nameEverything(organizations: Organizations): Promise<void> {
  const operations = await readOperations(product.baseUrl);
  const random = new Random(`names ${seed}`);
  const marks = Array.from({ length: size.organizations }, (_, at) => markOf(random, at));
  const made: [Attack, Organization, string[]][] = [];
  for (const [at, mark] of marks.entries()) {
    const attack = newAttack([VICTIM_MARK, ...marks.filter((other) => other !== mark)]);
    const names = hostileNames(random, mark, size.names);
    const owner = await organizations.make(`named${at}`);
    await attack.run(namingRequests(random, names, owner), owner, ASKERS);
    made.push([attack, owner, names]);
  }
  for (const [attack, owner, names] of made) await readBack(attack, operations, random, owner, names, size.calls);
}

describe('an organization beside attackers', () => {
  it('is answered whatever it asks', () => expect(victim.faults).toEqual([]));

  it('has figures and stored rows of all that it sent', () => {
    expect(victim.counted).toEqual(victim.sent);
    expect(victim.stored).toBe(victim.sent.requests);
  });

  it('waits for nothing longer than promised', () => {
    console.log(JSON.stringify(victim));
    expect(victim.visibleP99Ms).toBeLessThan(3_000 * size.patience);
    expect(victim.slowestQueryMs).toBeLessThan(10_000 * size.patience);
    expect(victim.storingPausedMs).toBeLessThan(25_000 * size.patience);
  });
});

describe('the product', () => {
  it('answers each hostile request in time, without a 500, a stack, a path or a foreign row', () => {
    expect(attacks.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('keeps no query, no job and no file of work', () => nothingRemains(product, attacker, filesBefore), 600_000);

  it('stays within its memory, restarts no process and keeps no more engines than may be ready', async () => {
    console.log('peaks in MiB', watch.peaks);
    await eventually(() => expect(watch.engines).toBeLessThanOrEqual(ENGINES + 1));
    expect(watch.faults()).toEqual([]);
  });
});
