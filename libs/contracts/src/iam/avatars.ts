/** Pictures of users: re-encoded by the gateway, kept by iam, served to every client that knows the address. */
import { IsBase64, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { Profile } from './profile.js';
import { READS, rpc } from '../authz/rpc.js';

/** Edge of every picture, in pixels. */
export const AVATAR_PIXELS = 256;
export const AVATAR_CONTENT_TYPE = 'image/webp';
const MAX_ENCODED_BYTES = 256 * 1024;

export const avatarPath = (userId: string, file: string): string => `/api/v1/public/avatars/${userId}/${file}`;

export class SetAvatar {
  @IsString() @MaxLength((MAX_ENCODED_BYTES / 3) * 4) @IsBase64() image_base64: string;
}

export class AvatarFile {
  @IsUUID() user_id: string;
  @IsString() @Matches(/^[A-Za-z0-9_-]{1,64}$/) file: string;
}

export const setAvatar = rpc<Profile>()('svc.iam.avatars.set', SetAvatar, 'any-context', { audit: 'recorded' });
export const readAvatar = rpc<{ image_base64: string }>()('svc.iam.avatars.read', AvatarFile, 'internal', READS);
