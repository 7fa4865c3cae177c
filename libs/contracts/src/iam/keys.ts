/** The keys that sign tokens: rotation, and what to do when one has leaked. */
import { IsString, Matches } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface SigningKeyView {
  id: string;
  /** It signs, or will within seconds. */
  is_primary: boolean;
  created_at_micros: Integer;
  /** From then on it only verifies, for as long as its tokens live. */
  retired_at_micros?: Integer;
}

export interface RotatedKeys {
  new_kid: string;
  retired_kid?: string;
  active_count: Integer;
}

export class SigningKeyId {
  @IsString() @Matches(/^[A-Za-z0-9_-]{1,32}$/) id: string;
}

export interface RevokedKey {
  revoked: true;
  /** Made when the key was the one that signed. */
  new_kid?: string;
}

const MANAGE = { system: 'sys.settings.manage' };

export const listSigningKeys = rpc<SigningKeyView[]>()('svc.iam.signing_keys.list', Empty, MANAGE, READS);
export const rotateSigningKeys = rpc<RotatedKeys>()('svc.iam.signing_keys.rotate', Empty, MANAGE, {
  audit: 'recorded',
});
/** Every token that the key signed is refused within a second, that of the caller included. */
export const revokeSigningKey = rpc<RevokedKey>()('svc.iam.signing_keys.revoke', SigningKeyId, MANAGE, {
  audit: 'recorded',
});
