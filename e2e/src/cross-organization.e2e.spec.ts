/** Every operation of the API, called by the owner of one organization for the things of another (ACCESS-9). */
import { beforeAll, expect, it } from 'vitest';
import { runMatrix, type MatrixResult } from '../system/isolation/matrix.js';
import { readOperations } from '../system/isolation/operations.js';
import { makeWorld } from '../system/isolation/world.js';
import { Product } from '../system/harness/product.js';

let operations: Awaited<ReturnType<typeof readOperations>>;
let result: MatrixResult;

beforeAll(async () => {
  const product = Product.running(process.env.SPANWISE_E2E_PRODUCT!);
  const world = await makeWorld(product);
  operations = await readOperations(product.baseUrl);
  result = await runMatrix(world, operations, ['foreign organization']);
});

it('calls every operation that a member of another organization can call', () => {
  expect(operations.length).toBeGreaterThan(200);
  expect(result.cells + result.notApplicable).toBe(operations.length);
  expect(result.cells).toBeGreaterThan(result.notApplicable);
});

it('never answers with rows of the other organization', () => {
  expect(result.foreignRows).toEqual([]);
});

it('answers a foreign id as one that does not exist, and changes nothing', () => {
  expect(result.wrong).toEqual([]);
});
