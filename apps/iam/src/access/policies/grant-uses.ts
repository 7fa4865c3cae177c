import { Injectable } from '@nestjs/common';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { Scopes } from '../../db/scopes.js';

export interface GrantUse {
  caller: IamContext;
  ownerId: string;
  operation: string;
  resourceId: string;
  grantIds: readonly string[];
}

/** One record an hour of the same use: an endless reader does not fill the log of the granting organization. */
const QUIET_MS = 3_600_000;
const MAX_KNOWN = 10_000;

/** Who of another organization reads what an organization granted, in that organization's own audit log. */
@Injectable()
export class GrantUses {
  /** Of this process: after a start the same use is written once more, never less. */
  private readonly writtenAtMs = new Map<string, number>();

  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the log has it. */
  async note({ caller, ownerId, operation, resourceId, grantIds }: GrantUse): Promise<void> {
    const key = [ownerId, caller.organization_id, caller.subject, operation, resourceId, ...grantIds].join(' ');
    const nowMs = this.clock.nowMs();
    const writtenAtMs = this.writtenAtMs.get(key);
    if (writtenAtMs !== undefined && Math.abs(nowMs - writtenAtMs) < QUIET_MS) return;
    await this.scopes.in({ organizationId: ownerId }, (client) =>
      audit(client, {
        ...actorOf(caller),
        organizationId: ownerId,
        // Of the reader's organization alone.
        credentialId: undefined,
        action: 'iam.cross_org_grant.use',
        targetKind: 'grant',
        target: grantIds[0],
        payload: {
          grant_ids: grantIds,
          reader_organization_id: caller.organization_id,
          operation,
          resource_id: resourceId,
        },
      }),
    );
    if (this.writtenAtMs.size >= MAX_KNOWN) this.writtenAtMs.clear();
    this.writtenAtMs.set(key, nowMs);
  }
}
