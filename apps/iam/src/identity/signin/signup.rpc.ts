import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
  type Instance,
  verifySignUp,
  VerifySignUp,
  type SignUpReply,
  type VerifiedSignUp,
} from '@spanwise/contracts/iam/orgs';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Registration } from './registration.js';

@Controller()
export class SignupController {
  constructor(private readonly registration: Registration) {}

  @HandleRpc(instance)
  instance(_: Empty): Promise<Instance> {
    return this.registration.instance();
  }

  @HandleRpc(signupPolicy)
  policy(_: Empty, { context }: ScopedCall): Promise<SignupPolicy> {
    return this.registration.policy(context);
  }

  @HandleRpc(setSignupPolicy)
  setPolicy(input: SignupPolicy, { context }: ScopedCall): Promise<SignupPolicy> {
    return this.registration.setPolicy(input, context);
  }

  @HandleRpc(signUp)
  signUp(input: SignUp): Promise<SignUpReply> {
    return this.registration.signUp(input);
  }

  @HandleRpc(verifySignUp)
  verify(input: VerifySignUp): Promise<VerifiedSignUp> {
    return this.registration.verify(input);
  }

  @HandleRpc(forgotPassword)
  forgot(input: ForgotPassword): Promise<{ accepted: true }> {
    return this.registration.forgot(input);
  }

  @HandleRpc(resetPassword)
  reset(input: ResetPassword): Promise<{ reset: true }> {
    return this.registration.reset(input);
  }
}
