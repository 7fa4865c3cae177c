import { writeFileSync } from 'node:fs';
import { say } from './progress.mjs';

/**
 * A Vitest reporter: lists the tests that passed on their second try, and writes the counts of the run as JSON to the file that
 * `SPANWISE_TEST_RESULT` names.
 */
export default class ResultReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state) => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0);
    const failed = count('failed') + brokenFiles.length + unhandledErrors.length;
    const result = { passed: count('passed'), failed, skipped: count('skipped') };
    for (const test of tests.filter((one) => one.diagnostic()?.flaky))
      say(`passed on the second try: ${test.module.relativeModuleId} > ${test.fullName}`);
    if (process.env.SPANWISE_TEST_RESULT) writeFileSync(process.env.SPANWISE_TEST_RESULT, JSON.stringify(result));
  }
}
