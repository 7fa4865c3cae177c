/** Deploy events and first-seen versions in one order. Pure. */
import type { Deployment } from '@spanwise/contracts/apm/deployments';
import { OVERFLOW_NAME } from '@spanwise/span-model/series';
import type { Series } from '../read/series.js';

export interface DeployEvent {
  id: string;
  /** Empty: any. */
  namespace: string;
  service: string;
  environment: string;
  version: string;
  deployedAtMicros: number;
  description: string;
  url: string;
}

interface SeenVersion {
  namespace: string;
  service: string;
  environment: string;
  version: string;
  firstSeenMicros: number;
}

/**
 * Events of the range, and the versions that were first seen in it and that no event names; newest first. `events` may
 * reach back before the range, for a deployment takes a while to be seen; `series` are the service series of all versions.
 */
export function timelineOf(
  events: DeployEvent[],
  series: Series[],
  range: { fromMicros: number; toMicros: number },
): Deployment[] {
  const versions = seenVersions(series);
  const isToldOf = (seen: SeenVersion) => events.some((event) => concerns(event, seen));
  const firstSeen = versions.filter(
    (seen) => seen.firstSeenMicros >= range.fromMicros && seen.firstSeenMicros < range.toMicros && !isToldOf(seen),
  );
  const shown = events.filter((event) => event.deployedAtMicros >= range.fromMicros);
  const all = [...shown.map((event) => eventView(event, versions)), ...firstSeen.map(firstSeenView)];
  return all.sort((a, b) => b.deployed_at - a.deployed_at || (textOf(a) < textOf(b) ? -1 : 1));
}

/** A service has a series of its requests and one of each kind of its spans. */
function seenVersions(series: Series[]): SeenVersion[] {
  const seen = new Map<string, SeenVersion>();
  for (const { namespace, service, environment, version, firstSeenMicros } of series) {
    if (version === '' || version === OVERFLOW_NAME) continue;
    const key = [namespace, service, environment, version].join('\0');
    const earlier = Math.min(seen.get(key)?.firstSeenMicros ?? Infinity, firstSeenMicros);
    seen.set(key, { namespace, service, environment, version, firstSeenMicros: earlier });
  }
  return [...seen.values()];
}

const concerns = (event: DeployEvent, seen: SeenVersion): boolean =>
  event.service === seen.service &&
  event.version === seen.version &&
  (event.namespace === '' || event.namespace === seen.namespace) &&
  (event.environment === '' || event.environment === seen.environment);

export function eventView(event: DeployEvent, versions: SeenVersion[] = []): Deployment {
  const firstSeen = versions.filter((seen) => concerns(event, seen)).map((seen) => seen.firstSeenMicros);
  return {
    source: 'event',
    id: event.id,
    service: { namespace: event.namespace, name: event.service, environment: event.environment },
    version: event.version,
    deployed_at: event.deployedAtMicros,
    ...(firstSeen.length > 0 && { first_seen_at: Math.min(...firstSeen) }),
    ...(event.description !== '' && { description: event.description }),
    ...(event.url !== '' && { url: event.url }),
  };
}

const firstSeenView = (seen: SeenVersion): Deployment => ({
  source: 'first_seen',
  service: { namespace: seen.namespace, name: seen.service, environment: seen.environment },
  version: seen.version,
  deployed_at: seen.firstSeenMicros,
  first_seen_at: seen.firstSeenMicros,
});

const textOf = ({ service, version, id }: Deployment): string =>
  [service.name, service.namespace, service.environment, version, id ?? ''].join('\0');
