import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { OrgId } from '@spanwise/contracts/iam/orgs';
import { ownQuotas, quotasOf, QuotaValues, setQuotas, type QuotaView } from '@spanwise/contracts/iam/quotas';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const MANAGE_ALL = { system: 'sys.organizations.manage' };
const PATH = { id: 'Id of the organization' };

const orgId = (id: string): OrgId => pathId(OrgId, id, 'There is no such organization.');

@Controller('api/v1/orgs')
export class QuotasController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'org.settings.read' })
  @Operation('Quotas', { summary: 'Quotas of the organization and their usage' })
  @Get('quotas')
  own(@CurrentCaller() caller: Caller): Promise<QuotaView[]> {
    return this.bus.rpc.call(ownQuotas, new Empty(), caller.signed);
  }

  @Access(MANAGE_ALL)
  @Operation('Quotas', { summary: 'Quotas of an organization and their usage', path: PATH })
  @Get(':id/quotas')
  of(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<QuotaView[]> {
    return this.bus.rpc.call(quotasOf, orgId(id), caller.signed);
  }

  @Access(MANAGE_ALL)
  @Operation('Quotas', {
    summary: 'Set the quotas of an organization',
    description:
      'Replaces all of them; omitted ones get their default. Takes effect within a second. A lower quota removes nothing; it prevents additions.',
    path: PATH,
    body: QuotaValues,
  })
  @Put(':id/quotas')
  set(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<QuotaView[]> {
    return this.bus.rpc.call(setQuotas, { ...parse(QuotaValues, body), ...orgId(id) }, caller.signed);
  }
}
