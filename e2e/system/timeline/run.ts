import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { Links } from '../crash/links.js';
import { newDataDir, Product } from '../harness/product.js';
import { isDisturbed } from './judge.js';
import { describeAct, perform, type Act } from './scenario.js';
import type { Disturbance, Timeline } from './record.js';
import { Sampler } from './sampler.js';
import { Sender } from './sender.js';

export interface RunOptions {
  acts: readonly Act[];
  seed: string;
  /** Folder of a product that lies. */
  root?: string;
  log: (line: string) => void;
}

const LATE_GRACE_MS = 1_000;
const WARM_UP_MS = 4_000;
const BETWEEN_MS = 5_000;
const SETTLE_MS = 45_000;
const MINUTE_MS = 60_000;

/** Starts a product, sends, asks and disturbs, and returns what was seen. */
export async function recordTimeline(options: RunOptions): Promise<Timeline> {
  const dataDir = newDataDir();
  let links: Links | undefined;
  let product: Product | undefined;
  try {
    links = await Links.open(dataDir);
    product = await Product.start({
      dataDir,
      ...(options.root !== undefined && { root: options.root }),
      environment: {
        SPANWISE_RESTART_LIMIT: '100000',
        LOG_LEVEL: 'warn',
        SPANWISE_TRACING: 'false',
        SPANWISE_LATE_GRACE: `${LATE_GRACE_MS}ms`,
        SPANWISE_LATENESS_HORIZON: '1h',
        ...links.environment,
      },
    });
    return await recordOn(product, links, options);
  } finally {
    // Not at once: the services leave through the proxies of this process.
    await product?.halt().catch(() => undefined);
    product?.stop();
    await links?.close();
  }
}

async function recordOn(product: Product, links: Links, { acts, seed, log }: RunOptions): Promise<Timeline> {
  const { baseUrl, intakeToken: token, readToken } = product;
  const random = new Random(`timeline ${seed}`);
  const sender = new Sender({ baseUrl, token, namespace: 'timeline', random }, random);
  const startedMs = Date.now();
  // A span of minutes before: the projection has begun before the range that is asked for.
  await sender.send(startedMs - 3 * MINUTE_MS, 1);
  const before = sender.batches.splice(0);
  const sampler = new Sampler({ baseUrl, intakeToken: token, readToken }, Math.floor(startedMs / MINUTE_MS));
  await untilWhole(sampler);

  const disturbances: Disturbance[] = [];
  const sending = sender.run();
  const sampling = sampler.run();
  const failed = new Promise<never>((_, reject) => void sending.catch(reject));
  failed.catch(() => undefined);
  const wait = (ms: number) => Promise.race([sleep(ms), failed]);
  await wait(WARM_UP_MS);
  for (const act of acts) {
    await perform(product, links, act, disturbances);
    log(`  ${((Date.now() - startedMs) / 1_000).toFixed(0).padStart(5)} s: ${describeAct(act)}`);
    await wait(BETWEEN_MS);
  }
  sender.stop();
  await sending;
  // Until the last disturbance excuses nothing any more, and what was sent has had its time.
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline && isDisturbed({ disturbances }, Date.now());)
    await sleep(200);
  // Whatever is missing after that is what the judge is to see.
  await untilWhole(sampler).catch(() => undefined);
  await sleep(BETWEEN_MS);
  const endedMs = Date.now();
  await sleep(500);
  sampler.stop();
  await sampling;
  return {
    startedMs,
    endedMs,
    lateGraceMs: LATE_GRACE_MS,
    batches: sender.batches.filter((batch) => !before.includes(batch)),
    disturbances,
    samples: sampler.samples,
  };
}

const START_MS = 120_000;

/** The first answers of a product that has just started, or was disturbed, may be partial with good reason. */
async function untilWhole(sampler: Sampler): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const [overview, health] = await Promise.all([sampler.overview(), sampler.health()]);
    if (overview.figures?.partial === false && health.says?.degraded === false) return;
    if (Date.now() > deadline) throw new Error('the product does not become whole');
    await sleep(200);
  }
}
