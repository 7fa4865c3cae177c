/** Calls that got slower or fail more often: what a caller sees and the called service may not. */
import type { RegressedDependency } from '@spanwise/contracts/apm/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { dependencySummaries } from '../dependencies/dependency-rows.store.js';
import type { ApmRead } from '../read/apm-read.js';
import type { Group } from '../read/grouping.js';
import { compareTotalTime } from '../read/ranked-series.js';
import { redSummary } from '../read/red-summary.js';
import { readRange } from '../read/series-rows.store.js';
import type { SeriesRed } from '../read/series.js';
import { topOf } from '../read/section.js';
import { byCertainChange, REGRESSED_LIMIT } from './comparison.js';
import { evidenceOfPart } from './evidence.js';
import type { Floor } from './figures.js';
import { differentStrata, regressedOf, type Different } from './verdict.js';
import { dependencyGroups, strataOf } from './version-rows.js';

/** Of the dependencies that are `different` those that are worse; rows of either side by their key, `read` is the candidate's. */
export async function regressedDependencies(
  different: Map<string, Different>,
  baseline: Map<string, Group>,
  candidate: Map<string, Group>,
  read: ApmRead,
): Promise<RegressedDependency[]> {
  const worst = topOf([...regressedOf(different)], ([, a], [, b]) => byCertainChange(a, b), REGRESSED_LIMIT);
  const summaries = await dependencySummaries(
    worst.map(([key]) => candidate.get(key)!),
    read,
  );
  return summaries.map((summary, index) => {
    const [key, found] = worst[index]!;
    return { ...summary, baseline_red: redSummary(baseline.get(key)!.red, read), evidence: evidenceOfPart(found) };
  });
}

/** Between one range and the one before it, load and content drift: only larger changes are named. */
const DRIFT: Floor = { factor: 1.5, rate: 0.02 };
/** Of more dependencies those that take the most time. */
const WATCHED = 100;

/** Dependencies that are worse than in the range of the same length before; `now` are those of the range of `read`. */
export async function newlyRegressed(now: SeriesRed[], read: ApmRead): Promise<RegressedDependency[]> {
  const { fromMicros, toMicros } = read.range;
  const range = { ...read.range, fromMicros: 2 * fromMicros - toMicros, toMicros: fromMicros };
  const before = await readRange(read.snapshot, [SeriesKind.Dependency], read.filters, range);
  const watched = topOf([...dependencyGroups(now)], ([, a], [, b]) => compareTotalTime(a, b), WATCHED);
  const [baseline, candidate] = [dependencyGroups(before), new Map(watched)];
  const different = differentStrata(strataOf(baseline, candidate), DRIFT);
  return regressedDependencies(different, baseline, candidate, read);
}
