import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  acceptGrant,
  CreateGrant,
  createGrant,
  GrantId,
  listGrants,
  revokeGrant,
  shareTargets,
  type GrantView,
  type ShareTarget,
} from '@spanwise/contracts/iam/policies';
import type { Versioned } from '@spanwise/contracts/iam/roles';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const READ = { organization: 'iam.policies.read' };
const MANAGE = { organization: 'iam.policies.manage' };
const PATH = { id: 'Id of the grant' };

const grantId = (id: string): GrantId => pathId(GrantId, id, 'There is no such grant.');

@Controller('api/v1/iam')
export class GrantsController {
  constructor(private readonly bus: Bus) {}

  @Access(MANAGE)
  @Operation('ShareTargets', {
    summary: 'The caller’s other organizations',
    description: 'Other organizations are addressed by their id.',
  })
  @Get('share-targets')
  targets(@CurrentCaller() caller: Caller): Promise<ShareTarget[]> {
    return this.bus.rpc.call(shareTargets, new Empty(), caller.signed);
  }

  @Access(READ)
  @Operation('Grants', {
    summary: 'Grants given by and offered to the organization',
    description: 'The newest 1000 first.',
  })
  @Get('cross-org-grants')
  list(@CurrentCaller() caller: Caller): Promise<GrantView[]> {
    return this.bus.rpc.call(listGrants, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Operation('ChangedGrant', {
    summary: 'Offer another organization permissions on resources',
    description: 'Takes effect once the other organization accepts. Does not reveal whether it exists.',
    body: CreateGrant,
    refusals: {
      forbidden: 'The caller lacks one of the permissions.',
      conflict: 'The organization gives 1000 grants.',
    },
  })
  @Post('cross-org-grants')
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Versioned<GrantView>> {
    return this.bus.rpc.call(createGrant, parse(CreateGrant, body), caller.signed);
  }

  @Access(MANAGE)
  @Operation('ChangedGrant', {
    summary: 'Accept an offered grant',
    path: PATH,
    refusals: {
      conflict:
        'The grant is not offered to this organization, no longer pending, or names a user who is not a member.',
    },
  })
  @Post('cross-org-grants/:id/accept')
  @HttpCode(200)
  accept(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Versioned<GrantView>> {
    return this.bus.rpc.call(acceptGrant, grantId(id), caller.signed);
  }

  @Access(MANAGE)
  @Operation('ChangedGrant', {
    summary: 'Revoke a grant',
    description: 'Either organization can revoke it; it cannot be restored.',
    path: PATH,
    refusals: { conflict: 'The grant is revoked already.' },
  })
  @Post('cross-org-grants/:id/revoke')
  @HttpCode(200)
  revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Versioned<GrantView>> {
    return this.bus.rpc.call(revokeGrant, grantId(id), caller.signed);
  }
}
