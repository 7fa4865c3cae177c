/** How a service is at the end of a range: by its open incidents, else by figures that are certain (APM-17). Pure. */
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { HealthReason, ServiceHealth, ServiceIdentity } from '@spanwise/contracts/apm/apm';
import { errorRateEnds, quantileEnds } from '../read/figure-interval.js';
import type { Group } from '../read/grouping.js';
import { errorRateOf } from '../read/red-summary.js';
import { quantilesOf } from '@spanwise/span-model/red';
import type { KnownIncidents } from './service-incidents.js';

export interface ServiceState {
  health: ServiceHealth;
  health_reason?: HealthReason;
}

const HEALTH_OF: Record<Severity, ServiceHealth> = {
  critical: 'critical',
  error: 'critical',
  warning: 'warning',
  info: 'healthy',
};
/** Those of the default rule over error rates, so that this state and that rule agree. */
const CONFIDENCE = 0.99;
const CRITICAL_ERROR_RATE = 0.1;
const SLOW_MICROS = 2_000_000;

/** `recent`: requests of the last minutes of the range; undefined where there are none. */
export function stateOf(
  service: ServiceIdentity,
  { open, isShown }: KnownIncidents,
  requests: { count: number; recent: Group | undefined },
): ServiceState {
  const own = (open ?? []).filter(({ service: about, severity }) => isAbout(about, service) && severity !== 'info');
  if (own.length > 0) {
    const { id, rule_name, severity, since_micros: since } = own[0]!;
    const incident = { incident: { id, rule_name, since } };
    return {
      health: HEALTH_OF[severity],
      health_reason: { kind: 'incident', incidents: own.length, ...(isShown && incident) },
    };
  }
  const byFigures = requests.recent && stateByFigures(requests.recent);
  if (byFigures !== undefined) return byFigures;
  const health = requests.count === 0 ? 'no_traffic' : 'healthy';
  return open === undefined ? { health, health_reason: { kind: 'alerts_unknown' } } : { health };
}

const isAbout = (
  about: { name: string; namespace?: string; environment?: string },
  { name, namespace, environment }: ServiceIdentity,
): boolean =>
  about.name === name &&
  (about.namespace ?? namespace) === namespace &&
  (about.environment ?? environment) === environment;

function stateByFigures(recent: Group): ServiceState | undefined {
  const [failing] = errorRateEnds(recent, CONFIDENCE);
  if (failing !== null && failing >= CRITICAL_ERROR_RATE) {
    const value = errorRateOf(recent.totals);
    return { health: 'critical', health_reason: { kind: 'error_rate', value, at_least: failing } };
  }
  const [slow] = quantileEnds(recent, 0.95, CONFIDENCE);
  if (slow === null || slow < SLOW_MICROS) return undefined;
  const value = quantilesOf(recent.red, [0.95])![0];
  return { health: 'warning', health_reason: { kind: 'p95', value, at_least: slow } };
}

const WORST_FIRST: readonly ServiceHealth[] = ['critical', 'warning', 'healthy', 'no_traffic'];

/** Of one service in all its namespaces and environments. */
export const worstState = (states: readonly ServiceState[]): ServiceState =>
  states.toSorted((one, other) => WORST_FIRST.indexOf(one.health) - WORST_FIRST.indexOf(other.health))[0]!;
