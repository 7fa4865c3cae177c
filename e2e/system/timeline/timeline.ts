/**
 * `npm run test:system -- timeline [--full] [--mutants] [--mutant TEXT] [--seed S]`: spans are sent while processes are killed,
 * paused and cut off; every 200 ms `/apm/overview` and `/apm/health` are asked for, and every answer is judged against what
 * the sender knows. `--mutants` plants lies into copies of the product: each must be found. Part of `npm test` (`--small`).
 */
import { parseArgs } from 'node:util';
import { clock, judgeTimeline, type Lie } from './judge.js';
import { plant, PLANTED_LIES, type PlantedLie } from './mutants.js';
import type { Timeline } from './record.js';
import { recordTimeline } from './run.js';
import { FULL, SMALL } from './scenario.js';
import { seedOf } from '../harness/seed.js';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    seed: { type: 'string' },
  },
});

const SHOWN = 12;

/** One of each sort, the first: a lie that lasts is told by many samples. */
function firstOfEach(lies: readonly Lie[]): Lie[] {
  const sorts = new Map<string, Lie>();
  for (const lie of lies) {
    const sort = lie.says.replace(/[\d:.]+/g, '#');
    if (!sorts.has(sort)) sorts.set(sort, lie);
  }
  return [...sorts.values()];
}

const seed = seedOf(values);
const log = (line: string) => console.log(line);

async function truthful(): Promise<boolean> {
  const acts = values.small ? SMALL : FULL;
  log(`timeline: ${acts.length} disturbances, seed ${seed}`);
  const timeline = await recordTimeline({ acts, seed, log });
  const lies = judgeTimeline(timeline, { alarms: !values.small });
  report(timeline, lies);
  return lies.length === 0;
}

async function isFound(lie: PlantedLie): Promise<boolean> {
  const copy = plant(lie);
  try {
    const timeline = await recordTimeline({ acts: lie.acts, seed, root: copy.root, log: () => undefined });
    const lies = judgeTimeline(timeline);
    log(
      `${lies.length > 0 ? 'found' : 'NOT FOUND'}: ${lie.name}${lies.length > 0 ? ` (${lies.length} samples; ${lies[0].says})` : ''}`,
    );
    return lies.length > 0;
  } finally {
    copy.remove();
  }
}

function report({ samples, batches, startedMs, endedMs, disturbances }: Timeline, lies: readonly Lie[]): void {
  const answered = samples.filter(({ status }) => status === 200).length;
  const spans = batches.reduce((sum, batch) => sum + batch.spans, 0);
  log(
    `  ${samples.length} samples in ${((endedMs - startedMs) / 1_000).toFixed(0)} s, ${answered} answered with 200; ${spans} spans sent`,
  );
  log(lies.length === 0 ? '  no lie at any moment' : `  ${lies.length} lies`);
  if (lies.length === 0) return;
  const events = [
    ...disturbances.flatMap(({ what, fromMs, toMs }) => [
      { atMs: fromMs, line: what },
      ...(toMs === undefined ? [] : [{ atMs: toMs, line: `over: ${what}` }]),
    ]),
    ...firstOfEach(lies)
      .slice(0, SHOWN)
      .map(({ atMs, says }) => ({ atMs, line: `LIE ${says}` })),
  ];
  for (const { atMs, line } of events.toSorted((a, b) => a.atMs - b.atMs)) log(`  ${clock(atMs)} ${line}`);
}

const results: boolean[] = [];
if (values.mutants || values.mutant !== undefined) {
  for (const lie of PLANTED_LIES) if (lie.name.includes(values.mutant ?? '')) results.push(await isFound(lie));
} else {
  results.push(await truthful());
}
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
