import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  CreateOrg,
  createOrg,
  listOrgs,
  OrgStatusById,
  RenameOrgById,
  renameOrg,
  setOrgStatus,
  type OrgView,
} from '@spanwise/contracts/iam-orgs';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { builtinRoleByKey, displayRole, roleKeysOf, roleRef } from '../context/effective-access.js';
import { nameOrganization, nameUser, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { rolesByKey } from '../roles/role-store.js';
import type { DestinationOrganization } from '../signin/destinations.js';
import { auditOrganization } from './organization-audit.js';

/** The list is a bare array (decisions 1.8). */
const MAX_ORGANIZATIONS = 1_000;
/** Of two requests that each leave one enabled organization, one must see the other. */
const STATUS_LOCK = 0x5354;

type OrgRow = DestinationOrganization & { role_keys: string[] | null };

const COLUMNS = 'o.id, o.slug, o.name, o.system, o.disabled';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listOrgs)
  list(_: Empty, { context }: ScopedCall): Promise<OrgView[]> {
    return translateFaults(() =>
      this.scopes.asUser(context.subject, async (client) => {
        const administrator = await isAdministrator(client, context);
        const { rows } = await client.query<OrgRow>(
          `select ${COLUMNS}, m.role_keys from organizations o
             left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
            where ($2 or (m.user_id is not null and not o.system)) and ($3::uuid is null or o.id = $3)
            order by o.system, lower(o.name), o.id limit $4`,
          [
            context.subject,
            administrator,
            // A token lives in one organization and sees no other.
            context.subject_type === 'api_token' ? context.organization_id : null,
            MAX_ORGANIZATIONS,
          ],
        );
        const views: OrgView[] = [];
        for (const row of rows) views.push(await viewOf(client, row, administrator));
        return views;
      }),
    );
  }

  @HandleRpc(createOrg)
  create(input: CreateOrg, { context }: ScopedCall): Promise<OrgView> {
    return this.inSystem(context, async (client) => {
      const { rows: counted } = await client.query<{ all: string }>('select count(*) as all from organizations');
      if (Number(counted[0].all) >= MAX_ORGANIZATIONS) {
        throw conflict(`There can be ${MAX_ORGANIZATIONS} organizations.`);
      }
      const { rows } = await client.query<OrgRow>(
        `insert into organizations as o (id, slug, name) values ($1, $2, $3) on conflict (slug) do nothing
         returning ${COLUMNS}, null as role_keys`,
        [uuidv7(), input.slug, input.name.trim()],
      );
      if (rows.length === 0) throw conflict('There is an organization with this slug.');
      await auditOrganization(client, context, 'organization.create', rows[0].id, { ...input });
      return viewOf(client, rows[0], true);
    });
  }

  @HandleRpc(renameOrg)
  rename({ id, name }: RenameOrgById, { context }: ScopedCall): Promise<OrgView> {
    return this.inSystem(context, async (client) => {
      const row = await lockOrganization(client, id);
      if (name === undefined) return viewOf(client, row, true);
      await client.query('update organizations set name = $2 where id = $1', [id, name.trim()]);
      await auditOrganization(client, context, 'organization.rename', id, { name });
      return viewOf(client, { ...row, name: name.trim() }, true);
    });
  }

  @HandleRpc(setOrgStatus)
  async setStatus({ id, disabled }: OrgStatusById, { context }: ScopedCall): Promise<OrgView> {
    const view = await this.inSystem(context, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [STATUS_LOCK]);
      const row = await lockOrganization(client, id);
      if (row.disabled === disabled) return viewOf(client, row, true);
      const { rowCount } = await client.query(
        'select from organizations where not system and not disabled and id <> $1 limit 1',
        [id],
      );
      if (disabled && rowCount === 0) throw invalidArgument('The last enabled organization cannot be disabled.');
      await client.query('update organizations set disabled = $2, policy_version = policy_version + 1 where id = $1', [
        id,
        disabled,
      ]);
      await auditOrganization(client, context, disabled ? 'organization.disable' : 'organization.enable', id, {});
      return viewOf(client, { ...row, disabled }, true);
    });
    this.invalidations.publish({ organization_id: id });
    return view;
  }

  private inSystem<T>(context: IamContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await nameUser(client, context.subject);
        return work(client);
      }),
    );
  }
}

export async function isAdministrator(client: PoolClient, context: IamContext): Promise<boolean> {
  if (context.subject_type !== 'user') return false;
  const { rows } = await client.query<{ platform_administrator: boolean }>(
    'select platform_administrator from users where id = $1',
    [context.subject],
  );
  return rows[0]?.platform_administrator ?? false;
}

export async function lockOrganization(client: PoolClient, id: string): Promise<OrgRow> {
  const { rows } = await client.query<OrgRow>(
    `select ${COLUMNS}, null as role_keys from organizations o where o.id = $1 for update`,
    [id],
  );
  if (rows.length === 0) throw notFound('There is no such organization.');
  if (rows[0].system) throw forbidden('The organization of the platform cannot be changed.');
  return rows[0];
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
