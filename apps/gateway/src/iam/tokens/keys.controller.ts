import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  listSigningKeys,
  revokeSigningKey,
  rotateSigningKeys,
  SigningKeyId,
  type RevokedKey,
  type RotatedKeys,
  type SigningKeyView,
} from '@spanwise/contracts/iam/keys';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

@Access({ system: 'sys.settings.manage' })
@Controller('api/v1/auth/jwt')
export class KeysController {
  constructor(private readonly bus: Bus) {}

  @Operation('SigningKeys', { summary: 'Keys that sign tokens, newest first' })
  @Get('secrets')
  list(@CurrentCaller() caller: Caller): Promise<SigningKeyView[]> {
    return this.bus.rpc.call(listSigningKeys, new Empty(), caller.signed);
  }

  @Operation('RotatedKeys', {
    summary: 'Rotate the signing key',
    description: 'Tokens signed with the previous key are valid until they expire.',
  })
  @Post('rotate')
  @HttpCode(200)
  rotate(@CurrentCaller() caller: Caller): Promise<RotatedKeys> {
    return this.bus.rpc.call(rotateSigningKeys, new Empty(), caller.signed);
  }

  @Operation('RevokedKey', {
    summary: 'Revoke a signing key',
    description: 'Every token signed with it is refused within a second, including the caller’s.',
    path: { id: 'Id of the key' },
  })
  @Post('secrets/:id/revoke')
  @HttpCode(200)
  revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<RevokedKey> {
    return this.bus.rpc.call(revokeSigningKey, pathId(SigningKeyId, id, 'There is no such key.'), caller.signed);
  }
}
