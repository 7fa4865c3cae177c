import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './paths.mjs';
import { faultsIn, parseClosingLine, proofResult } from './proof-run.mjs';
import { proofTriedAgain, specsTriedAgain } from './second-try.mjs';
import { resultsOf } from './spec-run.mjs';
import { closingLine } from './test.mjs';

const passed = { status: 'passed', fullName: 'another', failureMessages: [] };
const failed = { status: 'failed', fullName: 'a span is counted', failureMessages: ['expected 1\n at x'] };
const property = { status: 'failed', fullName: 'any span', failureMessages: ['Property failed after 3 tests'] };
const skipped = { status: 'pending', fullName: 'elsewhere', failureMessages: [] };
const fileOf = (name, ...assertionResults) => ({
  name: join(ROOT, name),
  status: assertionResults.includes(failed) || assertionResults.includes(property) ? 'failed' : 'passed',
  message: '',
  startTime: 1_000,
  endTime: 3_500,
  assertionResults,
});
const report = (...testResults) => ({ testResults });

test('the closing line is read and written, and a run without one has failed', () => {
  assert.equal(closingLine({ passed: 3, failed: 0, skipped: 0 }), '3 passed, 0 failed');
  assert.equal(closingLine({ passed: 3, failed: 1, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
  assert.deepEqual(parseClosingLine('x\n3 passed, 1 failed, 2 skipped\ny'), { passed: 3, failed: 1, skipped: 2 });
  assert.deepEqual(parseClosingLine('it crashed'), { passed: 0, failed: 1, skipped: 0 });
});

test('a failed test is said with its file and the first line of its fault', () => {
  assert.deepEqual(resultsOf(report(fileOf('apps/x.spec.ts', passed, failed, skipped)), 1), [
    {
      file: 'apps/x.spec.ts',
      passed: 1,
      failed: 1,
      skipped: 1,
      seconds: 2.5,
      faults: ['apps/x.spec.ts: a span is counted: expected 1'],
      isCertain: false,
    },
  ]);
});

test('a file that does not load counts as one failure, and so does a run that ends badly for no test’s sake', () => {
  const unloaded = { ...fileOf('apps/x.spec.ts'), status: 'failed', message: 'no such module' };
  const [file] = resultsOf(report(unloaded), 1);
  assert.deepEqual([file.failed, file.faults], [1, ['apps/x.spec.ts: no such module']]);
  const results = resultsOf(report(fileOf('apps/x.spec.ts', passed)), 1);
  assert.deepEqual(
    results.map((one) => [one.file, one.failed, one.isCertain]),
    [
      ['apps/x.spec.ts', 0, false],
      ['vitest', 1, true],
    ],
  );
});

/** What counts in the end, of files that fail first and of what the second try of them says. */
async function tried(first, second) {
  const asked = [];
  const results = await specsTriedAgain(resultsOf(report(...first), 1), async (files) => {
    asked.push(...files);
    return resultsOf(report(...second), 1);
  });
  return { asked, failed: results.filter((one) => one.failed > 0).map(({ file }) => file) };
}

test('a file that fails every other time passes on the second try', async () => {
  const first = [fileOf('a.spec.ts', failed), fileOf('b.spec.ts', passed)];
  assert.deepEqual(await tried(first, [fileOf('a.spec.ts', passed)]), { asked: ['a.spec.ts'], failed: [] });
});

test('a file that fails twice has failed, and so has one that the second try does not reach', async () => {
  const first = [fileOf('a.spec.ts', failed), fileOf('b.spec.ts', failed)];
  const { asked, failed: left } = await tried(first, [fileOf('a.spec.ts', failed)]);
  assert.deepEqual(
    [asked, left],
    [
      ['a.spec.ts', 'b.spec.ts'],
      ['a.spec.ts', 'b.spec.ts'],
    ],
  );
});

test('nothing is tried again where many failed, a property found a counterexample, or the run itself ended badly', async () => {
  const many = ['a', 'b', 'c', 'd'].map((name) => fileOf(`${name}.spec.ts`, failed));
  assert.deepEqual((await tried(many, [])).asked, []);
  assert.deepEqual((await tried([fileOf('a.spec.ts', failed), fileOf('b.spec.ts', property)], [])).asked, []);
  assert.deepEqual((await tried([fileOf('a.spec.ts', passed)], [])).asked, []);
});

const DID_NOT_START =
  'crash campaign\nInconclusive: the product did not start\n    at file:///srv/tools/prove/dist/a.js:1:2';

test('a proof that came to no judgement is tried once more; a second time it has failed', async () => {
  const first = proofResult('prove:crash', 3, DID_NOT_START);
  assert.deepEqual([first.failed, first.inconclusive], [1, 'the product did not start']);
  assert.equal(
    (await proofTriedAgain(first, 'prove:crash', async () => proofResult('x', 0, '1 passed, 0 failed'))).failed,
    0,
  );
  assert.equal((await proofTriedAgain(first, 'prove:crash', async () => first)).failed, 1);
  assert.equal(proofResult('prove:crash', null, 'crash campaign').inconclusive, 'it did not end in time');
});

test('a proof that found something wrong is never tried again', async () => {
  const never = () => assert.fail('it was tried again');
  for (const [code, output] of [
    [1, '  WRONG 3 spans are missing\n0 passed, 1 failed'],
    [3, `  LIE at 12:00\n${DID_NOT_START}`],
    [null, '  WRONG one\n'],
    [1, 'Error: nothing is judged after 180 s'],
    [0, 'it printed nothing that counts'],
  ]) {
    const first = proofResult('prove:timeline', code, output);
    assert.deepEqual([first.failed, await proofTriedAgain(first, 'prove:timeline', never)], [1, first]);
  }
});

test('a proof that ends badly and says that all has passed has failed', () =>
  assert.equal(proofResult('prove:rebuild', 1, '1 passed, 0 failed').failed, 1));

test('a proof is said with what it found wrong, and one that ended before with what ended it', () => {
  const thrown =
    'Error: nothing is judged after 180 s\n    at until (file:///srv/tools/prove/dist/alerting/watched.js:1:2)';
  assert.deepEqual(faultsIn(`alerting\n  WRONG one\n${thrown}`), ['WRONG one']);
  assert.deepEqual(
    faultsIn(`alerting\n\n${thrown}\n\nNode.js v20`),
    thrown.split('\n').map((line) => line.trim()),
  );
  assert.deepEqual(faultsIn('deliveries: 0 Errors\n1 passed, 0 failed'), []);
});
