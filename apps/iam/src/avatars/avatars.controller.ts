import { randomBytes } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { invalidArgument, notFound } from '@spanwise/contracts/errors';
import { AvatarFile, avatarPath, readAvatar, SetAvatar, setAvatar } from '@spanwise/contracts/iam-avatars';
import type { Profile } from '@spanwise/contracts/iam-profile';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { readProfile, requireUser } from '../profile/profile.controller.js';

const NAME_BYTES = 16;

@Controller()
export class AvatarsController {
  constructor(private readonly scopes: Scopes) {}

  /** The picture before goes; its address is never used again, so that it may be kept for ever where it is known. */
  @HandleRpc(setAvatar)
  set(input: SetAvatar, { context }: ScopedCall): Promise<Profile> {
    requireUser(context);
    const image = Buffer.from(input.image_base64, 'base64');
    if (!isWebp(image)) throw invalidArgument('The picture is not in the form that is kept.');
    const file = randomBytes(NAME_BYTES).toString('base64url');
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query(
          `insert into avatars (user_id, file, image) values ($1, $2, $3)
           on conflict (user_id) do update set file = $2, image = $3, created_at = now()`,
          [context.subject, file, image],
        );
        await client.query('update users set avatar_url = $2 where id = $1', [
          context.subject,
          avatarPath(context.subject, file),
        ]);
        await audit(client, { ...actorOf(context), action: 'avatar.update', payload: { bytes: image.length } });
        return readProfile(client, context);
      }),
    );
  }

  @HandleRpc(readAvatar)
  read({ user_id: userId, file }: AvatarFile): Promise<{ image_base64: string }> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        const { rows } = await client.query<{ image: Buffer }>(
          'select image from avatars where user_id = $1 and file = $2',
          [userId, file],
        );
        if (rows.length === 0) throw notFound('There is no such picture.');
        return { image_base64: rows[0].image.toString('base64') };
      }),
    );
  }
}

const isWebp = (image: Buffer): boolean =>
  image.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP';
