// One run of Vitest, by what its report says.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inRoot, ROOT } from './paths.mjs';
import { show } from './shown-run.mjs';

/**
 * What a spec file came to, in `seconds`; `faults` are the lines that say so, `isCertain` where chance has found them: another try with
 * other chances would hide them.
 * @typedef {{ file: string, passed: number, failed: number, skipped: number, seconds: number, faults: string[],
 *   isCertain: boolean }} FileResult
 */

/**
 * @param {NodeJS.ProcessEnv} env @param {string[]} words for Vitest
 * @returns {Promise<FileResult[]>} a run that ended without a report, or badly for no file's sake, is a file of its own
 */
export async function runSpecs(env, words, { visible = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-vitest-'));
  const report = join(folder, 'report.json');
  const own = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const program = inRoot('node_modules', 'vitest', 'vitest.mjs');
    const { code, output } = await show([program, ...own, ...words], env, { visible });
    if (!visible) process.stdout.write(output);
    return resultsOf(JSON.parse(readFileSync(report, 'utf8')), code);
  } catch {
    return [beside('it ended without a report')];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {FileResult[]} */
export function resultsOf({ testResults }, code) {
  const results = testResults.map(fileResult);
  const isExplained = code === 0 || results.some(({ failed }) => failed > 0);
  return isExplained ? results : [...results, beside(`it ended with ${code}, and no test failed`)];
}

const beside = (why) => ({
  file: 'vitest',
  passed: 0,
  failed: 1,
  skipped: 0,
  seconds: 0,
  faults: [`vitest: ${why}`],
  isCertain: true,
});

/** A file that could not be loaded has no failing test in it: it counts as one. */
function fileResult({ name, status, message, startTime, endTime, assertionResults: tests }) {
  const file = relative(ROOT, name);
  const failed = tests.filter((test) => test.status === 'failed');
  const faults = failed.map(({ fullName, failureMessages: [fault] }) => `${file}: ${fullName}: ${firstLine(fault)}`);
  if (status === 'failed' && failed.length === 0) faults.push(`${file}: ${firstLine(message)}`);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const isCertain = failed.some(({ failureMessages }) => /Property failed after/.test(failureMessages.join()));
  const skipped = tests.length - passed - failed.length;
  return { file, passed, failed: faults.length, skipped, seconds: (endTime - startTime) / 1_000, faults, isCertain };
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300);
