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
} from '@spanwise/contracts/iam';
import { parse } from '@spanwise/contracts/parse';
import { Empty } from '@spanwise/contracts/rpc';
import { Access } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { pathId } from '../auth/path-id.js';

@Controller('api/v1/auth/tokens')
export class TokensController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'api_tokens.manage' })
  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @Header('Pragma', 'no-cache')
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<CreatedApiToken> {
    return this.bus.rpc.call(createApiToken, parse(CreateApiToken, body), caller.signed);
  }

  @Access({ organization: 'api_tokens.read' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<ApiTokenView[]> {
    return this.bus.rpc.call(listApiTokens, new Empty(), caller.signed);
  }

  @Access({ organization: 'api_tokens.manage' })
  @Get('default')
  @Header('Cache-Control', 'private, no-store')
  @Header('Pragma', 'no-cache')
  default(@CurrentCaller() caller: Caller): Promise<CreatedApiToken> {
    return this.bus.rpc.call(defaultApiToken, new Empty(), caller.signed);
  }

  @Access({ organization: 'api_tokens.manage' })
  @Delete(':id')
  revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ revoked: true }> {
    return this.bus.rpc.call(revokeApiToken, pathId(ById, id, 'There is no such API token.'), caller.signed);
  }
}
