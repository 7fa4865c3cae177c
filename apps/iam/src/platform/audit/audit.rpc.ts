import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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

  @HandleRpc(recordExport)
  export(filter: AuditFilter, { context }: ScopedCall): Promise<{ recorded: true }> {
    return this.auditRecords.export(filter, context);
  }

  @HandleRpc(recordChange)
  change(record: ChangeRecord): Promise<{ recorded: true }> {
    return this.auditRecords.change(record);
  }
}
