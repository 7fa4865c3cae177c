/** `npm run test:system -- figures --full`: the product's figures against independent answers, through the public API only. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { proveArguments, USAGE, type ProveArguments } from './arguments.js';
import type { Comparison } from './compare.js';
import type { DataSet } from './data-set.js';
import { BACK_OFFICE, backOfficeSet, generatedSet, LARGE, SMALL } from './generated-set.js';
import { proveSet } from './prove-set.js';
import { readSet, setsIn } from './recorded-set.js';
import { comparisonTable, mismatchesOf, worstOf } from './report.js';
import { exitCodeOf, Inconclusive } from '../harness/outcome.js';
import { Product, ROOT, type Access } from '../harness/product.js';
import { VARIANTS } from './variants.js';

const RECORDED = resolve(ROOT, '..', 'shared', 'data');
const SMALL_RECORDED = 'trainticket-small';
/** Every variant of every set is a namespace of its own: together they have more services than one shop would. */
const MANY_SERVICES = { SPANWISE_LIMIT_SERVICES: '5000' };

const print = (line: string): void => console.log(line);

/** Sets are read one after the other: a recorded day fills the memory once. */
type LazySet = { name: string; read: () => DataSet };

function chooseSets({ folder, small }: ProveArguments): LazySet[] {
  if (folder !== undefined) {
    const names = setsIn(resolve(folder)).filter((name) => !small || name.includes('small'));
    if (names.length === 0) throw new Error(`There is no set with answers in ${folder}.`);
    return names.map((name) => ({ name, read: () => readSet(resolve(folder), name) }));
  }
  const office = { name: 'generated-office', read: () => backOfficeSet('generated-office', BACK_OFFICE) };
  if (!small)
    return [
      ...Object.entries(LARGE).map(([name, options]) => ({ name, read: () => generatedSet(name, options) })),
      office,
    ];
  const generated = { name: 'generated-small', read: () => generatedSet('generated-small', SMALL) };
  if (!existsSync(join(RECORDED, `${SMALL_RECORDED}.traces.ndjson.gz`))) {
    print(`prove: ${SMALL_RECORDED} is not run, because ../shared/data is not beside the project`);
    return [generated, office];
  }
  return [generated, office, { name: SMALL_RECORDED, read: () => readSet(RECORDED, SMALL_RECORDED) }];
}

async function proveAll(sets: LazySet[], access: Access): Promise<{ passed: number; failed: number }> {
  const run = Date.now().toString(36);
  const tally = { passed: 0, failed: 0 };
  for (const [number, lazy] of sets.entries()) {
    const set = lazy.read();
    print(`\n${set.name}: ${set.spans} spans in ${set.lines.length} requests`);
    for (const [index, variant] of VARIANTS.entries()) {
      print(`\n${set.name}, ${variant.name}`);
      const results = await proveSet(set, variant, access, { namespace: `prove-${run}-${number}-${index}`, print });
      show(results);
      for (const result of results) tally[result.passed ? 'passed' : 'failed'] += 1;
    }
  }
  return tally;
}

function show(results: Comparison[]): void {
  print(comparisonTable(results));
  print(`  ${worstOf(results)}`);
  const mismatches = mismatchesOf(results);
  if (mismatches !== '') print(mismatches);
}

function argumentsOrUsage(): ProveArguments {
  try {
    return proveArguments(process.argv.slice(2));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, { cause: error });
  }
}

async function main(): Promise<number> {
  const chosen = argumentsOrUsage();
  const sets = chooseSets(chosen);
  print(`prove: sets ${sets.map(({ name }) => name).join(', ')}`);
  let own: Product | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Interrupted by ${signal}.`)));
  });
  // Nobody waits for it while the product starts; then it would be an unhandled rejection.
  interrupted.catch(() => undefined);
  try {
    if (!chosen.access) own = await Product.start({ environment: MANY_SERVICES });
    const access = chosen.access ?? own;
    if (!access) throw new Error('There is no instance to prove.');
    const { passed, failed } = await Promise.race([proveAll(sets, access), interrupted]);
    print(`\nprove ran: ${sets.map(({ name }) => name).join(', ')}`);
    print(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    own?.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(
      error instanceof Inconclusive
        ? String(error)
        : `prove: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exit(exitCodeOf(error));
  },
);
