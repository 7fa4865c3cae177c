/**
 * `npm run test:system -- crash --full [--kills N] [--faults N] [--kinds K,K] [--spans M] [--seed S] [--rate R] [--longest MS]
 * [--mutants] [--mutant RULE] [--small]`: random kills and other faults while a client sends; exact at the end, or short
 * by no more than the faults explain and with a gap that says so; else it fails. `--mutants` runs every broken variant,
 * which must fail. Kinds of `--faults`: pause, second-writer, cut, full-log, restore, lose-log,
 * lose-work. `--overload [--seconds N]`: five times the measured capacity for a minute instead.
 */
import { parseArgs } from 'node:util';
import { runCampaign, type CampaignResult } from './campaign.js';
import { MUTANTS, type Mutant } from './mutants.js';
import { GaveUp } from './standstill.js';
import { runOverload } from './overload.js';
import type { Verdict } from './verdict.js';
import { seedOf } from '../harness/seed.js';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    faults: { type: 'string' },
    kinds: { type: 'string' },
    spans: { type: 'string' },
    seed: { type: 'string' },
    rate: { type: 'string' },
    longest: { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    overload: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
});

const SMALL = { kills: 3, faults: 3, kinds: 'pause,cut,lose-log', spans: 5_000, rate: 700, longestMs: 1_500 };
/** As many other faults as there are variants, but for those of the work folders, which come besides: each strikes once. */
const FULL = { kills: 30, faults: 21, kinds: undefined, spans: 300_000, rate: 2_500, longestMs: 20_000 };
/** A mutant gets several seeds: its damage needs the right moment. */
const MUTANT = { kills: 12, spans: 24_000, rate: 1_200, attempts: 3 };
const OVERLOAD = { spans: 200_000, seconds: 60, factor: 5 };
const SHOWN_FAULTS = 8;

const seed = seedOf(values);
const number = (text: string | undefined, fallback: number) => (text === undefined ? fallback : Number(text));
const log = (line: string) => console.log(line);

async function correct(): Promise<boolean> {
  const size = values.small ? SMALL : FULL;
  const options = {
    seed,
    kills: number(values.kills, size.kills),
    faults: number(values.faults, size.faults),
    kinds: (values.kinds ?? size.kinds)?.split(','),
    spans: number(values.spans, size.spans),
    spansPerSecond: number(values.rate, size.rate),
    longestMs: number(values.longest, size.longestMs),
  };
  log(
    `crash campaign: ${options.kills} kills and ${options.faults} other faults over ${options.spans} spans, seed ${seed}`,
  );
  const started = performance.now();
  const result = await runCampaign({ ...options, log });
  const { faults, inflicted, plan } = result;
  if (inflicted < plan.length) faults.push(`only ${inflicted} of ${plan.length} faults struck`);
  report(result);
  const verdict =
    faults.length > 0 ? `${faults.length} figures are wrong` : result.lost > 0 ? 'exact but for the gap' : 'exact';
  log(`  ${verdict} after ${inflicted} faults in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return faults.length === 0;
}

async function overloaded(): Promise<boolean> {
  const { spans, seconds, factor } = OVERLOAD;
  log(`overload: seed ${seed}`);
  const options = { seed, spans: number(values.spans, spans), seconds: number(values.seconds, seconds), factor, log };
  const result = await runOverload(options);
  reportFigures(result);
  log(`  ${result.faults.length === 0 ? 'exact' : `${result.faults.length} figures are wrong`} after the overload`);
  return result.faults.length === 0;
}

function report(result: CampaignResult): void {
  const { client } = result;
  log(
    `  client: ${client.taken} requests taken, ${client.refused} refused for a while (the slowest after ${(client.slowestRefusalMs / 1_000).toFixed(1)} s), ${client.broken} broken off, ${client.repeated} repeated`,
  );
  reportFigures(result);
}

function reportFigures({ ledger, lost, gaps, faults }: Verdict): void {
  log(
    `  ledger: received ${ledger.received} = counted ${ledger.counted} + duplicate ${ledger.duplicate} + late ${ledger.late} + dead ${ledger.dead}`,
  );
  log(`  missing: ${lost} spans; gaps: ${gaps.join(', ') || 'none'}`);
  for (const fault of faults.slice(0, SHOWN_FAULTS)) log(`  WRONG ${fault}`);
}

/** True when the campaign finds the broken rule. */
async function isCaught(mutant: Mutant): Promise<boolean> {
  for (let attempt = 1; attempt <= MUTANT.attempts; attempt++) {
    const options = {
      seed: `${seed}/${attempt}`,
      kills: number(values.kills, mutant.kills ?? MUTANT.kills),
      faults: mutant.kinds === undefined ? 0 : 2,
      kinds: mutant.kinds,
      spans: number(values.spans, MUTANT.spans),
      spansPerSecond: number(values.rate, MUTANT.rate),
      longestMs: FULL.longestMs,
    };
    const { faults } = await runCampaign({ ...options, mutant, log: () => undefined }).catch((error: unknown) => {
      if (!(error instanceof GaveUp)) throw error;
      return { faults: [error.message.split('\n')[0]] };
    });
    if (faults.length > 0) {
      log(`caught ${mutant.rule} (${mutant.what}), attempt ${attempt}: ${faults[0]}`);
      return true;
    }
  }
  log(`NOT CAUGHT ${mutant.rule} (${mutant.what}) in ${MUTANT.attempts} attempts`);
  return false;
}

const results: boolean[] = [];
if (values.mutants || values.mutant !== undefined) {
  for (const mutant of MUTANTS) {
    if (values.mutant === undefined || mutant.rule.split(' ').includes(values.mutant))
      results.push(await isCaught(mutant));
  }
} else {
  const result = (values.overload ? overloaded() : correct()).catch((error: unknown) => {
    if (!(error instanceof GaveUp)) throw error;
    log(`  GAVE UP: ${error.message}`);
    return false;
  });
  results.push(await result);
}
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
