import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { newDataDir, Product } from '../harness/product.js';
import { sendEverything, type ClientTotals } from './client.js';
import { describeFault, planFaults, type Fault, type PlanOptions } from './faults.js';
import { Filler } from './filler.js';
import { inflict } from './inflict.js';
import { Links } from './links.js';
import { SMALL_LOG_BYTES } from './log-faults.js';
import { makeMutant, type Mutant } from './mutants.js';
import { Standstill } from './standstill.js';
import { EXACT, plus, type Outcome, type Scene } from './scene.js';
import { judge, type Verdict } from './verdict.js';
import { makeWorkload } from './workload.js';

export interface CampaignOptions extends PlanOptions {
  seed: string;
  spans: number;
  spansPerSecond: number;
  mutant?: Mutant;
  log: (line: string) => void;
}

export interface CampaignResult extends Verdict {
  client: ClientTotals;
  plan: Fault[];
  inflicted: number;
}

const NAMESPACE = 'crash';
/** Spans that may be under way beyond the moment of the next fault: it strikes a running stream. */
const AHEAD = 300;
const SHARE_SECONDS = 4;
const SLOWEST = 20;

/** One product, one stream of spans, the planned faults spread over it, one verdict. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const plan = planFaults(new Random(`faults ${options.seed}`), options);
  const mutated = options.mutant && makeMutant(options.mutant);
  const dataDir = newDataDir();
  let links: Links | undefined;
  let product: Product | undefined;
  try {
    if (plan.some(({ kind }) => kind === 'cut')) links = await Links.open(dataDir);
    product = await Product.start({
      dataDir,
      ...(mutated && { root: mutated.root }),
      environment: {
        SPANWISE_RESTART_LIMIT: '100000',
        LOG_LEVEL: 'warn',
        // The ledger of all organizations is compared with the figures of one.
        SPANWISE_TRACING: 'false',
        ...(plan.some(({ kind }) => kind === 'full-log') && { SPANWISE_LOG_MAX_BYTES: String(SMALL_LOG_BYTES) }),
        ...links?.environment,
      },
    });
    return await campaignOn(product, links, plan, options);
  } finally {
    // Not at once: the services leave through the proxies of this process.
    await product?.halt().catch(() => undefined);
    product?.stop();
    await links?.close();
    mutated?.remove();
  }
}

async function campaignOn(
  product: Product,
  links: Links | undefined,
  plan: Fault[],
  options: CampaignOptions,
): Promise<CampaignResult> {
  const { seed, spans, spansPerSecond, log } = options;
  const startMicros = Date.now() * 1_000;
  const workload = makeWorkload(seed, spans, startMicros);
  const sending = new AbortController();
  const access = { baseUrl: product.baseUrl, token: product.intakeToken, signal: sending.signal };
  const filler = new Filler({ ...access, namespace: 'filler', random: new Random(`filler ${seed}`) }, startMicros);
  // Each fault has its share of the stream to strike in. While it lasts the rest of the share goes out ever more slowly,
  // so that it meets a running stream to its end.
  const dueAt = (index: number) => Math.floor((spans * (index + 0.5)) / (plan.length + 0.5));
  let takenSpans = 0;
  let striking = false;
  let allowed = plan.length === 0 ? spans : dueAt(0) + AHEAD;
  const scene: Scene = { product, links, filler, log };
  const sent = sendEverything(workload.units, {
    ...access,
    namespace: NAMESPACE,
    random: new Random(`client ${seed}`),
    spansPerSecond: () => (striking ? Math.max(SLOWEST, (allowed - takenSpans) / SHARE_SECONDS) : spansPerSecond),
    allowed: () => allowed,
    onProgress: (taken) => (takenSpans = taken),
  });
  sent.catch(() => undefined);
  // Whatever a fault does is over when it ends: from then on everything moves again.
  const standstill = new Standstill(product, () => striking);
  let outcome: Outcome = EXACT;
  let inflicted = 0;
  const strikeAll = async (): Promise<void> => {
    for (const [index, fault] of plan.entries()) {
      while (takenSpans < dueAt(index)) await Promise.race([sleep(5), sent, standstill.noticed]);
      log(`  ${String(takenSpans).padStart(8)} spans taken: ${describeFault(fault)}`);
      allowed = index + 1 < plan.length ? dueAt(index + 1) + AHEAD : spans;
      striking = true;
      outcome = plus(outcome, await inflict(scene, fault));
      striking = false;
      inflicted++;
    }
  };
  let client: ClientTotals;
  try {
    await strikeAll();
    client = await Promise.race([sent, standstill.noticed]);
    await Promise.race([filler.finish(), standstill.noticed]);
  } finally {
    sending.abort();
    standstill.stop();
  }
  const verdict = await judge(product, {
    workload,
    namespace: NAMESPACE,
    filler,
    outcome,
    startMicros,
    takenBytes: client.takenBytes,
  });
  if (client.withoutRetryAfter > 0) verdict.faults.push(`${client.withoutRetryAfter} refusals without Retry-After`);
  if (verdict.faults.length > 0) {
    for (const name of ['gateway', 'apm', 'projector']) log(`  last words of ${name}:\n${product.logTail(name)}`);
  }
  return { ...verdict, client, plan, inflicted };
}
