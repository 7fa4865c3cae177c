/**
 * May this caller do this, here? The one function that decides, in the gateway and in every service (ACCESS-11): scope,
 * then organization, then the roles of the caller, then what holds on the resource alone: a bound role, a relationship, or
 * for a resource of another organization its grant; else no. Pure.
 */
import type { IamContext } from './iam-context.js';
import type { Conditions, Decision, EvaluationRequest } from './decisions.js';
import { PERMISSIONS } from './permissions.js';

/** Permissions that a caller holds on something, themselves or through a team or the organization. */
interface HeldPermissions {
  id: string;
  permissions: readonly string[];
  conditions?: Conditions;
  startsAtMicros?: number;
  /** The first moment at which it no longer holds. */
  expiresAtMicros?: number;
}

interface Resource {
  type: string;
  id: string;
}

/** A role on one resource. */
export interface Binding extends HeldPermissions {
  resource: Resource;
}

/**
 * A role on one resource and on what lies directly in it. One that names a container itself holds for as long as the
 * resource lies there.
 */
export interface Relationship extends HeldPermissions {
  resource: Resource;
  container?: Resource;
}

/** What another organization permits on its resources. */
export interface Grant extends HeldPermissions {
  organizationId: string;
  resourceType: string;
  resourceIds: readonly string[] | 'all';
}

/** What is held on single resources; a caller's roles are in their context. */
export interface Holdings {
  bindings: readonly Binding[];
  relationships: readonly Relationship[];
  grants: readonly Grant[];
}

export const NO_HOLDINGS: Holdings = { bindings: [], relationships: [], grants: [] };

export type Subject = Pick<IamContext, 'scope' | 'organization_id' | 'permissions' | 'features' | 'policy_version'>;

const BY_KEY = new Map(PERMISSIONS.map((permission) => [permission.key, permission]));

export const isKnownPermission = (key: string): boolean => BY_KEY.has(key);

export function authorize(
  subject: Subject,
  holdings: Holdings,
  request: EvaluationRequest,
  nowMicros: number,
): Decision {
  const { policy_version } = subject;
  const deny = (reason: Decision['reason']): Decision => ({ allowed: false, reason, policy_version });
  const allow = (reason: Decision['reason'], matched: Partial<Decision> = {}): Decision => ({
    allowed: true,
    reason,
    policy_version,
    ...matched,
  });
  const permission = BY_KEY.get(request.permission);
  if (permission === undefined) return deny('default_deny');
  if ((permission.scope === 'platform') !== (subject.scope === 'system')) return deny('scope_boundary');
  const entitled = permission.feature === undefined || subject.features.includes(permission.feature);
  const owner = request.target?.organization_id ?? subject.organization_id;
  const decide = <H extends HeldPermissions>(held: readonly H[], covers: (one: H) => boolean) =>
    permitting(held, covers, request, nowMicros);

  if (owner !== subject.organization_id) {
    if (!entitled || subject.scope === 'system') return deny('tenant_isolation');
    const grants = decide(holdings.grants, (grant) => grant.organizationId === owner && isGranted(grant, request));
    if (grants.ids.length > 0) return allow('cross_organization_grant', { matched_grant_ids: grants.ids });
    return deny(grants.otherwise ? 'condition_mismatch' : 'tenant_isolation');
  }
  if (!entitled) return deny('default_deny');
  if (subject.permissions.includes(permission.key)) {
    return allow(subject.scope === 'system' ? 'platform_assignment' : 'role_permission');
  }
  const bindings = decide(holdings.bindings, (binding) => isTarget(binding.resource, request));
  if (bindings.ids.length > 0) return allow('resource_role_binding', { matched_binding_ids: bindings.ids });
  const relationships = decide(holdings.relationships, (relationship) => isRelated(relationship, request));
  if (relationships.ids.length > 0) {
    return allow('resource_relationship', { matched_relationship_ids: relationships.ids });
  }
  return deny(bindings.otherwise ? 'condition_mismatch' : 'default_deny');
}

/** Ids of what permits the request; `otherwise`: something would, under other conditions. */
function permitting<H extends HeldPermissions>(
  held: readonly H[],
  covers: (one: H) => boolean,
  request: EvaluationRequest,
  nowMicros: number,
): { ids: string[]; otherwise: boolean } {
  const permitting = held.filter(
    (one) => covers(one) && isValidAt(one, nowMicros) && one.permissions.includes(request.permission),
  );
  const matched = permitting.filter((one) => conditionsHold(one.conditions ?? {}, request.attributes ?? {}));
  return { ids: matched.map((one) => one.id), otherwise: permitting.length > matched.length };
}

const isTarget = ({ type, id }: Resource, { target }: EvaluationRequest): boolean =>
  target !== undefined && target.resource_type === type && target.resource_id === id;

const isContainer = ({ type, id }: Resource, { target }: EvaluationRequest): boolean =>
  target?.container_id !== undefined && target.container_type === type && target.container_id === id;

function isRelated({ resource, container }: Relationship, request: EvaluationRequest): boolean {
  if (container !== undefined) return isTarget(resource, request) && isContainer(container, request);
  return isTarget(resource, request) || isContainer(resource, request);
}

const isGranted = ({ resourceType, resourceIds }: Grant, { target }: EvaluationRequest): boolean =>
  target !== undefined &&
  target.resource_type === resourceType &&
  (resourceIds === 'all' || resourceIds.includes(target.resource_id));

const isValidAt = ({ startsAtMicros = 0, expiresAtMicros = Infinity }: HeldPermissions, nowMicros: number): boolean =>
  startsAtMicros <= nowMicros && nowMicros < expiresAtMicros;

function conditionsHold(conditions: Conditions, attributes: NonNullable<EvaluationRequest['attributes']>): boolean {
  const environments = conditions.environment === undefined ? undefined : [conditions.environment].flat();
  if (environments !== undefined && !environments.includes(attributes.environment ?? '')) return false;
  const labels = attributes.labels ?? {};
  return Object.entries(conditions.labels ?? {}).every(
    ([name, value]) => Object.hasOwn(labels, name) && labels[name] === value,
  );
}
