import { expect, it } from 'vitest';
import { habitsOf } from './spec-habits.mjs';

const FILE = 'e2e/src/a.spec.ts';

it.each([
  ['a time that has passed', 'expect(performance.now() - startedMs).toBeLessThan(5_000);'],
  ['a time that has passed, on several lines', 'expect(\n  Date.now() - since,\n).toBeLessThanOrEqual(LIMIT_MS);'],
  ['a time by its name', 'expect(tookMs).toBeLessThan(400);'],
  ['a time of an answer', 'expect(body.elapsed_ms).toBeLessThan(400);'],
  ['a time in a test of Node', 'assert.ok(performance.now() - startedMs < 100);'],
  ['a wait with a limit of its own', 'await expect.poll(() => count(), { timeout: 2_000 }).toBe(1);'],
  [
    'a wait with a limit on a line of its own',
    'await expect\n  .poll(async () => (await log()).length, {\n    timeout: SOON_MS,\n  })\n  .not.toBe(1);',
  ],
  ['a request with a limit of its own', "await bus.request('x', '', { timeout: 10_000 });"],
  ['a program with a limit of its own', "execFileSync('node', [], { env,\n  timeout: 30_000 });"],
  ['a fixed port', "server.listen(4317, '127.0.0.1');"],
  ['a fixed port among options', "server.listen({ host: '127.0.0.1', port: 8080 });"],
  ['a product on a fixed port', "start(['start', '--port', '8080']);"],
  ['a product of its own without a reason', 'product = await Product.start();'],
  ['a client of a product of its own', 'client = await Client.start({ fromNothing: true });'],
])('is found: %s', (_, text) => expect(habitsOf(FILE, text)).toHaveLength(1));

it.each([
  ['a time that is long enough', 'expect(performance.now() - startedMs).toBeGreaterThan(195);'],
  ['processor time', 'expect(leastMs(() => read(text), 250)).toBeLessThan(250);'],
  ['a moment of an answer', 'expect(item.ts_micros).toBeLessThanOrEqual(Date.now() * 1_000);'],
  ['two statements', 'const startedMs = performance.now();\nexpect(count).toBeLessThan(5);'],
  ['a wait for a state', 'await expect.poll(() => count()).toBe(1);'],
  ['a request with the limit of all', "await bus.request('x', '', { timeout: PATIENCE_MS });"],
  ['any port', "server.listen(0, '127.0.0.1');"],
  ['a product of its own with a reason', '// A product of its own: its gateway is killed.\nawait Product.start();'],
  ['a shared product', 'client = await Client.join();'],
])('is fine: %s', (_, text) => expect(habitsOf(FILE, text)).toEqual([]));
