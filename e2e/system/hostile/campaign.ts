/** One product under attack: what the attacker was answered, what the victim saw, what was left of it all. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { familyOf, signal, startSecond } from '../crash/processes.js';
import { readOperations, type Operation } from '../isolation/operations.js';
import { Product, ROOT } from '../harness/product.js';
import { Attack } from './attack.js';
import { GrpcCaller } from './grpc-caller.js';
import { hostileNames, markOf } from './names.js';
import { Known, namingShots, reservedShots, walk } from './named-things.js';
import { statementShots, telemetryShots, type PlanSize } from './plan.js';
import { ENGINE, ProcessWatch } from './process-watch.js';
import { jobsEnded, remains, workFiles } from './remains.js';
import { SlowReaders } from './slow-readers.js';
import { streamFaults } from './stream-bounds.js';
import { Stalls } from './stalls.js';
import { Organizations, type Attacker, type Organization } from './scene.js';
import { PROMISES, VICTIM_MARK } from './victim.js';
import { VictimThread } from './victim-thread.js';

export interface HostileSize extends PlanSize {
  organizations: number;
  /** Of each of these organizations. */
  names: number;
  callsPerName: number;
  /** Who read the answers to statements slowly, at once. */
  slowReaders: number;
  /** Leaves out what only costs time where a single planted fault is looked for. */
  scenes: { reservedNames: boolean; secondProjector: boolean };
  /** How many times as long as promised anything may take, on a machine that nobody else uses; once, where nothing is said. */
  patience?: number;
}

export interface HostileOptions {
  seed: string;
  size: HostileSize;
  /** Folder of a product with a planted fault. */
  root?: string;
  log: (line: string) => void;
}

const QUERY_MEMORY_MIB = 128;
const ENGINES = 4;
/** A statement of the attacker may take so long; then it has had its share. */
const QUERY_TIMEOUT = '4s';
const ENVIRONMENT = {
  LOG_LEVEL: 'error',
  SPANWISE_TRACING: 'false',
  SPANWISE_QUERY_MEMORY_BYTES: String(QUERY_MEMORY_MIB * 1024 * 1024),
  SPANWISE_QUERY_RUNNING: String(ENGINES),
  SPANWISE_QUERY_TIMEOUT: QUERY_TIMEOUT,
  SPANWISE_QUERY_STREAM_TIMEOUT: QUERY_TIMEOUT,
  // All of the attacker's refusals come from one address.
  SPANWISE_RATE_REFUSED: '1000000',
};
/** In MiB, beside those of the services: an engine may have twice a query's memory and 256 MiB, and is seen a moment later. */
const BOUNDS_MIB = { [ENGINE]: 2 * QUERY_MEMORY_MIB + 256 + 128, 'store-writer': 1_024, other: 512 };
const WARM_UP_MS = 4_000;
const SENDERS = 3;
const ASKERS = 2;
/** Into the attack. */
const SECOND_AFTER_MS = 5_000;
const SECOND_LASTS_MS = 5_000;
const SECOND_STARTS_MS = 30_000;

/** Sentences about everything that was wrong; none when the product has held. */
export async function runHostile(options: HostileOptions): Promise<string[]> {
  const product = await Product.start({
    ...(options.root !== undefined && { root: options.root }),
    environment: ENVIRONMENT,
  });
  const watch = new ProcessWatch(product, BOUNDS_MIB, ENGINES + 1);
  const faults: string[] = [];
  try {
    faults.push(...(await attackOn(product, watch, options)));
  } finally {
    // Its data goes at last: whatever was left may still write.
    product.stop(true);
    watch.stop();
    for (const name of watch.startedAgain) options.log(`  log of ${name}:\n${product.logTail(name)}`);
    rmSync(product.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  for (const line of watch.report()) options.log(`  ${line}`);
  if (options.size.patience !== undefined) options.log(`  and ${options.size.patience} times that in this plan`);
  return [...faults, ...watch.faults];
}

async function attackOn(product: Product, watch: ProcessWatch, options: HostileOptions): Promise<string[]> {
  const { seed, size, log } = options;
  const organizations = await Organizations.open(product);
  const attacker = await organizations.makeAttacker('attacker');
  const operations = await readOperations(product.baseUrl);
  const slowness = () => watch.slowness() * (size.patience ?? 1);
  const victim = new VictimThread(product, seed, slowness);
  const stalls = new Stalls(product, attacker.tokens.ingest!);
  const [held] = await Promise.all([stalls.heldFaults(slowness), sleep(WARM_UP_MS)]);
  await victim.call('whole');
  const before = workFiles(product);
  const startedMs = performance.now();

  const grpc = new GrpcCaller(`http://127.0.0.1:${product.instance.ports.otlp_grpc}`);
  const attack = new Attack(
    product.baseUrl,
    { paths: serverPaths(product, options.root), marks: [VICTIM_MARK] },
    slowness,
    grpc,
  );
  const readers = new SlowReaders(product.baseUrl, attacker.tokens.viewer!, size.slowReaders);
  const named = nameCampaign(product, organizations, operations, slowness, options);
  await Promise.all([
    attack.run(telemetryShots(seed, size, attacker.pushTokens), attacker, SENDERS),
    attack.run(statementShots(seed, size), attacker, ASKERS),
    size.scenes.reservedNames && attackWithNames(attack, attacker, operations, seed),
    named,
    size.scenes.secondProjector && takeover(product, victim),
  ]);
  log(`  the attack took ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  log(`  ${readers.stop()} answers were read slowly`);
  grpc.close();
  report('attacker', attack, log);
  const names = await named;
  report('names', names, log);

  const unfinished = await jobsEnded(product, slowness);
  await victim.call('asks', false);
  await watch.settle(slowness);
  await victim.call('asks', true);
  const left = [
    ...held,
    ...(await stalls.endedFaults(slowness)),
    ...unfinished,
    ...(await remains(product, attacker, before, slowness)),
    ...(await streamFaults(product, attacker, attack.sentByPrefix, startedMs, log)),
  ];
  const figures = await victim.call('finish');
  log(
    `  victim: ${figures.spans} spans, visible after ${figures.visibleP50Ms.toFixed(0)} ms (p50), ${figures.visibleP99Ms.toFixed(0)} ms (p99), ${figures.slowestVisibleMs.toFixed(0)} ms at most (taken after ${figures.takenP99Ms.toFixed(0)} ms, figures answered after ${figures.lookP99Ms.toFixed(0)} ms (p99)), ${figures.takeoverMs.toFixed(0)} ms while projectors took over, ${figures.refusedSends} sends refused for a while; longer than ${PROMISES.visibleP99Ms} ms after ${figures.longWaitsAtS.join(', ')} s; ${figures.queries} queries, the slowest ${figures.slowestQueryMs.toFixed(0)} ms`,
  );
  return [
    ...figures.faults.map((fault) => `victim: ${fault}`),
    ...left,
    ...[...attack.faults, ...names.faults].map(({ what, says }) => `${says} <- ${what}`),
  ];
}

const serverPaths = (product: Product, root = ROOT): string[] => [
  product.dataDir,
  root.replace(/\/$/, ''),
  '/node_modules/',
];

async function attackWithNames(
  attack: Attack,
  attacker: Attacker,
  operations: readonly Operation[],
  seed: string,
): Promise<void> {
  const random = new Random(`reserved ${seed}`);
  await attack.run(reservedShots(random, operations, new Known().values), attacker, ASKERS);
}

/** Organizations with hostile names of everything; each reads all of its own, and nothing of another. */
async function nameCampaign(
  product: Product,
  organizations: Organizations,
  operations: readonly Operation[],
  slowness: () => number,
  { seed, size, root }: HostileOptions,
): Promise<Attack> {
  const random = new Random(`names ${seed}`);
  const marks = Array.from({ length: size.organizations }, (_, at) => markOf(random, at));
  const all = new Attack(product.baseUrl, { paths: [], marks: [] }, slowness);
  const made: { owner: Organization; names: string[]; attack: Attack }[] = [];
  for (const [at, mark] of marks.entries()) {
    const foreign = [VICTIM_MARK, ...marks.filter((other) => other !== mark)];
    const attack = new Attack(product.baseUrl, { paths: serverPaths(product, root), marks: foreign }, slowness);
    const names = hostileNames(random, mark, size.names);
    const owner = await organizations.make(`named${at}`);
    await attack.run(namingShots(random, names, owner), owner, ASKERS);
    made.push({ owner, names, attack });
  }
  for (const { owner, names, attack } of made) {
    await walk(attack, { operations, random, owner, names, callsPerName: size.callsPerName });
    all.add(attack);
  }
  return all;
}

async function takeover(product: Product, victim: VictimThread): Promise<void> {
  await victim.call('takeoverBegins');
  await secondProjector(product);
  await victim.call('takeoverEnds');
}

/** As while a new version takes over: two of them, and in the end the first again. */
async function secondProjector(product: Product): Promise<void> {
  await sleep(SECOND_AFTER_MS);
  const child = startSecond(product.pid('projector'));
  if (child?.pid === undefined) return;
  // It is there once it has a store writer of its own.
  const deadline = performance.now() + SECOND_STARTS_MS;
  while (familyOf(child.pid).length < 2 && performance.now() < deadline) await sleep(200);
  await sleep(SECOND_LASTS_MS);
  signal(child.pid, 'SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function report(name: string, { totals }: Attack, log: (line: string) => void): void {
  const statuses = [...totals.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
  log(`  ${name}: ${totals.sent} requests (${statuses.join(', ')}), ${totals.never} never taken`);
  log(`  ${name}: the slowest answer after ${totals.slowestMs.toFixed(0)} ms: ${totals.slowest.slice(0, 200)}`);
}
