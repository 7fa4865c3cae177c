import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { SignInAttempt, signIn, signOut, type SignedIn } from '@spanwise/contracts/iam/iam';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { SignIns } from './sign-ins.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignIns) {}

  @HandleRpc(signIn)
  signIn(input: SignInAttempt): Promise<SignedIn> {
    return this.signIns.signIn(input);
  }

  @HandleRpc(signOut)
  signOut(_: Empty, { context }: ScopedCall): Promise<{ signed_out: true }> {
    return this.signIns.signOut(context);
  }
}
