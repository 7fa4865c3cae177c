import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { AuditQuery, Denial, readAudit, recordDenial, type AuditPage } from '@spanwise/contracts/iam-audit';
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
}
