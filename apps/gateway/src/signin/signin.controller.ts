import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  me,
  publicKeys,
  SignIn,
  signIn,
  signOut,
  type Me,
  type PublicKey,
  type SignInReply,
} from '@spanwise/contracts/iam';
import { parse } from '@spanwise/contracts/parse';
import { Empty } from '@spanwise/contracts/rpc';
import { AnyContext, Public } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { Operation } from '../openapi/operation.js';

@Controller()
export class SignInController {
  constructor(private readonly bus: Bus) {}

  @Public()
  @Operation('SignInReply', {
    summary: 'Sign in with e-mail and password',
    description: 'Selects the first organization of the user. The token is a JWT for 24 hours.',
    body: SignIn,
    refusals: {
      unauthorized: 'The e-mail or the password is wrong.',
      forbidden: 'The user is disabled, or has no enabled organization.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post('api/v1/auth/signin')
  @HttpCode(200)
  signIn(@Body() body: unknown): Promise<SignInReply> {
    return this.bus.rpc.call(signIn, parse(SignIn, body));
  }

  @AnyContext()
  @Operation('SignedOut', { summary: 'End this session' })
  @Post('api/v1/auth/signout')
  @HttpCode(200)
  signOut(@CurrentCaller() caller: Caller): Promise<{ signed_out: true }> {
    return this.bus.rpc.call(signOut, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Me', { summary: 'Who is calling' })
  @Get('api/v1/me')
  me(@CurrentCaller() caller: Caller): Promise<Me> {
    return this.bus.rpc.call(me, new Empty(), caller.signed);
  }

  @Public()
  @Operation('PublicKeys', { summary: 'Public keys that verify sign-in tokens (RFC 7517)' })
  @Get('.well-known/jwks.json')
  keys(): Promise<{ keys: PublicKey[] }> {
    return this.bus.rpc.call(publicKeys, new Empty());
  }
}
