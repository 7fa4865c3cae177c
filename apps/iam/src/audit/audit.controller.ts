import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  AuditQuery,
  ChangeRecord,
  Denial,
  readAudit,
  recordChange,
  recordDenial,
  type AuditPage,
} from '@spanwise/contracts/iam-audit';
import { translateFaults } from '@spanwise/postgres/availability';
import { Scopes } from '../db/scopes.js';
import { AuditLog } from './audit-log.js';
import { actorOf, audit } from './audit.js';

@Controller()
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly scopes: Scopes,
  ) {}

  @HandleRpc(readAudit)
  read(query: AuditQuery, { context }: ScopedCall): Promise<AuditPage> {
    return translateFaults(() => this.log.read(context.organization_id, query));
  }

  @HandleRpc(recordDenial)
  record({ method, route, count }: Denial, { context }: ScopedCall): Promise<{ recorded: true }> {
    return translateFaults(async () => {
      const target = { targetKind: 'route', target: `${method} ${route}` };
      await this.scopes.inOrganization(context.organization_id, (client) =>
        audit(client, { ...actorOf(context), action: 'access.denied', ...target, payload: { count } }),
      );
      return { recorded: true as const };
    });
  }

  @HandleRpc(recordChange)
  change(record: ChangeRecord): Promise<{ recorded: true }> {
    return translateFaults(async () => {
      await this.scopes.inOrganization(record.organization_id, (client) =>
        audit(client, {
          id: record.id,
          organizationId: record.organization_id,
          actorId: record.actor_id ?? null,
          actorKind: record.actor_kind,
          action: record.action,
          targetKind: record.target_kind,
          target: record.target_id,
          payload: record.payload,
          origin: { ip: record.ip, userAgent: record.user_agent, requestId: record.request_id },
        }),
      );
      return { recorded: true as const };
    });
  }
}
