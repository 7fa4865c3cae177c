import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { OrgId } from '@spanwise/contracts/iam-orgs';
import { ownQuotas, quotasOf, QuotaValuesById, setQuotas, type QuotaView } from '@spanwise/contracts/iam-quotas';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { lockOrganization } from '../organizations/organizations.controller.js';
import { auditOrganization } from '../organizations/organization-audit.js';
import { readQuotas } from './quota-store.js';

/** A lower quota takes nothing away: it keeps more from being added. */
@Controller()
export class QuotasController {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(ownQuotas)
  own(_: Empty, { context }: ScopedCall): Promise<QuotaView[]> {
    return this.inOrganization(context.organization_id, (client) => readQuotas(client, context.organization_id));
  }

  @HandleRpc(quotasOf)
  of({ id }: OrgId, { context }: ScopedCall): Promise<QuotaView[]> {
    return this.inOrganization(context.organization_id, async (client) => {
      await lockOrganization(client, id);
      await nameOrganization(client, id);
      return readQuotas(client, id);
    });
  }

  @HandleRpc(setQuotas)
  async set({ id, ...values }: QuotaValuesById, { context }: ScopedCall): Promise<QuotaView[]> {
    const views = await this.inOrganization(context.organization_id, async (client) => {
      await lockOrganization(client, id);
      await client.query('update organizations set quotas = $2 where id = $1', [id, JSON.stringify(values)]);
      await auditOrganization(client, context, 'organization.quotas', id, { ...values });
      await nameOrganization(client, id);
      return readQuotas(client, id);
    });
    this.invalidations.publish({ organization_id: id });
    return views;
  }

  private inOrganization<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return translateFaults(() => this.scopes.inOrganization(organizationId, work));
  }
}
