import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound, ServiceError } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
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
} from '@spanwise/contracts/iam-policies';
import type { Versioned } from '@spanwise/contracts/iam-roles';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Clock } from '../clock.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { isAdministrator } from '../organizations/organizations.controller.js';
import { requireAssignable } from '../roles/assignable.js';
import { insertGrant, moveGrant, readGrant, readGrants } from './grant-store.js';
import { PolicyChanges } from './policy-changes.js';
import { requirePrincipal } from './principals.js';
import { requireOrder } from './validity.js';

const MAX_TARGETS = 1_000;

/** What an organization permits people of another one on its resources: offered, accepted there, revoked by either. */
@Controller()
export class GrantsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
  ) {}

  @HandleRpc(listGrants)
  list(_: Empty, { context }: ScopedCall): Promise<GrantView[]> {
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, (client) => readGrants(client, organizationId)),
    );
  }

  @HandleRpc(shareTargets)
  targets(_: Empty, { context }: ScopedCall): Promise<ShareTarget[]> {
    // A token lives in one organization and sees no other.
    if (context.subject_type !== 'user') return Promise.resolve([]);
    return translateFaults(() =>
      this.scopes.asUser(context.subject, async (client) => {
        const { rows } = await client.query<ShareTarget>(
          `select o.id, o.name from organizations o
             left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
            where not o.system and not o.disabled and o.id <> $2 and ($3 or m.user_id is not null)
            order by lower(o.name), o.id limit $4`,
          [context.subject, context.organization_id, await isAdministrator(client, context), MAX_TARGETS],
        );
        return rows;
      }),
    );
  }

  @HandleRpc(createGrant)
  create(input: CreateGrant, { context }: ScopedCall): Promise<Versioned<GrantView>> {
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
  accept({ id }: GrantId, { context }: ScopedCall): Promise<Versioned<GrantView>> {
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
  revoke({ id }: GrantId, { context }: ScopedCall): Promise<Versioned<GrantView>> {
    return this.move(context, id, 'revoked', async (_client, grant) => {
      if (grant.status === 'revoked') throw conflict('The grant is revoked.');
    });
  }

  /** What is offered and not yet accepted is the giver's own affair; everything later is in the logs of both. */
  private async move(
    context: IamContext,
    id: string,
    status: 'active' | 'revoked',
    check: (client: PoolClient, grant: GrantView) => Promise<void>,
  ): Promise<Versioned<GrantView>> {
    const { organization_id: own } = context;
    const result = await translateFaults(() =>
      this.scopes.inOrganization(own, async (client) => {
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
      }),
    );
    for (const organizationId of result.concerned) this.invalidations.publish({ organization_id: organizationId });
    return { value: result.value, version: result.version };
  }
}

function requireForeign(input: CreateGrant, { organization_id: own }: IamContext): void {
  if (input.target_organization_id === own) {
    throw invalidArgument('A grant goes to another organization.', [
      { field: 'target_organization_id', reason: 'is the active organization' },
    ]);
  }
  if (input.grantee_type === 'organization' && input.grantee_id !== input.target_organization_id) {
    throw invalidArgument('Of another organization the grantee is a part or itself.', [
      { field: 'grantee_id', reason: 'is not the target organization' },
    ]);
  }
}

async function requireGrantee(client: PoolClient, grant: GrantView): Promise<void> {
  try {
    await requirePrincipal(client, grant.target_organization_id, grant.grantee_type, grant.grantee_id);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not_found') throw error;
    throw conflict('The grant names somebody who is not of this organization.');
  }
}

/** In one order, so that two organizations that act at once do not wait for each other. Answers the version of `own`. */
async function raiseVersions(client: PoolClient, organizationIds: string[], own: string): Promise<number> {
  await client.query('select from organizations where id = any($1::uuid[]) order by id for no key update', [
    organizationIds,
  ]);
  const { rows } = await client.query<{ id: string; policy_version: number }>(
    `update organizations set policy_version = policy_version + 1 where id = any($1::uuid[])
     returning id, policy_version`,
    [organizationIds],
  );
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
