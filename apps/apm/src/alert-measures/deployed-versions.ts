/** Which versions a rule over deployments compares in a step, and when (ALERT-110); pure. */
import { DEPLOY_LOOK_STEPS, DEPLOY_LOOKS } from '@spanwise/contracts/alerting/alert-conditions';
import { OVERFLOW_NAME } from '@spanwise/span-model/series';
import type { DeployEvent } from '../apm/deployments/timeline.js';
import { MICROS } from '../apm/range/query-range.js';
import type { Series } from '../apm/read/series.js';

/** After a day what a version does is what is usual: the deployment is no cause any more. */
export const WATCHED_MINUTES = 1_440;
/** A version is gone once it has had no request for so long. */
export const GONE_MINUTES = 5;
/** What the predecessor did so long before the deployment is compared with. */
export const BEFORE_MINUTES = 60;
/** A version that is first seen this long after its deployment is still the one that was deployed. */
export const ROLLOUT_MICROS = MICROS.day;
/** A pipeline may report a deployment when it has ended: so long after the first request of the version. */
const TOLD_LATE_MICROS = MICROS.hour;

/** A version of a service in an environment. */
export interface DeployedVersion {
  namespace: string;
  service: string;
  environment: string;
  version: string;
  seriesIds: string[];
  /** Minute of the deployment, or of the first request after it. */
  startMinute: number;
}

type Named = Pick<DeployedVersion, 'namespace' | 'service' | 'environment' | 'version'>;
interface SeenVersion extends Named {
  seriesIds: string[];
  firstSeenMicros: number;
}

/** Those that began within a day before the step; `series` are those of requests, `events` reach back by `ROLLOUT_MICROS` more. */
export function deployedVersions(
  events: readonly DeployEvent[],
  series: readonly Series[],
  step: number,
): DeployedVersion[] {
  return versionsOf(series).flatMap(({ firstSeenMicros, ...version }) => {
    const starts = [
      firstSeenMicros,
      ...events
        .filter((event) => concerns(event, version))
        .map(({ deployedAtMicros }) => startOf(deployedAtMicros, firstSeenMicros)),
    ];
    const minutes = starts.map((micros) => Math.floor(micros / MICROS.minute)).filter((minute) => minute < step);
    const startMinute = Math.max(...minutes);
    const age = step - startMinute;
    return age >= DEPLOY_LOOKS[0] && age < WATCHED_MINUTES ? [{ ...version, startMinute }] : [];
  });
}

/** Requests begin after a deployment; of one that is reported late they began before. */
function startOf(deployedAtMicros: number, firstSeenMicros: number): number {
  const late = deployedAtMicros - firstSeenMicros;
  return late <= TOLD_LATE_MICROS && late >= -ROLLOUT_MICROS ? firstSeenMicros : deployedAtMicros;
}

function versionsOf(series: readonly Series[]): SeenVersion[] {
  const versions = new Map<string, SeenVersion>();
  for (const { id, namespace, service, environment, version, firstSeenMicros } of series) {
    if (version === '' || version === OVERFLOW_NAME || service === OVERFLOW_NAME) continue;
    const key = [namespace, service, environment, version].join('\0');
    const known = versions.get(key) ?? { namespace, service, environment, version, seriesIds: [], firstSeenMicros };
    known.seriesIds.push(id);
    known.firstSeenMicros = Math.min(known.firstSeenMicros, firstSeenMicros);
    versions.set(key, known);
  }
  return [...versions.values()];
}

/** An event that names no namespace or environment is about all of them. */
const concerns = (event: DeployEvent, one: Named): boolean =>
  event.service === one.service &&
  event.version === one.version &&
  (event.namespace === '' || event.namespace === one.namespace) &&
  (event.environment === '' || event.environment === one.environment);

/** Minutes after the deployment that this step looks at; undefined between the looks, where what was found is held. */
export function lookAt({ startMinute }: Pick<DeployedVersion, 'startMinute'>, step: number): number | undefined {
  const age = step - startMinute;
  return DEPLOY_LOOKS.find((minutes) => age >= minutes && age < minutes + DEPLOY_LOOK_STEPS);
}

/** Requests of a version in the hour before. */
export interface EarlierVersion {
  version: string;
  requests: number;
}

/** The version that most requests were of; of as many, the one whose name is the first. */
export function predecessorOf(version: string, earlier: readonly EarlierVersion[]): string | undefined {
  const others = earlier.filter(
    (one) => one.version !== version && one.version !== '' && one.version !== OVERFLOW_NAME && one.requests > 0,
  );
  others.sort((one, other) => other.requests - one.requests || (one.version < other.version ? -1 : 1));
  return others[0]?.version;
}

/** So many are compared in one step; the others have their turn in the next one, while the look lasts. */
export const MAX_COMPARED = 100;

/** Those whose turn it is: every one comes round within the steps of a look while there are five times as many. */
export function inTurn<T>(due: readonly T[], step: number): T[] {
  if (due.length <= MAX_COMPARED) return [...due];
  const from = (step * MAX_COMPARED) % due.length;
  return [...due.slice(from), ...due.slice(0, from)].slice(0, MAX_COMPARED);
}
