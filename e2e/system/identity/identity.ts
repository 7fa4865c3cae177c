/**
 * `npm run test:system -- identity [--full]`: how fast a revocation acts under load and when a process is cut off, and whether
 * the time of a refused sign-in tells one account from another. Fails when a bound is missed.
 */
import { parseArgs } from 'node:util';
import { quantile } from './quantile.js';
import { load, measure, measureCut, REVOCATIONS } from './revocation.js';
import { Scene } from './scene.js';
import { medianTimes } from './sign-in-times.js';

const REQUESTS_PER_SECOND = 200;
const MAX_REVOCATION_MS = 1_000;
const MAX_CUT_MS = 30_000;
const MAX_MEDIAN_DIFFERENCE_MS = 3;
/** With iam alone cut off, denial takes as long as a cached context lives. */
const SMALL = { revocations: 5, tries: 60, cuts: ['nats'] as const };
const FULL = { revocations: 100, tries: 400, cuts: ['nats', 'iam'] as const };

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
const size = values.small ? SMALL : FULL;
const tally = { passed: 0, failed: 0 };

function print(line: string, holds: boolean): void {
  console.log(`  ${line}${holds ? '' : ' MISSED'}`);
  tally[holds ? 'passed' : 'failed']++;
}

async function signInTimes(scene: Scene): Promise<void> {
  const medians = await medianTimes(scene, await scene.admin(), size.tries);
  const difference = Math.max(...Object.values(medians)) - Math.min(...Object.values(medians));
  const shown = Object.entries(medians).map(([kind, ms]) => `${kind} ${ms.toFixed(2)} ms`);
  print(
    `sign-in, ${size.tries} interleaved wrong passwords each: medians ${shown.join(', ')}; difference ${difference.toFixed(2)} ms (< ${MAX_MEDIAN_DIFFERENCE_MS} ms)`,
    difference < MAX_MEDIAN_DIFFERENCE_MS,
  );
}

async function revocations(scene: Scene): Promise<void> {
  const admin = await scene.admin();
  const stopLoad = load(scene, admin.token, REQUESTS_PER_SECOND);
  for (const kind of REVOCATIONS) {
    const times = await measure(scene, admin, kind, size.revocations);
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    print(
      `${kind}, ${times.length} times: denied after p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (<= ${MAX_REVOCATION_MS} ms)`,
      p99 <= MAX_REVOCATION_MS,
    );
  }
  const { rate, failed } = await stopLoad();
  print(`load meanwhile: ${rate.toFixed(0)} requests a second offered, ${failed} failed or held back`, failed === 0);
}

async function cuts(scene: Scene): Promise<void> {
  for (const process of size.cuts) {
    const { ms, status } = await measureCut(scene, process);
    print(
      `${process} stopped, session ended: denied with ${status} after ${(ms / 1_000).toFixed(1)} s (<= ${MAX_CUT_MS / 1_000} s)`,
      ms <= MAX_CUT_MS && (status === 401 || status === 503),
    );
  }
}

const scene = await Scene.open();
console.log('identity');
try {
  await signInTimes(scene);
  await revocations(scene);
  await cuts(scene);
} finally {
  await scene.close();
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
