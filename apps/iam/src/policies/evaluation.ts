/**
 * May this caller do this, here? The one place that decides (peer facts 2.9): scope, then organization, then the roles of
 * the caller, then roles on the resource alone, else no. Pure.
 */
import type { IamContext } from '@spanwise/contracts/iam-context';
import type { Conditions, Decision, EvaluationRequest } from '@spanwise/contracts/iam-roles';
import { PERMISSIONS } from '@spanwise/contracts/permissions';

/** A role that a user has on one resource, with the permissions of that role. */
export interface Binding {
  id: string;
  resourceType: string;
  resourceId: string;
  permissions: readonly string[];
  conditions: Conditions;
  startsAtMicros?: number;
  /** The first moment at which it no longer holds. */
  expiresAtMicros?: number;
}

export type Subject = Pick<IamContext, 'scope' | 'organization_id' | 'permissions' | 'features' | 'policy_version'>;

const BY_KEY = new Map(PERMISSIONS.map((permission) => [permission.key, permission]));

export const isKnownPermission = (key: string): boolean => BY_KEY.has(key);

/** `request.permission` is one of the catalogue. */
export function evaluate(
  subject: Subject,
  bindings: readonly Binding[],
  request: EvaluationRequest,
  nowMicros: number,
): Decision {
  const decide = (allowed: boolean, reason: Decision['reason'], ids?: string[]): Decision => ({
    allowed,
    reason,
    policy_version: subject.policy_version,
    ...(ids !== undefined && { matched_binding_ids: ids }),
  });
  const permission = BY_KEY.get(request.permission);
  if (permission === undefined) return decide(false, 'default_deny');
  if ((permission.scope === 'platform') !== (subject.scope === 'system')) return decide(false, 'scope_boundary');
  const organizationId = request.target?.organization_id ?? subject.organization_id;
  if (organizationId !== subject.organization_id) return decide(false, 'tenant_isolation');
  if (permission.feature !== undefined && !subject.features.includes(permission.feature)) {
    return decide(false, 'default_deny');
  }
  if (subject.permissions.includes(permission.key)) {
    return decide(true, subject.scope === 'system' ? 'platform_assignment' : 'role_permission');
  }
  const onResource = bindings.filter(
    (binding) =>
      matchesTarget(binding, request) && isValidAt(binding, nowMicros) && binding.permissions.includes(permission.key),
  );
  const matched = onResource.filter((binding) => conditionsHold(binding.conditions, request.attributes ?? {}));
  if (matched.length > 0) {
    return decide(
      true,
      'resource_role_binding',
      matched.map((binding) => binding.id),
    );
  }
  return decide(false, onResource.length > 0 ? 'condition_mismatch' : 'default_deny');
}

const matchesTarget = (binding: Binding, { target }: EvaluationRequest): boolean =>
  target !== undefined && binding.resourceType === target.resource_type && binding.resourceId === target.resource_id;

const isValidAt = ({ startsAtMicros = 0, expiresAtMicros = Infinity }: Binding, nowMicros: number): boolean =>
  startsAtMicros <= nowMicros && nowMicros < expiresAtMicros;

function conditionsHold(conditions: Conditions, attributes: NonNullable<EvaluationRequest['attributes']>): boolean {
  const environments = conditions.environment === undefined ? undefined : [conditions.environment].flat();
  if (environments !== undefined && !environments.includes(attributes.environment ?? '')) return false;
  const labels = attributes.labels ?? {};
  return Object.entries(conditions.labels ?? {}).every(
    ([name, value]) => Object.hasOwn(labels, name) && labels[name] === value,
  );
}
