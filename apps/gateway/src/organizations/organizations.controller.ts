import { Body, Controller, Get, Header, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  CreateOrg,
  createOrg,
  listOrgs,
  OrgId,
  OrgStatus,
  RenameOrg,
  renameOrg,
  selectOrg,
  setOrgStatus,
  type OrgView,
  type SelectedOrg,
} from '@spanwise/contracts/iam-orgs';
import { parse } from '@spanwise/contracts/parse';
import { Empty } from '@spanwise/contracts/rpc';
import { Access, AnyContext } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { pathId } from '../auth/path-id.js';
import { Operation } from '../openapi/operation.js';

const MANAGE_ALL = { system: 'sys.organizations.manage' };
const PATH = { id: 'Id of the organization' };

const orgId = (id: string): OrgId => pathId(OrgId, id, 'There is no such organization.');

/** Peer facts 2.6 and 2.10. */
@Controller('api/v1/orgs')
export class OrganizationsController {
  constructor(private readonly bus: Bus) {}

  @AnyContext()
  @Operation('Orgs', {
    summary: 'The caller’s organizations',
    description: 'All of them, and the platform’s, for the platform administrator.',
  })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<OrgView[]> {
    return this.bus.rpc.call(listOrgs, new Empty(), caller.signed);
  }

  @Access(MANAGE_ALL)
  @Operation('Org', {
    summary: 'Make an organization',
    body: CreateOrg,
    refusals: { conflict: 'The slug is taken.' },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<OrgView> {
    return this.bus.rpc.call(createOrg, parse(CreateOrg, body), caller.signed);
  }

  @Access(MANAGE_ALL)
  @Operation('Org', { summary: 'Rename an organization', path: PATH, body: RenameOrg })
  @Patch(':id')
  rename(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<OrgView> {
    return this.bus.rpc.call(renameOrg, { ...parse(RenameOrg, body), ...orgId(id) }, caller.signed);
  }

  @Access(MANAGE_ALL)
  @Operation('Org', {
    summary: 'Disable or enable an organization',
    description: 'Of a disabled organization nothing is permitted, everywhere within a second.',
    path: PATH,
    body: OrgStatus,
  })
  @Patch(':id/status')
  setStatus(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<OrgView> {
    return this.bus.rpc.call(setOrgStatus, { ...parse(OrgStatus, body), ...orgId(id) }, caller.signed);
  }

  @AnyContext()
  @Operation('SelectedOrg', {
    summary: 'Go to another organization',
    description: 'Answers a new token. In the organization of the platform it holds for an hour.',
    path: PATH,
    refusals: { forbidden: 'The caller is no member, or the organization is disabled.' },
  })
  @Post(':id/select')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @Header('Pragma', 'no-cache')
  select(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SelectedOrg> {
    return this.bus.rpc.call(selectOrg, orgId(id), caller.signed);
  }
}
