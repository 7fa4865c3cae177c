import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
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
} from '@spanwise/contracts/iam/orgs';
import { deleteOrg, readOrgDeletion, type OrgDeletion } from '@spanwise/contracts/iam/organization-deletions';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import type { FastifyRequest } from 'fastify';
import { Access, AnyContext } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { requireOwnToken } from '../../edge/auth/session-cookie.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation, OperationWithoutAnswer } from '../../edge/openapi/operation.js';

const MANAGE_ALL = { system: 'sys.organizations.manage' };
const PATH = { id: 'Id of the organization' };

const orgId = (id: string): OrgId => pathId(OrgId, id, 'There is no such organization.');

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
    summary: 'Create an organization',
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
    description: 'A disabled organization is denied everything; takes effect within a second.',
    path: PATH,
    body: OrgStatus,
  })
  @Patch(':id/status')
  setStatus(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<OrgView> {
    return this.bus.rpc.call(setOrgStatus, { ...parse(OrgStatus, body), ...orgId(id) }, caller.signed);
  }

  @Access(MANAGE_ALL)
  @OperationWithoutAnswer({
    summary: 'Delete an organization',
    description: `Its tokens, sessions, links and intake answer 401 or 404 immediately, it is removed from lists, and its slug is free. Everything
but the audit log is deleted within an hour, in every service; \`GET /orgs/{id}/deletion\` shows the progress. User accounts
remain. It cannot be undone. The last enabled organization cannot be deleted, and that of the platform neither.`,
    path: PATH,
    refusals: { forbidden: 'It is the organization of the platform.' },
  })
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteOrg, orgId(id), caller.signed);
  }

  @Access(MANAGE_ALL)
  @Operation('OrgDeletion', {
    summary: 'Progress of an organization’s deletion',
    description:
      'Which service has removed its part, how many rows, and when. Readable after the deletion has finished.',
    path: PATH,
  })
  @Get(':id/deletion')
  deletion(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<OrgDeletion> {
    return this.bus.rpc.call(readOrgDeletion, orgId(id), caller.signed);
  }

  @AnyContext()
  @Operation('SelectedOrg', {
    summary: 'Switch organization',
    description: 'Answers a new token. In the organization of the platform it holds for an hour.',
    path: PATH,
    refusals: {
      forbidden: 'The caller is no member, or the organization is disabled.',
      invalid_argument: 'The session is in a cookie, and goes by `POST /api/v1/auth/session/organization`.',
    },
  })
  @Post(':id/select')
  @HttpCode(200)
  @Header('Pragma', 'no-cache')
  select(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<SelectedOrg> {
    requireOwnToken(request);
    return this.bus.rpc.call(selectOrg, orgId(id), caller.signed);
  }
}
