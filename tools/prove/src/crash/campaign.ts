import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { Product } from '../product.js';
import { sendEverything, type ClientTotals } from './client.js';
import { describeFault, inflict, planFaults } from './faults.js';
import { makeMutant, type Mutant } from './mutants.js';
import { judge, type Verdict } from './verdict.js';
import { makeWorkload } from './workload.js';

export interface CampaignOptions {
  seed: string;
  kills: number;
  spans: number;
  spansPerSecond: number;
  mutant?: Mutant;
  log: (line: string) => void;
}

export interface CampaignResult extends Verdict {
  client: ClientTotals;
  inflicted: number;
}

const NAMESPACE = 'crash';

/** One product, one stream of spans, `kills` faults spread over it, one verdict. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const mutated = options.mutant && makeMutant(options.mutant);
  let product: Product | undefined;
  try {
    product = await Product.start({
      ...(mutated && { root: mutated.root }),
      environment: { SPANWISE_RESTART_LIMIT: '100000', LOG_LEVEL: 'warn' },
    });
    return await campaignOn(product, options);
  } finally {
    product?.stop();
    mutated?.remove();
  }
}

async function campaignOn(product: Product, options: CampaignOptions): Promise<CampaignResult> {
  const { seed, kills, spans, log } = options;
  const workload = makeWorkload(seed, spans, Date.now() * 1_000);
  const faults = planFaults(new Random(`faults ${seed}`), kills);
  let takenSpans = 0;
  const sending = sendEverything(workload.units, {
    baseUrl: product.baseUrl,
    token: product.intakeToken,
    namespace: NAMESPACE,
    random: new Random(`client ${seed}`),
    spansPerSecond: options.spansPerSecond,
    onProgress: (taken) => (takenSpans = taken),
  });
  let done = false;
  const sent = sending.finally(() => (done = true));
  sent.catch(() => undefined);
  let inflicted = 0;
  for (const [index, fault] of faults.entries()) {
    // Each fault has its share of the stream to strike in.
    const due = (spans * (index + 0.5)) / (kills + 0.5);
    while (!done && takenSpans < due) await sleep(5);
    if (done) break;
    log(`  ${String(takenSpans).padStart(8)} spans taken: ${describeFault(fault)}`);
    await inflict(product, fault);
    inflicted++;
  }
  const client = await sent;
  const verdict = await judge(product, workload, NAMESPACE);
  if (verdict.faults.length > 0) {
    for (const name of ['apm', 'projector']) log(`  last words of ${name}:\n${product.logTail(name)}`);
  }
  return { ...verdict, client, inflicted };
}
