import { Controller } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import { AvatarFile, avatarPath, readAvatar, SetAvatar, setAvatar } from '@spanwise/contracts/iam/avatars';
import type { Profile } from '@spanwise/contracts/iam/profile';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { readProfile } from '../profile/profile-view.js';
import { requireUser } from '../../access/roles/require-user.js';
import { findAvatar, nameAvatar, replaceAvatar } from './avatars.store.js';

const NAME_BYTES = 16;

@Controller()
export class Avatars {
  constructor(private readonly scopes: Scopes) {}

  /** The picture before goes; its address is never used again, so that it may be kept for ever where it is known. */
  @HandleRpc(setAvatar)
  set(input: SetAvatar, context: IamContext): Promise<Profile> {
    requireUser(context);
    const image = Buffer.from(input.image_base64, 'base64');
    if (!isWebp(image)) throw invalidArgument('The picture is not in the form that is kept.');
    const file = randomBytes(NAME_BYTES).toString('base64url');
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await replaceAvatar(client, context.subject, file, image);
      await nameAvatar(client, context.subject, avatarPath(context.subject, file));
      await audit(client, { ...actorOf(context), action: 'avatar.update', payload: { bytes: image.length } });
      return readProfile(client, context);
    });
  }

  @HandleRpc(readAvatar)
  read({ user_id: userId, file }: AvatarFile): Promise<{ image_base64: string }> {
    return this.scopes.in({}, async (client) => {
      const avatar = await findAvatar(client, userId, file);
      if (avatar === undefined) throw notFound('There is no such picture.');
      return { image_base64: avatar.image.toString('base64') };
    });
  }
}

const isWebp = (image: Buffer): boolean =>
  image.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP';
