/**
 * Every operation of the API description under every attack. `--full` runs the matrix again without row-level security: the
 * predicates of the statements alone keep organizations apart.
 */
// A product of its own: everything of an organization is read and compared.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { grantorFaults } from './grantor-attacks.js';
import { heldFaults } from './held-cells.js';
import { runMatrix } from './matrix.js';
import { notificationFaults } from './notification-attacks.js';
import { readOperations, type Operation } from './operations.js';
import { makeWorld, type World } from './world.js';

const flags = scenarioFlags();
const ENVIRONMENT = {
  LOG_LEVEL: 'error',
  // The attacks come from one address, more of them in a minute than may be refused.
  SPANWISE_RATE_REFUSED: '1000000',
  // Loopback is opened, as an operator does whose receivers run beside the product.
  SPANWISE_EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  // Nothing listens there: sign-ups wait for a mail that never arrives.
  SPANWISE_SMTP_URL: 'smtp://127.0.0.1:9',
};

let product: Product;
let world: World;
let operations: Operation[];
beforeAll(async () => {
  product = await Product.start({ environment: ENVIRONMENT });
  world = await makeWorld(product);
  operations = await readOperations(product.baseUrl);
});
afterAll(() => product?.stop());

const faultsOfMatrix = async (): Promise<string[]> => {
  const { cells, foreignRows, wrong } = await runMatrix(world, operations);
  expect(cells).toBeGreaterThan(1_000);
  return [...foreignRows, ...wrong];
};

describe('an organization', () => {
  it('is neither read nor changed by any operation under any attack', async () => {
    expect(await faultsOfMatrix()).toEqual([]);
  });

  it('loses what was granted by a token, a person or a sign-up when its grantor goes', async () => {
    expect(await grantorFaults(product, world)).toEqual([]);
  });

  it('sends no secret to another server, no words to a stranger, nothing to the product itself', async () => {
    expect(await notificationFaults(world, product)).toEqual([]);
  });

  it('opens single streams and saved searches to those who were given them, and to them alone', async () => {
    expect(await heldFaults(product, world, operations)).toEqual([]);
  });

  it.runIf(flags.full)('is kept apart by the predicates of statements alone', async () => {
    await dropRowSecurity();
    expect(await faultsOfMatrix()).toEqual([]);
  });
});

async function dropRowSecurity(): Promise<void> {
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relrowsecurity and c.relkind in ('r', 'p')`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { name } of rows)
    await database.query(
      `alter table ${name} disable row level security; alter table ${name} no force row level security`,
    );
  await database.end();
}
