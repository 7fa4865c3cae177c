import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { OrgId } from '@spanwise/contracts/iam/orgs';
import { ownQuotas, quotasOf, QuotaValuesById, setQuotas, type QuotaView } from '@spanwise/contracts/iam/quotas';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { lockOrganization } from '../../platform/organizations/organization-row.store.js';
import { auditOrganization } from '../../platform/organizations/organization-audit.js';
import { readQuotas, writeQuotas } from './quotas.store.js';

/** A lower quota takes nothing away: it keeps more from being added. */
@Controller()
export class Quotas {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(ownQuotas)
  own(_: Empty, context: IamContext): Promise<QuotaView[]> {
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, (client) => readQuotas(client, organizationId));
  }

  @HandleRpc(quotasOf)
  of({ id }: OrgId, context: IamContext): Promise<QuotaView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await lockOrganization(client, id);
      await nameOrganization(client, id);
      return readQuotas(client, id);
    });
  }

  @HandleRpc(setQuotas)
  async set({ id, ...values }: QuotaValuesById, context: IamContext): Promise<QuotaView[]> {
    const views = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await lockOrganization(client, id);
      await writeQuotas(client, id, storableJson(values));
      await auditOrganization(client, context, 'organization.quotas', id, { ...values });
      await nameOrganization(client, id);
      return readQuotas(client, id);
    });
    this.invalidations.publish({ organization_id: id });
    return views;
  }
}
