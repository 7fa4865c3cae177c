import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, notFound, ServiceError } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  acceptGrant,
  CreateGrant,
  createGrant,
  GrantId,
  listGrants,
  revokeGrant,
  shareTargets,
  type GrantView,
  type ShareTarget,
} from '@spanwise/contracts/iam/policies';
import type { Versioned } from '@spanwise/contracts/iam/roles';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { requireAssignable } from '../roles/assignable.js';
import { isAdministrator } from '../roles/standing.store.js';
import {
  insertGrant,
  lockInOrder,
  moveGrant,
  raisePolicyVersions,
  readGrant,
  readGrants,
  readTargets,
} from './grants.store.js';
import { PolicyChanges } from '../roles/policy-changes.js';
import { requireForeign } from './grant-rules.js';
import { requirePrincipal } from './principals.js';
import { requireOrder } from './validity.js';

const MAX_TARGETS = 1_000;

/** What an organization permits people of another one on its resources: offered, accepted there, revoked by either. */
@Controller()
export class Grants {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
  ) {}

  @HandleRpc(listGrants)
  list(_: Empty, context: IamContext): Promise<GrantView[]> {
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, (client) => readGrants(client, organizationId));
  }

  @HandleRpc(shareTargets)
  targets(_: Empty, context: IamContext): Promise<ShareTarget[]> {
    // A token lives in one organization and sees no other.
    if (context.subject_type !== 'user') return Promise.resolve([]);
    return this.scopes.in({ userId: context.subject }, async (client) => {
      const rows = await readTargets(
        client,
        context.subject,
        context.organization_id,
        await isAdministrator(client, context),
        MAX_TARGETS,
      );
      return rows;
    });
  }

  @HandleRpc(createGrant)
  create(input: CreateGrant, context: IamContext): Promise<Versioned<GrantView>> {
    requireOrder(input);
    requireForeign(input, context);
    const permissions = requireAssignable(input.permissions, context);
    return this.changes.change(context, async (client, version) => {
      const value = await insertGrant(client, context.organization_id, { ...input, permissions });
      await note(client, context, 'iam.cross_org_grant.create', value, [context.organization_id]);
      return { value, version };
    });
  }

  @HandleRpc(acceptGrant)
  accept({ id }: GrantId, context: IamContext): Promise<Versioned<GrantView>> {
    return this.move(context, id, 'active', async (client, grant) => {
      if (grant.target_organization_id !== context.organization_id) {
        throw conflict('A grant is accepted by the organization that it is offered to.');
      }
      if (grant.status !== 'pending') throw conflict(`The grant is ${grant.status}.`);
      if ((grant.expires_at_micros ?? Infinity) <= this.clock.nowMs() * 1_000) throw conflict('The grant has ended.');
      await requireGrantee(client, grant);
    });
  }

  @HandleRpc(revokeGrant)
  revoke({ id }: GrantId, context: IamContext): Promise<Versioned<GrantView>> {
    return this.move(context, id, 'revoked', async (_client, grant) => {
      if (grant.status === 'revoked') throw conflict('The grant is revoked.');
    });
  }

  /** What is offered and not yet accepted is visible to the grantor alone; everything later is in the logs of both. */
  private async move(
    context: IamContext,
    id: string,
    status: 'active' | 'revoked',
    check: (client: PoolClient, grant: GrantView) => Promise<void>,
  ): Promise<Versioned<GrantView>> {
    const { organization_id: own } = context;
    const result = await this.scopes.in({ organizationId: own }, async (client) => {
      const grant = await readGrant(client, own, id);
      const isOffer = grant.status === 'pending' && grant.organization_id === own;
      const concerned = isOffer ? [own] : [grant.organization_id, grant.target_organization_id].sort();
      const version = await raiseVersions(client, concerned, own);
      await check(client, grant);
      const value = await moveGrant(client, grant, own, status);
      await note(
        client,
        context,
        status === 'active' ? 'iam.cross_org_grant.accept' : 'iam.cross_org_grant.revoke',
        value,
        concerned,
      );
      return { value, version, concerned };
    });
    for (const organizationId of result.concerned) this.invalidations.publish({ organization_id: organizationId });
    return { value: result.value, version: result.version };
  }
}

async function requireGrantee(client: PoolClient, grant: GrantView): Promise<void> {
  try {
    await requirePrincipal(client, grant.target_organization_id, grant.grantee_type, grant.grantee_id);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not_found') throw error;
    throw conflict('The grant names a user who is not of this organization.');
  }
}

/** In one order, so that two organizations that act at once do not wait for each other. Answers the version of `own`. */
async function raiseVersions(client: PoolClient, organizationIds: string[], own: string): Promise<number> {
  await lockInOrder(client, organizationIds);
  const rows = await raisePolicyVersions(client, organizationIds);
  const found = rows.find((row) => row.id === own);
  if (found === undefined) throw notFound('There is no such grant.');
  return found.policy_version;
}

async function note(
  client: PoolClient,
  context: IamContext,
  action: string,
  value: GrantView,
  organizationIds: readonly string[],
): Promise<void> {
  const entry = { ...actorOf(context), action, targetKind: 'grant', target: value.id, payload: { ...value } };
  for (const organizationId of organizationIds) {
    await nameOrganization(client, organizationId);
    await audit(client, { ...entry, organizationId });
  }
  await nameOrganization(client, context.organization_id);
}
