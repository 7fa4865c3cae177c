/**
 * Parts of a product come back as they were a while ago. Afterwards figures and stored rows equal what was acknowledged, or
 * gaps name every minute in which something is missing, in figures, SQL, reconciliations, health and metrics alike.
 */
// A product of its own: what it has is replaced by older copies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { settled } from '../crash/settled.js';
import { Workload } from '../crash/workload.js';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { figuresWithGaps, rowsWithGaps, saysLost } from './loss.js';
import { SCENES } from './scenes.js';
import { sendTo } from './send.js';

const flags = scenarioFlags(['scene', 'seed']);
const seed = seedOf({ seed: flags.seed, small: !flags.full });
const requests = flags.full ? 60 : 6;
const asked = SCENES.filter(({ name }) => name.includes(flags.scene ?? ''));
const NAMESPACE = 'operate';
const ENVIRONMENT = {
  SPANWISE_RESTART_LIMIT: '100000',
  LOG_LEVEL: 'warn',
  SPANWISE_TRACING: 'false',
  // A range is reconciled once its minutes have ended.
  SPANWISE_LATE_GRACE: '1s',
};

describe.each(flags.full ? asked : asked.slice(0, 1))('$name', ({ name, play, expected }) => {
  const workload = new Workload(new Random(`${seed} ${name}`));
  let product: Product;

  beforeAll(async () => {
    product = await Product.start({ environment: ENVIRONMENT });
    await play(product, sendTo(product, NAMESPACE, workload), requests);
    await settled(product);
  }, 1_200_000);
  afterAll(() => product?.stop());

  it('has in its figures what was acknowledged, or a gap in the minute', async () =>
    expect(await figuresWithGaps(product, NAMESPACE, workload, expected)).toEqual([]));

  it('has rows of what was acknowledged, or says in which minute some are lost', async () =>
    expect(await rowsWithGaps(product, NAMESPACE, workload)).toEqual([]));

  it(`${expected.gap ? 'is said' : 'is not said'} to have lost something, wherever that is shown`, async () => {
    const { gap } = expected;
    const says = { figures: gap, sql: gap, health: gap, reconciliation: gap, metrics: gap };
    expect(await saysLost(product, NAMESPACE, workload)).toEqual(says);
  });
});
