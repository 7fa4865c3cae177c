import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  ById,
  CreateApiToken,
  createApiToken,
  defaultApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiTokenView,
  type CreatedApiToken,
} from '@spanwise/contracts/iam/iam';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const FULL = 'The organization has as many tokens as its quota admits.';

@Controller('api/v1/auth/tokens')
export class TokensController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'api_tokens.manage' })
  @Operation('CreatedApiToken', {
    summary: 'Create an API token',
    description:
      'The token is in this answer and can never be read again. Without a role it may send telemetry only. It never has more permissions than its creator has at the time of a call.',
    body: CreateApiToken,
    refusals: { conflict: FULL },
  })
  @Post()
  @HttpCode(200)
  @Header('Pragma', 'no-cache')
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<CreatedApiToken> {
    return this.bus.rpc.call(createApiToken, parse(CreateApiToken, body), caller.signed);
  }

  @Access({ organization: 'api_tokens.read' })
  @Operation('ApiTokens', { summary: 'API tokens of the organization' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<ApiTokenView[]> {
    return this.bus.rpc.call(listApiTokens, new Empty(), caller.signed);
  }

  @Access({ organization: 'api_tokens.manage' })
  @Operation('CreatedApiToken', {
    summary: 'The caller’s ingest token of this organization',
    description: 'Created by the first call. It may send telemetry only, and unlike other tokens it is shown again.',
    refusals: { conflict: FULL },
  })
  @Get('default')
  @Header('Pragma', 'no-cache')
  default(@CurrentCaller() caller: Caller): Promise<CreatedApiToken> {
    return this.bus.rpc.call(defaultApiToken, new Empty(), caller.signed);
  }

  @Access({ organization: 'api_tokens.manage' })
  @Operation('Revoked', {
    summary: 'Revoke an API token',
    description: 'It is refused everywhere within a second.',
    path: { id: 'Id of the token, not its text' },
  })
  @Delete(':id')
  revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ revoked: true }> {
    return this.bus.rpc.call(revokeApiToken, pathId(ById, id, 'There is no such API token.'), caller.signed);
  }
}
