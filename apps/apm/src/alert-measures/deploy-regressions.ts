/** Rules over deployments: each version beside the one before it, by the evidence that the comparison of versions has (ADR 18). */
import {
  DEPLOY_LABELS,
  DEPLOY_LOOKS,
  type DeployRegressionCondition,
} from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import { SeriesKind } from '@spanwise/span-model/series';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { readEvents } from '../apm/deployments/deploy-events.store.js';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';
import { readRange, readSeries } from '../apm/read/series-rows.store.js';
import type { Snapshot } from '../apm/read/snapshot.js';
import { comparedVersions } from '../apm/versions/compared-versions.js';
import { sizeOfChange } from '../apm/versions/evidence.js';
import { readVersion, type VersionRows } from '../apm/versions/version-rows.js';
import { readSeen } from './alerts.store.js';
import {
  BEFORE_MINUTES,
  deployedVersions,
  GONE_MINUTES,
  inTurn,
  lookAt,
  predecessorOf,
  ROLLOUT_MICROS,
  WATCHED_MINUTES,
  type DeployedVersion,
} from './deployed-versions.js';
import { limited } from './measured-instances.js';
import { tracesOf, type MeasuredFigures } from './measure-red.js';
import { nameFilterOf, passes } from './selectors.js';
import { windowOf } from './windows.js';

const MAX_EVENTS = 10_000;
const MAX_TRACES = 5;
const MAX_SAID = 1_000;

/** Of one step: versions of the organization that are compared in it, each with what was found of it. */
export type ComparedDeployments = readonly { deployed: DeployedVersion; found: Found }[];

type Found = Pick<MeasuredInstance, 'value' | 'samples' | 'below_floor' | 'said' | 'trace_ids'>;

/** The comparison is inconclusive, or nothing is compared now: what was found before stays. */
const HELD: Found = { value: null, samples: 0, below_floor: true };

/** Read once, however many rules ask. */
export async function compareDeployments(snapshot: Snapshot, step: number): Promise<ComparedDeployments> {
  const since = step - WATCHED_MINUTES;
  const reach = { fromMicros: since * MICROS.minute - ROLLOUT_MICROS, toMicros: step * MICROS.minute };
  const series = await readSeries(snapshot, [SeriesKind.Service], {}, since * MICROS.minute);
  const events = await readEvents(snapshot, {}, reach, MAX_EVENTS);
  const deployed = deployedVersions(events, [...series.values()], step);
  const present = await withRequests(snapshot, deployed, step);
  const due = inTurn(
    present.filter((one) => lookAt(one, step) !== undefined),
    step,
  );
  const found = new Map<DeployedVersion, Found>();
  for (const one of due) found.set(one, await compare(snapshot, one, lookAt(one, step)!));
  return present.map((one) => ({ deployed: one, found: found.get(one) ?? HELD }));
}

async function withRequests(snapshot: Snapshot, deployed: readonly DeployedVersion[], step: number) {
  const minutes = { table: 'rollup_minutes', from: step - GONE_MINUTES, to: step } as const;
  const ids = deployed.flatMap(({ seriesIds }) => seriesIds);
  const seen = await readSeen(snapshot, SeriesKind.Service, [minutes], ids);
  return deployed.filter(({ seriesIds }) => seriesIds.some((id) => seen.has(id)));
}

/** The predecessor's requests of the hour before and until the look, beside those of the version since its start. */
async function compare(snapshot: Snapshot, deployed: DeployedVersion, look: number): Promise<Found> {
  const { startMinute, version, namespace, service, environment } = deployed;
  const end = startMinute + look;
  const place = { namespace, service, environment };
  const before = windowOf(startMinute, BEFORE_MINUTES);
  const earlier = await readRange(snapshot, [SeriesKind.Service], place, before);
  const predecessor = predecessorOf(version, requestsByVersion(earlier));
  if (predecessor === undefined) return HELD;
  const rowsOf = (of: string, range: QueryRange) =>
    readVersion({ snapshot, filters: { ...place, version: of }, range });
  const baseline = await rowsOf(predecessor, windowOf(end, BEFORE_MINUTES + look));
  const candidate = await rowsOf(version, windowOf(end, look));
  return foundOf(
    baseline,
    candidate,
    `Version ${version} of ${service}, ${look} minutes after it followed ${predecessor}`,
  );
}

function requestsByVersion(rows: Awaited<ReturnType<typeof readRange>>) {
  const requests = new Map<string, number>();
  for (const { series, totals } of rows) {
    requests.set(series.version, (requests.get(series.version) ?? 0) + totals.weight);
  }
  return [...requests].map(([version, count]) => ({ version, requests: count }));
}

function foundOf(baseline: VersionRows, candidate: VersionRows, subject: string): Found {
  const { evidence } = comparedVersions(baseline, candidate, { times: DEPLOY_LOOKS.length, largest: true });
  if (evidence.verdict === 'inconclusive') return HELD;
  const samples = Math.min(baseline.total.sampled, candidate.total.sampled);
  if (evidence.verdict !== 'regressed') return { value: 0, samples };
  const isOfErrors = evidence.figure === 'error_rate' || evidence.figure === 'occurrence_rate';
  const exemplars = isOfErrors
    ? candidate.occurrences.flatMap(({ red }) => red.exemplars.list)
    : candidate.total.exemplars.list;
  return {
    value: sizeOfChange(evidence.figure, evidence.effect!),
    samples,
    said: cutText(`${subject}: ${evidence.reason}`, MAX_SAID),
    trace_ids: tracesOf(exemplars, MAX_TRACES),
  };
}

export function measureDeployments(
  { filters }: DeployRegressionCondition,
  compared: ComparedDeployments,
): MeasuredFigures {
  const filter = nameFilterOf('service', filters);
  const own = compared.filter(({ deployed }) => passes(deployed, filter));
  return limited(
    own.map(({ deployed, found }) => ({
      labels: Object.fromEntries(DEPLOY_LABELS.map((label) => [label, deployed[label]])),
      ...found,
    })),
  );
}
