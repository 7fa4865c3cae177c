import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  CreateOrg,
  createOrg,
  listOrgs,
  OrgId,
  OrgStatusById,
  renameOrg,
  RenameOrgById,
  setOrgStatus,
  type OrgView,
} from '@spanwise/contracts/iam/orgs';
import { deleteOrg, readOrgDeletion, type OrgDeletion } from '@spanwise/contracts/iam/organization-deletions';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { builtinRoleByKey, displayRole, roleKeysOf, roleRef } from '../../access/roles/effective-access.js';
import { nameOrganization, nameUser, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { rolesByKey } from '../../access/roles/roles.store.js';
import { isAdministrator } from '../../access/roles/standing.store.js';
import { orderDeletion, readDeletion } from './deletions.store.js';
import { auditOrganization } from '../../platform/organizations/organization-audit.js';
import { lockOrganization } from '../../platform/organizations/organization-row.store.js';
import {
  countOrganizations,
  insertOrganization,
  isAnotherEnabled,
  lockStatus,
  readOrganizations,
  setOrganizationDisabled,
  setOrganizationName,
  type OrgRow,
} from './organizations.store.js';

/** The list is a bare array (API-6). */
const MAX_ORGANIZATIONS = 1_000;

@Controller()
export class Organizations {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listOrgs)
  list(_: Empty, context: IamContext): Promise<OrgView[]> {
    return this.scopes.in({ userId: context.subject }, async (client) => {
      const administrator = await isAdministrator(client, context);
      const rows = await readOrganizations(
        client,
        context.subject,
        administrator,
        // A token lives in one organization and sees no other.
        context.subject_type === 'api_token' ? context.organization_id : null,
        MAX_ORGANIZATIONS,
      );
      const views: OrgView[] = [];
      for (const row of rows) views.push(await viewOf(client, row, administrator));
      return views;
    });
  }

  @HandleRpc(createOrg)
  create(input: CreateOrg, context: IamContext): Promise<OrgView> {
    return this.inSystem(context, async (client) => {
      const count = await countOrganizations(client);
      if (count >= MAX_ORGANIZATIONS) {
        throw conflict(`There can be ${MAX_ORGANIZATIONS} organizations.`);
      }
      const made = await insertOrganization(client, input.slug, input.name.trim());
      if (made === undefined) throw conflict('There is an organization with this slug.');
      await auditOrganization(client, context, 'organization.create', made.id, { ...input });
      return viewOf(client, made, true);
    });
  }

  @HandleRpc(renameOrg)
  rename({ id, name }: RenameOrgById, context: IamContext): Promise<OrgView> {
    return this.inSystem(context, async (client) => {
      const row = await lockOrganization(client, id);
      if (name === undefined) return viewOf(client, row, true);
      await setOrganizationName(client, id, name.trim());
      await auditOrganization(client, context, 'organization.rename', id, { name });
      return viewOf(client, { ...row, name: name.trim() }, true);
    });
  }

  @HandleRpc(setOrgStatus)
  async setStatus({ id, disabled }: OrgStatusById, context: IamContext): Promise<OrgView> {
    const view = await this.inSystem(context, async (client) => {
      await lockStatus(client);
      const row = await lockOrganization(client, id);
      if (row.disabled === disabled) return viewOf(client, row, true);
      if (disabled && !(await isAnotherEnabled(client, id)))
        throw invalidArgument('The last enabled organization cannot be disabled.');
      await setOrganizationDisabled(client, id, disabled);
      await auditOrganization(client, context, disabled ? 'organization.disable' : 'organization.enable', id, {});
      return viewOf(client, { ...row, disabled }, true);
    });
    this.invalidations.publish({ organization_id: id });
    return view;
  }

  /** The organization is gone once this has answered; its data goes in the background. */
  @HandleRpc(deleteOrg)
  async remove({ id }: OrgId, context: IamContext): Promise<{ requested: true }> {
    await this.inSystem(context, async (client) => {
      await lockStatus(client);
      const { name, slug, disabled } = await lockOrganization(client, id);
      // Without another one that is enabled no user could go on; a disabled one is never the last.
      if (!disabled && !(await isAnotherEnabled(client, id)))
        throw invalidArgument('The last enabled organization cannot be deleted.');
      await orderDeletion(client, id, context.subject);
      await auditOrganization(client, context, 'organization.delete', id, { name, slug });
    });
    this.invalidations.publish({ organization_id: id, deleted: true });
    return { requested: true };
  }

  @HandleRpc(readOrgDeletion)
  deletion({ id }: OrgId, context: IamContext): Promise<OrgDeletion> {
    return this.inSystem(context, (client) => readDeletion(client, id));
  }

  private inSystem<T>(context: IamContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await nameUser(client, context.subject);
      return work(client);
    });
  }
}

async function viewOf(client: PoolClient, row: OrgRow, administrator: boolean): Promise<OrgView> {
  const keys = roleKeysOf({
    scope: row.system ? 'system' : 'organization',
    systemOrganization: row.system,
    platformAdministrator: administrator,
    memberRoleKeys: row.role_keys ?? undefined,
  });
  // The platform's list is long, and its built-in roles need no look into each organization.
  if (keys?.some((key) => builtinRoleByKey(key) === undefined)) await nameOrganization(client, row.id);
  const roles = await rolesByKey(client, row.id, keys ?? []);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    ...(roles.length > 0 && { display_role: displayRole(roles) }),
    roles: roles.map(roleRef),
    system: row.system,
    disabled: row.disabled,
  };
}
