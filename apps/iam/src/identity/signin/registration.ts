import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
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
  VerifySignUp,
  verifySignUp,
  type Instance,
  type SignUpReply,
  type VerifiedSignUp,
} from '@spanwise/contracts/iam/orgs';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { keyOf } from '../users/accounts.store.js';
import { requireGoodPassword } from '../../platform/passwords/password-policy.js';
import { PasswordResets } from './password-resets.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import { SignUps } from './sign-ups.js';
import { readSignupPolicy, writeSignupPolicy } from './sign-ups.store.js';

@Controller()
export class Registration {
  constructor(
    private readonly scopes: Scopes,
    private readonly signUps: SignUps,
    private readonly limits: SignInLimits,
    private readonly resets: PasswordResets,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(instance)
  instance(): Promise<Instance> {
    return this.signUps.isOpen().then((signup_enabled) => ({ signup_enabled }));
  }

  @HandleRpc(signupPolicy)
  policy(_: Empty, context: IamContext): Promise<SignupPolicy> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      return readSignupPolicy(client, context.organization_id);
    });
  }

  @HandleRpc(setSignupPolicy)
  setPolicy(input: SignupPolicy, context: IamContext): Promise<SignupPolicy> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await writeSignupPolicy(client, context.organization_id, input.signup_enabled, input.signup_require_approval);
      await audit(client, { ...actorOf(context), action: 'signup_policy.update', payload: { ...input } });
      return input;
    });
  }

  /** The answer is the same for every address, known or not: the mail says what happens next. */
  @HandleRpc(signUp)
  async signUp(input: SignUp): Promise<SignUpReply> {
    requireGoodPassword(input.password);
    await this.limits.publicRoute();
    await this.signUps.request(input);
    return pendingReply(input);
  }

  @HandleRpc(verifySignUp)
  async verify(input: VerifySignUp): Promise<VerifiedSignUp> {
    await this.limits.publicRoute();
    return this.signUps.verify(input);
  }

  @HandleRpc(forgotPassword)
  async forgot(input: ForgotPassword): Promise<{ accepted: true }> {
    const key = keyOf(input.email);
    if (await this.limits.mail(key)) await this.resets.request(key);
    return { accepted: true as const };
  }

  @HandleRpc(resetPassword)
  async reset(input: ResetPassword): Promise<{ reset: true }> {
    requireGoodPassword(input.password);
    await this.limits.publicRoute();
    this.invalidations.publish({ subject: await this.resets.redeem(input.token, input.password) });
    return { reset: true as const };
  }
}

/** The id is of no user: it reveals nothing about the address. */
const pendingReply = (input: SignUp): SignUpReply => ({
  status: 'pending',
  token: null,
  user_id: uuidv7(),
  email: input.email,
  display_name: input.display_name.trim(),
  org_id: null,
  org_name: null,
  display_role: null,
  roles: [],
});
