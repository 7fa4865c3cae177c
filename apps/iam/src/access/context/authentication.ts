import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  Authenticate,
  authenticate,
  publicKeys,
  type AuthenticateReply,
  type PublicKey,
} from '@spanwise/contracts/iam/iam';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { SigningKeys } from '../../platform/keys/signing-keys.js';
import { Contexts } from './contexts.js';

@Controller()
export class Authentication {
  constructor(
    private readonly contexts: Contexts,
    private readonly keys: SigningKeys,
  ) {}

  @HandleRpc(authenticate)
  authenticate(input: Authenticate): Promise<AuthenticateReply> {
    return this.contexts.authenticate(input.credential);
  }

  @HandleRpc(publicKeys)
  async publicKeys(_: Empty): Promise<{ keys: PublicKey[] }> {
    return { keys: this.keys.publicKeys };
  }
}
