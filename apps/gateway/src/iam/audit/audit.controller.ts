import { Controller, Get, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { AuditQuery, readAudit, type AuditPage } from '@spanwise/contracts/iam/audit';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { Operation } from '../../edge/openapi/operation.js';

const NOTE = 'Newest first. `from` and `to` are microseconds, RFC 3339, or relative such as `now-24h`.';

@Controller('api/v1')
export class AuditController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'audit.read' })
  @Operation('AuditPage', { summary: 'Audit log of the organization', description: NOTE, query: AuditQuery })
  @Get('audit')
  ofOrganization(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<AuditPage> {
    return this.read(query, caller);
  }

  @Access({ system: 'sys.telemetry.read' })
  @Operation('AuditPage', { summary: 'Audit log of the platform', description: NOTE, query: AuditQuery })
  @Get('system/audit')
  ofPlatform(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<AuditPage> {
    return this.read(query, caller);
  }

  private read(query: unknown, caller: Caller): Promise<AuditPage> {
    return this.bus.rpc.call(readAudit, parseQuery(AuditQuery, query, ['limit']), caller.signed);
  }
}
