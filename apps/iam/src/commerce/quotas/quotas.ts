import { Injectable } from '@nestjs/common';
import { OrgId } from '@spanwise/contracts/iam/orgs';
import { QuotaValuesById, type QuotaView } from '@spanwise/contracts/iam/quotas';
import { translateFaults } from '@spanwise/postgres/availability';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { lockOrganization } from '../../platform/organizations/organization-row.store.js';
import { auditOrganization } from '../../platform/organizations/organization-audit.js';
import { readQuotas, writeQuotas } from './quotas.store.js';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';

/** A lower quota takes nothing away: it keeps more from being added. */
@Injectable()
export class Quotas {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  own(context: IamContext): Promise<QuotaView[]> {
    const { organization_id: organizationId } = context;
    return translateFaults(() => this.scopes.in({ organizationId }, (client) => readQuotas(client, organizationId)));
  }

  of({ id }: OrgId, context: IamContext): Promise<QuotaView[]> {
    return translateFaults(() =>
      this.scopes.in({ organizationId: context.organization_id }, async (client) => {
        await lockOrganization(client, id);
        await nameOrganization(client, id);
        return readQuotas(client, id);
      }),
    );
  }

  async set({ id, ...values }: QuotaValuesById, context: IamContext): Promise<QuotaView[]> {
    const views = await translateFaults(() =>
      this.scopes.in({ organizationId: context.organization_id }, async (client) => {
        await lockOrganization(client, id);
        await writeQuotas(client, id, storableJson(values));
        await auditOrganization(client, context, 'organization.quotas', id, { ...values });
        await nameOrganization(client, id);
        return readQuotas(client, id);
      }),
    );
    this.invalidations.publish({ organization_id: id });
    return views;
  }
}
