import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
import { KeyRotation } from './key-rotation.js';

@Controller()
export class KeysController {
  constructor(private readonly keyRotation: KeyRotation) {}

  @HandleRpc(listSigningKeys)
  list(_: Empty): Promise<SigningKeyView[]> {
    return this.keyRotation.list();
  }

  @HandleRpc(rotateSigningKeys)
  rotate(_: Empty, { context }: ScopedCall): Promise<RotatedKeys> {
    return this.keyRotation.rotate(context);
  }

  @HandleRpc(revokeSigningKey)
  revoke(input: SigningKeyId, { context }: ScopedCall): Promise<RevokedKey> {
    return this.keyRotation.revoke(input, context);
  }
}
