import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { inRoot, ROOT } from './paths.mjs';
import { Failure } from './progress.mjs';
import { specNeeds } from './spec-needs.mjs';
import { pathsIn, planOf, unitPlanOf } from './test-plan.mjs';

const folder = mkdtempSync(join(tmpdir(), 'spanwise-test-plan-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const DATABASE_HELPER = 'libs/testing/src/scratch-database.ts';
const NATS_HELPER = 'libs/testing/src/scratch-nats.ts';
const PRODUCT = 'tools/prove/src/product.ts';
const NOTHING = { database: false, nats: false, products: false, build: false, long: false, waiting: false };

/** A tree of sources by path and text. */
function tree(name, files) {
  const root = join(folder, name);
  for (const [path, text] of Object.entries({ [DATABASE_HELPER]: '', [NATS_HELPER]: '', [PRODUCT]: '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('a spec needs what its imports need, through any of them', () => {
  const root = tree('needs', {
    'apps/iam/src/rules.spec.ts': "import { rule } from './rules.js';",
    'apps/iam/src/rules.ts': "import { z } from 'zod';",
    'apps/iam/src/store.spec.ts': "import { rows } from './rows.fixture.js';",
    'apps/iam/src/rows.fixture.ts': "import {\n  scratchDatabase,\n} from '@spanwise/testing/scratch-database';",
    'apps/iam/src/rpc.spec.ts': "const { bus } = await import('./bus.js');",
    'apps/iam/src/bus.ts': "import { scratchNats } from '@spanwise/testing/scratch-nats';",
    'apps/apm/src/engine.spec.ts': "import { engine } from './engine.js';",
    'apps/apm/src/engine.ts': "fork(fileURLToPath(new URL('../dist/engine-main.js', import.meta.url)));",
    'apps/gateway/src/lookup.spec.ts': "createRequire(import.meta.url).resolve('@spanwise/gateway/lookup-program')",
    'e2e/src/product.spec.ts': "import { Product } from '@spanwise/prove/product';",
  });
  assert.deepEqual(Object.fromEntries(specNeeds(root)), {
    'apps/iam/src/rules.spec.ts': NOTHING,
    'apps/iam/src/store.spec.ts': { ...NOTHING, database: true },
    'apps/iam/src/rpc.spec.ts': { ...NOTHING, nats: true },
    'apps/apm/src/engine.spec.ts': { ...NOTHING, build: true },
    'apps/gateway/src/lookup.spec.ts': { ...NOTHING, build: true },
    'e2e/src/product.spec.ts': { ...NOTHING, products: true, build: true },
  });
});

test('a path in a stack trace is no built program', () => {
  const root = tree('texts', { 'libs/a/src/stack.spec.ts': "parse('at Cart.total (/srv/shop/dist/cart.js:10:5)');" });
  assert.deepEqual(specNeeds(root).get('libs/a/src/stack.spec.ts'), NOTHING);
});

test('what is asked for by its path starts only what it needs', () => {
  const root = tree('plans', {
    'libs/a/src/quick.spec.ts': '',
    'libs/a/src/sums.spec.ts': '// @module-tag long\n',
    'apps/iam/src/store.spec.ts': "import '@spanwise/testing/scratch-database';",
    'e2e/src/product.spec.ts': "import { Product } from '@spanwise/prove/product';",
    'tools/launcher/ports.test.mjs': '',
    'tools/checks/image.test.mjs': '',
  });
  const servers = ({ database, nats, products, build }) => ({ database, nats, products, build });
  const none = { database: false, nats: false, products: false, build: false };
  assert.deepEqual(servers(planOf(['libs/a'], root)), none);
  assert.deepEqual(servers(planOf(['Store.spec.ts:12'], root)), { ...none, database: true });
  assert.deepEqual(servers(planOf([join(ROOT, 'e2e/src')], root)), { ...none, products: true, build: true });
  assert.deepEqual(servers(planOf(['tools/launcher'], root)), none);
  assert.deepEqual(servers(planOf(['tools/checks'], root)), { ...none, build: true });
  assert.deepEqual(planOf(['ports'], root).nodeTests, ['tools/launcher/ports.test.mjs']);
  assert.throws(() => planOf(['no/such'], root), Failure);
});

test('without a path the quick specs are run that need nothing; with one the long ones, too', () => {
  const root = join(folder, 'plans');
  assert.deepEqual(unitPlanOf([], root).specs, ['libs/a/src/quick.spec.ts']);
  assert.deepEqual(unitPlanOf(['libs/a'], root).specs, ['libs/a/src/quick.spec.ts', 'libs/a/src/sums.spec.ts']);
  assert.deepEqual(unitPlanOf(['.spec.ts'], root).notRun.length, 2);
  assert.throws(() => unitPlanOf(['apps/iam'], root), /npm test -- PATH/);
});

test('the value of a flag is no path', async () => {
  assert.deepEqual(await pathsIn(['-t', 'a name', 'apps/iam', '--bail=1']), ['apps/iam']);
});

test('the closing line is the last one where no test is found', () => {
  const words = [inRoot('tools', 'spanwise.mjs'), 'test:unit', 'no/such/path'];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stdout, /No spec in no\/such\/path runs[^\n]*\n0 passed, 1 failed\n$/);
});
