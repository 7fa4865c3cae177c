import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  CreateShare,
  createShare,
  getShare,
  ListShares,
  listShares,
  openShareAsMember,
  revokeShare,
  rotateShare,
  ShareId,
  ShareLink,
  sharePolicy,
  UpdateSharePolicy,
  updateSharePolicy,
  type SharedLink,
  type SharePolicy,
  type ShareSession,
  type ShareView,
} from '@spanwise/contracts/iam/shares';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, AnyContext } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { parseQuery } from '../edge/auth/parse-query.js';
import { pathId } from '../edge/auth/path-id.js';
import { Operation } from '../edge/openapi/operation.js';
import { shareOfRecords } from './shared-records.js';

const SHARE = { organization: 'dashboards.share' };
const PATH = { id: 'Id of the share' };

const shareId = (id: string): ShareId => pathId(ShareId, id, 'There is no such share.');

/** Links to views (ACCESS-15). */
@Controller('api/v1/resource_shares')
export class SharesController {
  constructor(private readonly bus: Bus) {}

  @Access(SHARE)
  @Operation('SharedLink', {
    summary: 'Share a view, a trace, a saved search or the rows of a search job',
    description: `The link is shown once. It grants read access to this one view with these filters, while the author may read it and
the organization's policy allows it. A share across organizations also needs \`iam.policies.manage\`.`,
    body: CreateShare,
    refusals: {
      forbidden: 'A permission is missing, or the policy allows no such link.',
      not_found: 'What is to be shared is not there.',
      conflict: 'Too many shares.',
    },
  })
  @Post()
  async create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SharedLink> {
    const share = await shareOfRecords(this.bus, parse(CreateShare, body), caller.signed);
    return this.bus.rpc.call(createShare, share, caller.signed);
  }

  @Access(SHARE)
  @Operation('Shares', { summary: 'Shares of the organization, newest first', query: ListShares })
  @Get()
  list(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<ShareView[]> {
    return this.bus.rpc.call(listShares, parseQuery(ListShares, query, []), caller.signed);
  }

  @Access({ organization: 'org.settings.read' })
  @Operation('SharePolicy', { summary: 'Share policy of the organization' })
  @Get('policy')
  policy(@CurrentCaller() caller: Caller): Promise<SharePolicy> {
    return this.bus.rpc.call(sharePolicy, new Empty(), caller.signed);
  }

  @Access({ organization: 'org.settings.manage' })
  @Operation('SharePolicy', {
    summary: 'Update the share policy',
    description: 'Applies to existing links immediately. Omitted members are unchanged.',
    body: UpdateSharePolicy,
  })
  @Put('policy')
  updatePolicy(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SharePolicy> {
    return this.bus.rpc.call(updateSharePolicy, parse(UpdateSharePolicy, body), caller.signed);
  }

  @AnyContext()
  @Operation('ShareSession', {
    summary: 'Open a share link for members',
    description: 'The caller must be signed in to the organization that the link is for.',
    body: ShareLink,
    refusals: { not_found: 'There is no such share, or it is for others.' },
  })
  @Post('open')
  @HttpCode(200)
  open(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ShareSession> {
    return this.bus.rpc.call(openShareAsMember, parse(ShareLink, body), caller.signed);
  }

  @Access(SHARE)
  @Operation('Share', { summary: 'One share', path: PATH })
  @Get(':id')
  get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ShareView> {
    return this.bus.rpc.call(getShare, shareId(id), caller.signed);
  }

  @Access(SHARE)
  @Operation('SharedLink', {
    summary: 'Rotate the link of a share',
    description: 'Revokes the previous link and its sessions.',
    path: PATH,
  })
  @Post(':id/rotate')
  @HttpCode(200)
  rotate(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SharedLink> {
    return this.bus.rpc.call(rotateShare, shareId(id), caller.signed);
  }

  @Access(SHARE)
  @Operation('Revoked', { summary: 'Revoke a share and its sessions', path: PATH })
  @Delete(':id')
  revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ revoked: true }> {
    return this.bus.rpc.call(revokeShare, shareId(id), caller.signed);
  }
}
