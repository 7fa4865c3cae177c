/**
 * `npm run test:system -- operate --full [--scene TEXT] [--seed S] [--mutants] [--small]`: parts of a product come back as they were a
 * while ago, each in an instance of its own. Afterwards figures and stored rows equal what was acknowledged, or gaps name
 * every minute in which something is missing, in figures, SQL, reconciliations, health and metrics alike. `--mutants` plants
 * faults that have to be found. Small, it is one scene and part of `npm test`.
 */
import { parseArgs } from 'node:util';
import { Random } from '@spanwise/telemetry/random';
import { MUTANTS, makeMutant, type Mutant } from './mutants.js';
import { SCENES, type Scene } from './scenes.js';
import { Sent } from './sent.js';
import { judge } from './verdict.js';
import { Product } from '../harness/product.js';
import { seedOf } from '../harness/seed.js';

const { values } = parseArgs({
  options: {
    scene: { type: 'string', default: '' },
    seed: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
  },
});
const seed = seedOf(values);
const requests = values.small ? 6 : 60;

async function faultsOf(scene: Scene, mutant?: Mutant): Promise<string[]> {
  const mutated = mutant && makeMutant(mutant);
  let product: Product | undefined;
  try {
    product = await Product.start({
      ...(mutated && { root: mutated.root }),
      environment: {
        SPANWISE_RESTART_LIMIT: '100000',
        LOG_LEVEL: 'warn',
        SPANWISE_TRACING: 'false',
        // A range is reconciled once its minutes have ended.
        SPANWISE_LATE_GRACE: '1s',
      },
    });
    const sent = new Sent(product, new Random(`${seed} ${scene.name}`));
    const found = (await scene.play(product, sent, requests)) ?? [];
    const faults = await judge(product, sent, scene.expected);
    console.log(`${scene.name}: ${sent.total} spans acknowledged`);
    return [...found, ...faults];
  } finally {
    product?.stop();
    mutated?.remove();
  }
}

async function passes(scene: Scene): Promise<boolean> {
  const faults = await faultsOf(scene);
  for (const fault of faults) console.log(`  WRONG ${fault}`);
  return faults.length === 0;
}

async function isFound(mutant: Mutant): Promise<boolean> {
  const scene = SCENES.find(({ name }) => name === mutant.scene)!;
  const [fault] = await faultsOf(scene, mutant);
  console.log(fault === undefined ? `NOT FOUND ${mutant.what}` : `found ${mutant.what}: ${fault}`);
  return fault !== undefined;
}

const results: boolean[] = [];
console.log(`operate: seed ${seed}`);
if (values.mutants) for (const mutant of MUTANTS) results.push(await isFound(mutant));
else {
  const asked = SCENES.filter(({ name }) => name.includes(values.scene));
  for (const scene of values.small ? asked.slice(0, 1) : asked) results.push(await passes(scene));
}
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
