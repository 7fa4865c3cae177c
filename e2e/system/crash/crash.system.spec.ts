/**
 * Kills, pauses, cuts and losses while spans arrive: exact afterwards, or short by no more than the faults explain and with a
 * gap that says so. `--overload` offers five times the capacity instead; `--mutants` breaks each rule of the protocol in turn.
 */
// A product of its own: its processes are killed.
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { runCampaign } from './campaign.js';
import { planFaults, type Fault } from './faults.js';
import { makeMutant, MUTANTS } from './mutants.js';
import { runOverload } from './overload.js';
import { GaveUp } from './sender.js';
import type { Verdict } from './verdict.js';

const flags = scenarioFlags(['kills', 'kinds', 'seed'], ['mutants', 'overload']);
const seed = seedOf({ seed: flags.seed, small: !flags.full });
const HOURS_MS = 4 * 3_600_000;
const LONGEST_MS = 20_000;

const SHORT: readonly Fault[] = [
  { kind: 'kill', victim: 'projector' },
  { kind: 'cut', link: 'apm-postgres', mode: 'reset', ms: 1_500 },
  { kind: 'kill', victim: 'store-writer' },
  { kind: 'pause', victim: 'nats', ms: 1_500 },
  { kind: 'kill', victim: 'postgres' },
  { kind: 'lose-log', how: 'deleted' },
  { kind: 'kill', victim: 'apm' },
];

const TITLES: [keyof Verdict, string][] = [
  ['faults', 'every fault showed what it has to show, and refusals said when to come back'],
  ['figures', 'the figures of every service are those of what was acknowledged, in each minute, by minute and by hour'],
  ['gaps', 'a gap is shown where something may be lost, and only there'],
  ['ledger', 'the ledger balances, and has counted what the figures show'],
  ['rows', 'every counted span is stored once'],
  ['usage', 'the usage is what the ledger has, with every byte that was acknowledged'],
];

describe.skipIf(flags.mutants || flags.overload)('after all faults', () => {
  let verdict: Verdict;

  beforeAll(async () => {
    const kinds = flags.kinds?.split(',');
    const drawn = planFaults(new Random(`faults ${seed}`), {
      kills: Number(flags.kills ?? 30),
      kinds,
      longestMs: LONGEST_MS,
    });
    const plan = flags.full ? drawn : SHORT;
    console.log(`${plan.length} faults, seed ${seed}`);
    const size = flags.full
      ? { spansBetween: 5_000, spansPerSecond: 2_500 }
      : { spansBetween: 700, spansPerSecond: 700 };
    verdict = await runCampaign({ seed, plan, ...size });
  }, HOURS_MS);

  it.each(TITLES)('%s: %s', (where) => expect(verdict[where]).toEqual([]));
});

describe.runIf(flags.overload)('after five times the capacity', () => {
  let verdict: Verdict & { load: string[] };

  beforeAll(async () => {
    const product = await Product.start({ environment: { LOG_LEVEL: 'warn' } });
    try {
      verdict = await runOverload(product, seed);
    } finally {
      product.stop();
    }
  }, HOURS_MS);

  it('there were only refusals that said when to come back, and memory stayed flat', () =>
    expect(verdict.load).toEqual([]));
  it.each(TITLES)('%s: %s', (where) => expect(verdict[where]).toEqual([]));
});

/** The damage of a mutant needs the right moment: it gets several seeds. */
const ATTEMPTS = 3;

describe.runIf(flags.mutants)('a broken rule of the protocol is found', () => {
  it.each(MUTANTS)(
    '$rule: $what',
    async (mutant) => {
      const copy = makeMutant(mutant);
      try {
        for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
          const random = new Random(`faults ${seed}/${attempt}`);
          const plan = planFaults(random, { kills: 12, kinds: mutant.kinds ?? [], longestMs: LONGEST_MS });
          const options = { seed: `${seed}/${attempt}`, plan, spansBetween: 1_500, spansPerSecond: 1_200 };
          const verdict = await runCampaign({ ...options, root: copy.root }).catch((error: unknown) => {
            if (error instanceof GaveUp) return { faults: [error.message] };
            throw error;
          });
          if (Object.values(verdict).flat().length > 0) return;
        }
      } finally {
        copy.remove();
      }
      expect.fail(`not found in ${ATTEMPTS} attempts`);
    },
    HOURS_MS,
  );
});
