import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  confirmDeletion,
  DoneDeletion,
  dueDeletions,
  DueDeletions,
  type DeletionOrder,
} from '@spanwise/contracts/iam/organization-deletions';
import { audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { ordersDue, readDeletion, recordDone } from './deletions.store.js';
import { systemOrganizationId } from '../../platform/organizations/organization-row.store.js';

/** What the services say of their parts. */
@Controller()
export class Deletions {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(dueDeletions)
  due(asked: DueDeletions): Promise<DeletionOrder[]> {
    return this.scopes.in({}, (client) => ordersDue(client, asked));
  }

  @HandleRpc(confirmDeletion)
  async confirm(done: DoneDeletion): Promise<{ recorded: true }> {
    await recordDeletedPart(this.scopes, done);
    return { recorded: true };
  }
}

/** The last part ends the deletion, and the platform's log says so. */
export async function recordDeletedPart(scopes: Scopes, done: DoneDeletion): Promise<void> {
  const organizationId = await scopes.in({}, systemOrganizationId);
  await scopes.in({ organizationId }, async (client) => {
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
}
