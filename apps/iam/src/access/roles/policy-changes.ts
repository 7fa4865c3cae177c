import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { policyVersionOf, raisePolicyVersion } from './roles.store.js';

/** Changes of what is given in an organization, one after the other: each raises the version that cached contexts carry. */
@Injectable()
export class PolicyChanges {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  /** The organization's row is locked while `work` runs, in a transaction of the caller's organization. */
  async change<T>(context: IamContext, work: (client: PoolClient, version: number) => Promise<T>): Promise<T> {
    const { organization_id: organizationId } = context;
    const result = await this.scopes.in({ organizationId }, async (client) => {
      await raisePolicyVersion(client, organizationId);
      return work(client, await policyVersionOf(client, organizationId));
    });
    this.invalidations.publish({ organization_id: organizationId });
    return result;
  }
}
