/**
 * `npm run test:system -- hostile --full [--inputs N] [--seed S] [--small] [--mutants] [--mutant TEXT]`: an organization with the least
 * permissions sends telemetry and statements made by grammar to slow, fill or break the product, and others give hostile
 * names to everything, while one organization sends, looks and asks: it must notice nothing, and nothing may be left.
 * `--mutants` plants faults into copies of the product: each must be found. Part of `npm test` (`--small`).
 */
import { parseArgs } from 'node:util';
import { runHostile, type HostileSize } from './campaign.js';
import { plant, PLANTED_FAULTS, type PlantedFault } from './mutants.js';
import { seedOf } from '../harness/seed.js';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string' },
    seed: { type: 'string' },
    small: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
  },
});

const EVERY_SCENE = { reservedNames: true, secondProjector: true };
const SMALL: HostileSize = {
  inputs: 180,
  statements: 40,
  longest: 250_000,
  heaviest: 4_000_000,
  organizations: 2,
  names: 41,
  callsPerName: 3,
  slowReaders: 1,
  scenes: EVERY_SCENE,
  // It says what never came, was lost or was left, on any machine, and not what came late.
  patience: 10,
};
/** The names of a thousand organizations, in fewer of them. */
const FULL: HostileSize = {
  inputs: 10_000,
  statements: 1_500,
  longest: 1_000_000,
  heaviest: 57_000_000,
  organizations: 20,
  names: 50,
  callsPerName: 10,
  slowReaders: 4,
  scenes: EVERY_SCENE,
};
const SHOWN = 40;

const seed = seedOf(values);
const log = (line: string) => console.log(line);

const sizeOf = (size: HostileSize): HostileSize => {
  const inputs = Number(values.inputs ?? size.inputs);
  return { ...size, inputs, statements: Math.round((size.statements * inputs) / size.inputs) };
};

/** One of each sort, with how often it was seen. */
function sorts(faults: readonly string[]): string[] {
  const seen = new Map<string, { first: string; count: number }>();
  for (const fault of faults) {
    const [says, what = ''] = fault.split(' <- ');
    const sort = `${says.slice(0, 40)} ${what.slice(0, 40)}`.replace(/\d+/g, '#');
    const known = seen.get(sort);
    if (known === undefined) seen.set(sort, { first: fault, count: 1 });
    else known.count++;
  }
  return [...seen.values()].map(({ first, count }) => (count === 1 ? first : `${first} (${count} like it)`));
}

async function holds(): Promise<boolean> {
  const size = sizeOf(values.small ? SMALL : FULL);
  log(
    `hostile: ${size.inputs} inputs, ${size.statements} of them statements, ${size.names * size.organizations} names of ${size.organizations} organizations, seed ${seed}`,
  );
  const started = performance.now();
  const faults = await runHostile({ seed, size, log });
  for (const sentence of sorts(faults).slice(0, SHOWN)) log(`  WRONG ${sentence}`);
  log(`  ${faults.length} faults after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return faults.length === 0;
}

async function isFound(fault: PlantedFault): Promise<boolean> {
  const copy = plant(fault);
  try {
    const faults = await runHostile({ seed, size: fault.size, root: copy.root, log: () => undefined });
    const telling = faults.find((sentence) => fault.shows.test(sentence));
    log(telling === undefined ? `NOT FOUND: ${fault.name}` : `found: ${fault.name} (${telling.slice(0, 200)})`);
    if (telling === undefined) for (const sentence of sorts(faults).slice(0, SHOWN)) log(`  instead: ${sentence}`);
    return telling !== undefined;
  } finally {
    copy.remove();
  }
}

const results: boolean[] = [];
if (values.mutants || values.mutant !== undefined) {
  for (const fault of PLANTED_FAULTS) if (fault.name.includes(values.mutant ?? '')) results.push(await isFound(fault));
} else {
  results.push(await holds());
}
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
