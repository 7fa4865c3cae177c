/**
 * `npm run test:system -- isolation --full`: every operation of the API description under every attack, in the product and in variants
 * of it with fences taken away. Part of `npm test`. `--part=1/2` takes every second of the programs, from the first.
 */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { GIVER_ATTACKS, tryGivers } from './giver-attacks.js';
import { tryHeld } from './held-cells.js';
import { runMatrix, ATTACKS, type MatrixResult } from './matrix.js';
import { PROGRAMS, type Program, type Round } from './mutants.js';
import { OPEN_LOOPBACK, runNotificationAttacks } from './notification-attacks.js';
import { readOperations, type Operation } from './operations.js';
import { makeWorld, type World } from './world.js';
import { Product } from '../harness/product.js';

const SHOWN = 12;
/** The attacks come from one address, more of them in a minute than may be refused. */
const EVERY_REFUSAL = { SPANWISE_RATE_REFUSED: '1000000' };
/** Nothing listens there: sign-ups wait for a mail that nobody gets. */
const MAIL_TO_NOBODY = { SPANWISE_SMTP_URL: 'smtp://127.0.0.1:9' };

async function tryProgram({ copy: makeCopy, rounds }: Program): Promise<void> {
  const copy = makeCopy?.();
  const adminPassword = randomBytes(12).toString('base64url');
  const product = await Product.start({
    root: copy?.root,
    environment: {
      SPANWISE_ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'error',
      ...EVERY_REFUSAL,
      ...OPEN_LOOPBACK,
      ...MAIL_TO_NOBODY,
    },
  });
  try {
    const world = await makeWorld(product, adminPassword);
    const operations = await readOperations(product.baseUrl);
    for (const round of rounds) {
      await round.before?.(product);
      report(round, operations.length, await attack(round, product, world, operations));
    }
  } finally {
    product.stop();
    copy?.remove();
  }
}

async function attack(round: Round, product: Product, world: World, operations: Operation[]): Promise<MatrixResult> {
  const { attacks, variants } = round;
  // A fence that is missing has to be seen, which takes a part of the matrix.
  const seen = (soFar: MatrixResult) => variants.every(({ shows }) => shows !== undefined && found(soFar, shows));
  const result = await runMatrix(world, attacks === 'classes' ? [] : operations, seen);
  if (attacks === 'matrix') return result;
  // Once, and where nothing is broken: the variants are of fences between organizations.
  if (attacks === 'all') result.wrong.push(...(await tryGivers(product, world)));
  for (const { cells, wrong } of [
    await runNotificationAttacks(world, product),
    await tryHeld(product, world, operations),
  ]) {
    result.cells += cells;
    result.wrong.push(...wrong);
  }
  return result;
}

const sentences = ({ foreignRows, wrong }: MatrixResult): string[] => [...foreignRows, ...wrong];
const found = (result: MatrixResult, shows: RegExp): string | undefined =>
  sentences(result).find((sentence) => shows.test(sentence));

function report({ variants }: Round, operations: number, result: MatrixResult): void {
  const { cells, notApplicable, foreignRows, wrong } = result;
  for (const { name, shows } of variants) {
    const caught = shows && found(result, shows);
    const right = shows ? caught !== undefined : sentences(result).length === 0;
    tally[right ? 'passed' : 'failed']++;
    console.log(
      `isolation, ${name}: ${operations} operations x ${ATTACKS.length} attacks, ${GIVER_ATTACKS.length} attacks of givers, ${cells} cells, ${notApplicable} not applicable, ${foreignRows.length} foreign rows, ${wrong.length} wrong answers${shows ? (right ? ' (caught, as it must be)' : ' (NOT CAUGHT)') : ''}`,
    );
    const shown = shows && caught !== undefined ? [caught] : sentences(result).slice(0, SHOWN);
    for (const sentence of shown) console.log(`  ${sentence}`);
  }
}

const tally = { passed: 0, failed: 0 };
const only = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const asked = process.argv.find((word) => word.startsWith('--part='))?.slice('--part='.length) ?? '1/1';
const [part, parts] = asked.split('/').map(Number);
const named = ({ rounds }: Program) => rounds.some(({ variants }) => variants.some(({ name }) => name.includes(only)));
const chosen = PROGRAMS.filter((program, at) => named(program) && at % parts === part - 1);
if (chosen.length === 0) throw new Error('no variant is chosen');
for (const program of chosen) await tryProgram(program);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
