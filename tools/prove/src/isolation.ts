/**
 * `npm run prove:isolation`: every operation of the API description under every attack, in the product and in variants
 * of it with a fence taken away. Part of `npm test`.
 */
import { randomBytes } from 'node:crypto';
import { runMatrix, ATTACKS, type MatrixResult } from './isolation/matrix.js';
import { VARIANTS, type Variant } from './isolation/mutants.js';
import { readOperations } from './isolation/operations.js';
import { makeWorld } from './isolation/world.js';
import { Product } from './product.js';

const SHOWN = 12;
/** The attacks come from one address, more of them in a minute than may be refused. */
const EVERY_REFUSAL = { SPANWISE_RATE_REFUSED: '1000000' };

async function matrixOf(variant: Variant): Promise<MatrixResult & { operations: number }> {
  const copy = variant.copy?.();
  const adminPassword = randomBytes(12).toString('base64url');
  const product = await Product.start({
    root: copy?.root,
    environment: { SPANWISE_ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'error', ...EVERY_REFUSAL },
  });
  try {
    const world = await makeWorld(product, adminPassword);
    await variant.afterStart?.(product);
    const operations = await readOperations(product.baseUrl);
    return { ...(await runMatrix(world, operations)), operations: operations.length };
  } finally {
    product.stop();
    copy?.remove();
  }
}

let failed = 0;
const only = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const chosen = VARIANTS.filter(({ name }) => name.includes(only));
for (const variant of chosen) {
  const { operations, cells, notApplicable, foreignRows, wrong } = await matrixOf(variant);
  const found = foreignRows.length + wrong.length;
  const right = variant.mustFail ? found > 0 : found === 0;
  if (!right) failed++;
  console.log(
    `isolation, ${variant.name}: ${operations} operations x ${ATTACKS.length} attacks, ${cells} cells, ${notApplicable} not applicable, ${foreignRows.length} foreign rows, ${wrong.length} wrong answers${variant.mustFail ? (right ? ' (caught, as it must be)' : ' (NOT CAUGHT)') : ''}`,
  );
  const shown = variant.mustFail ? 1 : SHOWN;
  for (const sentence of [...foreignRows, ...wrong].slice(0, shown)) console.log(`  ${sentence}`);
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
