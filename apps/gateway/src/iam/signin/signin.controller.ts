import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  me,
  publicKeys,
  SignIn,
  signOut,
  type Me,
  type PublicKey,
  type SignInReply,
} from '@spanwise/contracts/iam/iam';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { AnyContext, Public } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { GatewayConfig } from '../../config.js';
import { Operation } from '../../edge/openapi/operation.js';
import { signInDevice } from './device.js';

const SIGN_IN_PATH = '/api/v1/auth/signin';

@Controller()
export class SignInController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Public()
  @Operation('SignInReply', {
    summary: 'Sign in with e-mail and password',
    description: `Selects the first organization of the user. The token is a JWT for 24 hours. The cookie \`spanwise_device\` in the response
is no session: sent with a later sign-in to the same account, it keeps clients at the same address from using up
the attempts.`,
    body: SignIn,
    refusals: {
      unauthorized: 'The e-mail or the password is wrong.',
      forbidden: 'The user is disabled, or has no enabled organization.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post(SIGN_IN_PATH)
  @HttpCode(200)
  async signIn(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInReply> {
    const { baseUrl } = this.config.values;
    const { answer, cookie } = await signInDevice(this.bus.rpc, parse(SignIn, body), request, SIGN_IN_PATH, baseUrl);
    void reply.header('Set-Cookie', cookie);
    return answer;
  }

  @AnyContext()
  @Operation('SignedOut', {
    summary: 'Sign out',
    refusals: { invalid_argument: 'An API token has no session: it is revoked instead.' },
  })
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
