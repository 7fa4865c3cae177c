/** By which routes, in which order, a recipient is reached (DELIVERY-22): pure, for previews and deliveries alike. */
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import type { QuietHours } from '@spanwise/contracts/notify/recipients';
import type {
  DefaultRoute,
  DeliveryConfig,
  DeliveryMode,
  DeliveryStage,
  FallbackConfig,
} from '@spanwise/contracts/notify/routing';
import type { Route } from '../../channels/outbox/chains.js';
import { isQuiet } from './quiet-hours.js';

export interface PlannedEndpoint {
  id: string;
  connector_id: string;
  external_identity: string;
  verified: boolean;
  enabled: boolean;
}

export interface PlannedPreference {
  enabled: boolean;
  quiet_hours: QuietHours | null;
  allow_critical_bypass: boolean;
  endpoint_ids: string[];
}

export interface RoutesOf {
  enabled: boolean;
  routes: DefaultRoute[];
}

export interface PlanInput {
  mode: DeliveryMode;
  delivery: DeliveryConfig;
  fallback: FallbackConfig;
  endpoints: PlannedEndpoint[];
  preference: PlannedPreference | undefined;
  teamDefaults: RoutesOf | undefined;
  organizationDefaults: RoutesOf | undefined;
  /** Those that are neither disabled nor in error. */
  usableConnectors: ReadonlySet<string>;
  critical: boolean;
  nowMs: number;
}

export const isUsable = (connector: Pick<ConnectorView, 'enabled' | 'status'>): boolean =>
  connector.enabled && connector.status !== 'error';

/** The first route that succeeds ends the rest; in `multi_connector` all routes of the first stage are used. */
export function deliveryPlan(input: PlanInput): Route[] {
  const { fallback } = input;
  return [
    ...userRoutes(input),
    ...(fallback.use_team_defaults ? defaultRoutes('team_fallback', input.teamDefaults, input) : []),
    ...(fallback.use_organization_defaults
      ? defaultRoutes('organization_fallback', input.organizationDefaults, input)
      : []),
  ];
}

function userRoutes(input: PlanInput): Route[] {
  if (input.mode !== 'prefer_user') {
    return input.delivery.connector_ids.flatMap((connectorId) =>
      reachable(input, (endpoint) => endpoint.connector_id === connectorId)
        .slice(0, 1)
        .map((endpoint) => routeTo(endpoint, 'user_primary')),
    );
  }
  const { preference } = input;
  if (preference === undefined || !preference.enabled || isLeftAlone(input, preference)) return [];
  const steps = preference.endpoint_ids.flatMap((id) => reachable(input, (endpoint) => endpoint.id === id));
  return (input.fallback.use_user_fallbacks ? steps : steps.slice(0, 1)).map((endpoint, at) =>
    routeTo(endpoint, at === 0 ? 'user_primary' : 'user_fallback'),
  );
}

const isLeftAlone = ({ critical, nowMs }: PlanInput, preference: PlannedPreference): boolean =>
  !(critical && preference.allow_critical_bypass) && isQuiet(preference.quiet_hours, nowMs);

/** Why a plan has no route, for the log of deliveries. */
export function unreachableBecause(input: PlanInput): string {
  const { mode, preference } = input;
  if (mode !== 'prefer_user') return 'no usable connector of the policy has a verified endpoint of the recipient';
  if (preference === undefined)
    return 'the recipient has no preference for this category, and no default route is left';
  if (!preference.enabled) return 'the recipient has turned this category off, and no default route is left';
  if (isLeftAlone(input, preference)) return 'the recipient has quiet hours, and no default route is left';
  return 'no endpoint of the recipient is verified and usable, and no default route is left';
}

const reachable = (input: PlanInput, wanted: (endpoint: PlannedEndpoint) => boolean): PlannedEndpoint[] =>
  input.endpoints.filter(
    (endpoint) =>
      wanted(endpoint) && endpoint.enabled && endpoint.verified && input.usableConnectors.has(endpoint.connector_id),
  );

const routeTo = (endpoint: PlannedEndpoint, stage: DeliveryStage): Route => ({
  stage,
  connector_id: endpoint.connector_id,
  endpoint_id: endpoint.id,
  target: { type: 'direct_user', value: endpoint.external_identity },
});

function defaultRoutes(stage: DeliveryStage, defaults: RoutesOf | undefined, input: PlanInput): Route[] {
  if (defaults === undefined || !defaults.enabled) return [];
  return defaults.routes
    .filter((route) => input.usableConnectors.has(route.connector_id))
    .map((route) => ({
      stage,
      connector_id: route.connector_id,
      target: { type: route.target_type, value: route.target },
    }));
}
