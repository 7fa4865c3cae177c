/** Where a caller may do something on single resources, by the one evaluation. Pure. */
import { authorize, type Holdings } from '@spanwise/contracts/authz/authorize';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { HeldOperation } from '@spanwise/contracts/iam/held-resources';
import type { Decision, ResourceType } from '@spanwise/contracts/authz/decisions';

export interface HeldResources {
  organizationId: string;
  ids: string[];
}

/** Organizations that give all of a kind and may each own an id; a caller with more of them asks the owner to name it. */
const MAX_CANDIDATES = 32;
const OWN: readonly Decision['reason'][] = ['resource_role_binding', 'resource_relationship'];

export class HeldView {
  constructor(
    private readonly caller: IamContext,
    private readonly holdings: Holdings,
    private readonly operation: HeldOperation,
    private readonly nowMicros: number,
  ) {}

  /** The organizations in which the caller may do it on the resource, for all that iam knows: one of them owns it. */
  of(id: string): HeldResources[] {
    const own = this.isOwn(id) ? [this.caller.organization_id] : [];
    const foreign = this.grantors((grant) => grant.resourceIds === 'all' || grant.resourceIds.includes(id)).filter(
      (organizationId) => this.grantsOf(organizationId, id).length > 0,
    );
    return [...own, ...foreign].slice(0, MAX_CANDIDATES).map((organizationId) => ({ organizationId, ids: [id] }));
  }

  /** What the caller holds in their own organization. */
  own(): string[] {
    const { bindings, relationships } = this.holdings;
    const named = [...bindings, ...relationships]
      .filter(({ resource }) => resource.type === this.operation.resourceType)
      .map(({ resource }) => resource.id);
    return [...new Set(named)].filter((id) => this.isOwn(id));
  }

  /** Organizations that grant the caller some resource of the kind. */
  owners(): string[] {
    return this.grantors(() => true).filter((organizationId) => {
      const ids = this.holdings.grants
        .filter((grant) => grant.organizationId === organizationId)
        .flatMap(({ resourceIds }) => (resourceIds === 'all' ? [''] : resourceIds));
      return ids.some((id) => this.grantsOf(organizationId, id).length > 0);
    });
  }

  /** Ids of the grants by which the caller may do it there; none where they may not. */
  grantsOf(organizationId: string, id: string): string[] {
    const { allowed, reason, matched_grant_ids: ids } = this.decide(id, organizationId);
    return allowed && reason === 'cross_organization_grant' ? (ids ?? []) : [];
  }

  private isOwn(id: string): boolean {
    const { allowed, reason } = this.decide(id, this.caller.organization_id);
    return allowed && OWN.includes(reason);
  }

  /** Those that name the resource before those that give everything. */
  private grantors(fits: (grant: Holdings['grants'][number]) => boolean): string[] {
    const fitting = this.holdings.grants.filter(fits);
    const naming = fitting.filter(({ resourceIds }) => resourceIds !== 'all');
    return [...new Set([...naming, ...fitting].map(({ organizationId }) => organizationId))];
  }

  private decide(resourceId: string, organizationId: string): Decision {
    const target = {
      organization_id: organizationId,
      resource_type: this.operation.resourceType satisfies ResourceType,
      resource_id: resourceId,
    };
    const request = { permission: this.operation.permission, target };
    return authorize(this.caller, this.holdings, request, this.nowMicros);
  }
}
