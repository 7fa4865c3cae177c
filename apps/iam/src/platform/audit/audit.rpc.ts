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
import { AuditRecords } from './audit-records.js';

@Controller()
export class AuditController {
  constructor(private readonly auditRecords: AuditRecords) {}

  @HandleRpc(readAudit)
  read(query: AuditQuery, { context }: ScopedCall): Promise<AuditPage> {
    return this.auditRecords.read(query, context);
  }

  @HandleRpc(recordDenial)
  record(input: Denial, { context }: ScopedCall): Promise<{ recorded: true }> {
    return this.auditRecords.record(input, context);
  }

  @HandleRpc(recordChange)
  change(record: ChangeRecord): Promise<{ recorded: true }> {
    return this.auditRecords.change(record);
  }
}
