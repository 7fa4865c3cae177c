import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  AuditFilter,
  AuditQuery,
  ChangeRecord,
  Denial,
  readAudit,
  recordChange,
  recordDenial,
  recordExport,
  type AuditPage,
} from '@spanwise/contracts/iam/audit';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Scopes } from '../../db/scopes.js';
import { AuditLog } from './audit-log.js';
import { actorOf, audit } from './audit.js';

@Controller()
export class AuditRecords {
  constructor(
    private readonly log: AuditLog,
    private readonly scopes: Scopes,
  ) {}

  @HandleRpc(readAudit)
  read(query: AuditQuery, context: IamContext): Promise<AuditPage> {
    return this.log.read(context.organization_id, query);
  }

  @HandleRpc(recordDenial)
  async record({ method, route, count }: Denial, context: IamContext): Promise<{ recorded: true }> {
    const target = { targetKind: 'route', target: `${method} ${route}` };
    await this.scopes.in({ organizationId: context.organization_id }, (client) =>
      audit(client, { ...actorOf(context), action: 'access.denied', ...target, payload: { count } }),
    );
    return { recorded: true as const };
  }

  /** Before the first line leaves: an export that cannot be recorded is not made. */
  @HandleRpc(recordExport)
  async export(filter: AuditFilter, context: IamContext): Promise<{ recorded: true }> {
    const { organization_id: organizationId } = context;
    const entry = { action: 'audit.export', targetKind: 'organization', target: organizationId };
    await this.scopes.in({ organizationId }, (client) =>
      audit(client, { ...actorOf(context), ...entry, payload: { ...filter } }),
    );
    return { recorded: true as const };
  }

  @HandleRpc(recordChange)
  async change(record: ChangeRecord): Promise<{ recorded: true }> {
    await this.scopes.in({ organizationId: record.organization_id }, (client) =>
      audit(client, {
        id: record.id,
        organizationId: record.organization_id,
        actorId: record.actor_id ?? null,
        actorKind: record.actor_kind,
        credentialId: record.credential_id,
        action: record.action,
        targetKind: record.target_kind,
        target: record.target_id,
        payload: record.payload,
        origin: { ip: record.ip, userAgent: record.user_agent, requestId: record.request_id },
      }),
    );
    return { recorded: true as const };
  }
}
