/** One product, one stream of spans, faults spread over it, one verdict. */
import { Random } from '@spanwise/telemetry/random';
import { newDataDir, Product } from '../harness/product.js';
import { describeFault, type Fault } from './faults.js';
import { inflict } from './inflict.js';
import { Links } from './links.js';
import { SMALL_LOG_BYTES } from './log-faults.js';
import { EXACT, plus, type Outcome, type Scene } from './scene.js';
import { Sender, stream } from './sender.js';
import { verdictOn, type Verdict } from './verdict.js';
import { Workload } from './workload.js';

export interface CampaignOptions {
  seed: string;
  plan: readonly Fault[];
  /** Acknowledged before, between and after the faults. */
  spansBetween: number;
  spansPerSecond: number;
  /** Folder of other programs than these. */
  root?: string;
}

const NAMESPACE = 'crash';
/** Spans start so many minutes before now. */
const MINUTES = 20;

export async function runCampaign(options: CampaignOptions): Promise<Verdict> {
  const environment = {
    // The ledger of all organizations is compared with the figures of one.
    SPANWISE_TRACING: 'false',
    ...(options.plan.some(({ kind }) => kind === 'full-log') && { SPANWISE_LOG_MAX_BYTES: String(SMALL_LOG_BYTES) }),
  };
  return withLinks({ environment, root: options.root }, async (product, links) => {
    const random = new Random(`campaign ${options.seed}`);
    const sending = { baseUrl: product.baseUrl, token: product.intakeToken, namespace: NAMESPACE, random };
    const scene = { product, links, sending, workload: new Workload(random), sender: new Sender(sending) };
    try {
      return await campaignOn(scene, options);
    } finally {
      scene.sender.abort();
    }
  });
}

/** A product whose services reach their servers through proxies, which can be cut. */
export async function withLinks<T>(
  { environment, root }: { environment: Record<string, string>; root?: string },
  work: (product: Product, links: Links) => Promise<T>,
): Promise<T> {
  const dataDir = newDataDir();
  const links = await Links.open(dataDir);
  let product: Product | undefined;
  try {
    product = await Product.start({
      dataDir,
      root,
      environment: { SPANWISE_RESTART_LIMIT: '100000', LOG_LEVEL: 'warn', ...environment, ...links.environment },
    });
    return await work(product, links);
  } finally {
    // Not at once: the services leave through the proxies of this process.
    await product?.halt().catch(() => undefined);
    product?.stop();
    await links.close();
  }
}

async function campaignOn(scene: Scene, { plan, spansBetween, spansPerSecond }: CampaignOptions): Promise<Verdict> {
  const { product, sender, workload } = scene;
  const startMicros = Date.now() * 1_000;
  const endStream = stream(sender, spansPerSecond, (count) => workload.make(count, Date.now(), MINUTES));
  let outcome: Outcome = EXACT;
  try {
    for (const fault of plan) {
      await sender.untilAcked(sender.acked + spansBetween);
      console.log(`${sender.acked} spans acknowledged: ${describeFault(fault)}`);
      outcome = plus(outcome, await inflict(scene, fault));
    }
    await sender.untilAcked(sender.acked + spansBetween);
  } finally {
    endStream();
  }
  await sender.finish();
  const { withoutRetryAfter, takenBytes } = sender;
  const verdict = await verdictOn(product, { workload, namespace: NAMESPACE, outcome, startMicros, takenBytes });
  if (withoutRetryAfter > 0) verdict.faults.push(`${withoutRetryAfter} refusals without Retry-After`);
  if (Object.values(verdict).flat().length > 0)
    for (const name of ['gateway', 'apm', 'projector'])
      console.log(`end of the log of ${name}:\n${product.logTail(name)}`);
  return verdict;
}
