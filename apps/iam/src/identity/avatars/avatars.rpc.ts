import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { AvatarFile, readAvatar, SetAvatar, setAvatar } from '@spanwise/contracts/iam/avatars';
import type { Profile } from '@spanwise/contracts/iam/profile';
import { Avatars } from './avatars.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: Avatars) {}

  @HandleRpc(setAvatar)
  set(input: SetAvatar, { context }: ScopedCall): Promise<Profile> {
    return this.avatars.set(input, context);
  }

  @HandleRpc(readAvatar)
  read(input: AvatarFile): Promise<{ image_base64: string }> {
    return this.avatars.read(input);
  }
}
