import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { notFound } from '@spanwise/contracts/base/errors';
import type { Held, IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  grantedOwners,
  HELD_OPERATIONS,
  heldContexts,
  useGrant,
  type GrantedOwnersOf,
  type HeldCaller,
  type HeldContext,
  type HeldContextsOf,
  type UseGrant,
} from '@spanwise/contracts/iam/held-resources';
import { runQuery } from '@spanwise/contracts/telemetry/query';
import { Clock } from '../../clock.js';
import { Contexts } from '../context/contexts.js';
import { Scopes } from '../../db/scopes.js';
import { readServing, type ServingOrganization } from '../../commerce/billing/serving.store.js';
import { GrantUses } from './grant-uses.js';
import { HeldView, type HeldResources } from './held-resources.js';
import { holdingsOf } from './holdings.store.js';

/** What people hold on single resources, in the form in which services honour it. Decided at every request. */
@Controller()
export class HeldContexts {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
    private readonly contexts: Contexts,
    private readonly uses: GrantUses,
  ) {}

  @HandleRpc(heldContexts)
  async heldContexts({ operation, id }: HeldContextsOf, context: IamContext): Promise<HeldContext[]> {
    if (context.subject_type !== 'user' || context.scope !== 'organization') return Promise.resolve([]);
    const known = await this.viewOf(context, operation);
    if (known === undefined) return [];
    const { view, caller } = known;
    const found = id === undefined ? ownOf(view, operation, caller.organization_id) : view.of(id);
    const owners = await this.serving(found.map(({ organizationId }) => organizationId));
    return Promise.all(
      found.flatMap((held) => {
        const owner = owners.find((one) => one.id === held.organizationId);
        return owner === undefined ? [] : [this.contexts.narrowed(caller, owner, narrowing(held, operation, caller))];
      }),
    );
  }

  @HandleRpc(grantedOwners)
  async owners({ caller, operation, slugs }: GrantedOwnersOf): Promise<Record<string, string>> {
    const known = await this.viewOf(caller, operation);
    const owners = await this.serving(known?.view.owners() ?? []);
    return Object.fromEntries(owners.filter(({ slug }) => slugs.includes(slug)).map(({ slug, id }) => [slug, id]));
  }

  @HandleRpc(useGrant)
  async use(asked: UseGrant): Promise<{ used: true }> {
    const { operation, organization_id: ownerId, resource_id: resourceId } = asked;
    const known = await this.viewOf(asked.caller, operation);
    const grantIds = known?.view.grantsOf(ownerId, resourceId) ?? [];
    const owners = await this.serving([ownerId]);
    if (known === undefined || grantIds.length === 0 || owners.length === 0) throw notFound('There is no such grant.');
    await this.uses.note({ caller: known.caller, ownerId, operation, resourceId, grantIds });
    return { used: true as const };
  }

  /** Of the caller as they are now, whatever their context said; undefined where they are shut out themselves. */
  private async viewOf(
    shown: HeldCaller,
    operation: string,
  ): Promise<{ caller: IamContext; view: HeldView } | undefined> {
    const { subject, credential_id, organization_id } = shown;
    const person = { subject_type: 'user', scope: 'organization' } as const;
    const caller = await this.contexts.now({ ...person, subject, credential_id, organization_id });
    if ((await this.serving([organization_id])).length === 0) return undefined;
    const holdings = await this.scopes.in({ organizationId: organization_id }, (client) => holdingsOf(client, caller));
    const nowMicros = this.clock.nowMs() * 1_000;
    return { caller, view: new HeldView(caller, holdings, HELD_OPERATIONS.get(operation)!, nowMicros) };
  }

  private serving(organizationIds: readonly string[]): Promise<ServingOrganization[]> {
    return this.scopes.in({}, (client) => readServing(client, organizationIds, this.clock.nowMs()));
  }
}

/** A statement names streams of others itself: a caller who is granted any may ask, and has none of their own then. */
function ownOf(view: HeldView, operation: string, organizationId: string): HeldResources[] {
  const ids = view.own();
  const mayAsk = ids.length > 0 || (operation === runQuery.subject && view.owners().length > 0);
  return mayAsk ? [{ organizationId, ids }] : [];
}

function narrowing({ ids }: HeldResources, operation: string, caller: IamContext): Held {
  const { permission, resourceType } = HELD_OPERATIONS.get(operation)!;
  return {
    operation,
    permission,
    resource_type: resourceType,
    resource_ids: ids,
    reader_organization_id: caller.organization_id,
  };
}
