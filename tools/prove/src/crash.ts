/**
 * `npm run prove:crash -- [--kills N] [--spans M] [--seed S] [--rate R] [--mutants] [--mutant RULE] [--small]`:
 * random kills while a client sends; exact at the end, or it fails. `--mutants` runs every broken variant, which must fail.
 */
import { parseArgs } from 'node:util';
import { runCampaign } from './crash/campaign.js';
import { MUTANTS, type Mutant } from './crash/mutants.js';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    spans: { type: 'string' },
    seed: { type: 'string' },
    rate: { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
  },
});

const SMALL = { kills: 3, spans: 6_000, rate: 700 };
const FULL = { kills: 30, spans: 300_000, rate: 2_500 };
/** A mutant gets several seeds: its damage needs the right moment. */
const MUTANT = { kills: 12, spans: 24_000, rate: 1_200, attempts: 3 };
const SHOWN_FAULTS = 8;

const seed = values.seed ?? String(Date.now());
const number = (text: string | undefined, fallback: number) => (text === undefined ? fallback : Number(text));
const log = (line: string) => console.log(line);

async function correct(): Promise<boolean> {
  const size = values.small ? SMALL : FULL;
  const options = {
    seed,
    kills: number(values.kills, size.kills),
    spans: number(values.spans, size.spans),
    spansPerSecond: number(values.rate, size.rate),
  };
  log(`crash campaign: ${options.kills} faults over ${options.spans} spans, seed ${seed}`);
  const started = performance.now();
  const result = await runCampaign({ ...options, log });
  const { client, ledger, faults, inflicted } = result;
  log(
    `  client: ${client.taken} requests taken, ${client.refused} refused for a while, ${client.broken} broken off, ${client.repeated} repeated`,
  );
  log(
    `  ledger: received ${ledger.received} = counted ${ledger.counted} + duplicate ${ledger.duplicate} + late ${ledger.late} + dead ${ledger.dead}`,
  );
  for (const fault of faults.slice(0, SHOWN_FAULTS)) log(`  WRONG ${fault}`);
  if (inflicted < options.kills) faults.push(`only ${inflicted} of ${options.kills} faults struck`);
  log(
    `  ${faults.length === 0 ? 'exact' : `${faults.length} figures are wrong`} after ${inflicted} faults in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  );
  return faults.length === 0;
}

/** True when the campaign finds the broken rule. */
async function isCaught(mutant: Mutant): Promise<boolean> {
  for (let attempt = 1; attempt <= MUTANT.attempts; attempt++) {
    const options = {
      seed: `${seed}/${attempt}`,
      kills: number(values.kills, MUTANT.kills),
      spans: number(values.spans, MUTANT.spans),
      spansPerSecond: number(values.rate, MUTANT.rate),
    };
    const { faults } = await runCampaign({ ...options, mutant, log: () => undefined });
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
  results.push(await correct());
}
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
