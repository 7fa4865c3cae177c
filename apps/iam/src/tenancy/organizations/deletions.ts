import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DoneDeletion } from '@spanwise/contracts/iam/organization-deletions';
import { poolOf } from '@spanwise/postgres/database';
import { audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { readDeletion, recordDone } from './deletions.store.js';
import { systemOrganizationId } from '../../platform/organizations/organization-row.store.js';

/** What the services say of their parts. */
@Injectable()
export class Deletions {
  constructor(
    private readonly source: DataSource,
    private readonly scopes: Scopes,
  ) {}

  /** The last part ends the deletion, and the platform's log says so. */
  async record(done: DoneDeletion): Promise<{ recorded: true }> {
    const organizationId = await systemOrganizationId(poolOf(this.source));
    await this.scopes.in({ organizationId }, async (client) => {
      if (!(await recordDone(client, done))) return;
      const { services } = await readDeletion(client, done.organization_id);
      const removed = services.map(({ service, rows, files }) => ({ service, rows, files }));
      await audit(client, {
        organizationId,
        actorId: null,
        actorKind: 'anonymous',
        action: 'organization.deleted',
        targetKind: 'organization',
        target: done.organization_id,
        payload: { removed },
      });
    });
    return { recorded: true };
  }
}
