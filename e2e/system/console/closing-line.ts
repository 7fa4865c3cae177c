import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Prints `N passed, N failed` last, as every program of the tests does. A test that never ran has failed. */
export default class ClosingLine implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const tests = this.suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    const failed = status === 'passed' ? 0 : Math.max(1, tests.length - passed);
    console.log(`${passed} passed, ${failed} failed`);
  }
}
