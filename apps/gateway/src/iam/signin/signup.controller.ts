import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import {
  ForgotPassword,
  forgotPassword,
  instance,
  ResetPassword,
  resetPassword,
  setSignupPolicy,
  SignUp,
  signUp,
  SignupPolicy,
  signupPolicy,
  type SignUpReply,
  type VerifiedSignUp,
  verifySignUp,
  VerifySignUp,
} from '@spanwise/contracts/iam/orgs';
import { parse } from '@spanwise/contracts/authz/parse';
import type { InstanceInfo } from '@spanwise/contracts/base/probes';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { versionInfo } from '@spanwise/host/version';
import { Access, Public } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { GatewayConfig } from '../../config.js';
import { RequestLimits, secretKey } from '../../edge/limits/request-limits.js';
import { Operation } from '../../edge/openapi/operation.js';

@Controller('api/v1')
export class SignupController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly limits: RequestLimits,
  ) {}

  @Public()
  @Operation('Instance', { summary: 'Settings of the sign-in page' })
  @Get('instance')
  async instance(): Promise<InstanceInfo> {
    const { signup_enabled } = await this.bus.rpc.call(instance, new Empty());
    const { version, release_channel } = versionInfo(this.config.values);
    return { external_url: this.config.values.baseUrl, signup_enabled, version, release_channel };
  }

  @Access({ organization: 'org.settings.read' })
  @Operation('SignupPolicy', { summary: 'Sign-up settings' })
  @Get('settings/signup')
  policy(@CurrentCaller() caller: Caller): Promise<SignupPolicy> {
    return this.bus.rpc.call(signupPolicy, new Empty(), caller.signed);
  }

  @Access({ organization: 'org.settings.manage' })
  @Operation('SignupPolicy', {
    summary: 'Update sign-up settings',
    description: 'People who sign up join the first enabled organization; its policy applies.',
    body: SignupPolicy,
  })
  @Put('settings/signup')
  setPolicy(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SignupPolicy> {
    return this.bus.rpc.call(setSignupPolicy, parse(SignupPolicy, body), caller.signed);
  }

  @Public()
  @Operation('SignUpReply', {
    summary: 'Sign up',
    description:
      'The answer is the same for every address, known or not, and the token is null: a link is mailed that confirms the address, and the account is created after that. Without a mail server accounts wait for approval; if approval is off, sign-up is refused.',
    body: SignUp,
    refusals: {
      forbidden: 'Sign-up is not open, or the domain is not admitted.',
      conflict: 'The organization is full.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post('auth/signup')
  @HttpCode(200)
  signUp(@Body() body: unknown): Promise<SignUpReply> {
    return this.bus.rpc.call(signUp, parse(SignUp, body));
  }

  @Public()
  @Operation('VerifiedSignUp', {
    summary: 'Verify the e-mail address of a sign-up',
    description:
      'The mailed token and the password of the sign-up. Creates the account, which can then sign in or waits for approval.',
    body: VerifySignUp,
    refusals: {
      invalid_argument: 'The link is invalid, used or expired, or the password is another one.',
      forbidden: 'Sign-up is closed, or the domain is not allowed.',
      conflict: 'The organization is full.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post('auth/verify-email')
  @HttpCode(200)
  verify(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<VerifiedSignUp> {
    const given = parse(VerifySignUp, body);
    const key = secretKey('sign-up', given.token, given.password);
    return this.limits.throttleFailures(ip, key, () => this.bus.rpc.call(verifySignUp, given));
  }

  @Public()
  @Operation('Accepted', {
    summary: 'Request a password reset',
    description: 'The answer is the same for every address. A single-use link is e-mailed, valid for 30 minutes.',
    body: ForgotPassword,
    refusals: { resource_exhausted: 'Too many requests from this address.' },
  })
  @Post('auth/forgot-password')
  @HttpCode(202)
  forgot(@Body() body: unknown): Promise<{ accepted: true }> {
    return this.bus.rpc.call(forgotPassword, parse(ForgotPassword, body));
  }

  @Public()
  @Operation('PasswordReset', {
    summary: 'Set a new password',
    description: 'The e-mailed token is the credential. Every session of the user ends.',
    body: ResetPassword,
    refusals: {
      invalid_argument: 'The link is invalid, used or expired, or the password is refused.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post('auth/reset-password')
  @HttpCode(200)
  reset(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<{ reset: true }> {
    const given = parse(ResetPassword, body);
    const key = secretKey('reset', given.token, given.password);
    return this.limits.throttleFailures(ip, key, () => this.bus.rpc.call(resetPassword, given));
  }
}
