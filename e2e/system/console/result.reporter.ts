import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Writes the counts of the run as JSON to the file that `SPANWISE_TEST_RESULT` names. A test that never ran has failed. */
export default class ResultReporter implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const tests = this.suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    const failed = status === 'passed' ? 0 : Math.max(1, tests.length - passed);
    const { SPANWISE_TEST_RESULT: file } = process.env;
    if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed, skipped: 0 }));
  }
}
