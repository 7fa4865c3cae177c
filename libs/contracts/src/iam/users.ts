/** The people of an organization. */
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsNotEmpty,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import type { RoleRef } from './iam.js';
import { IsAvatarUrl } from './profile.js';
import type { Integer } from '../base/integer.js';
import { NullAsAbsent, Optional } from '../base/members.js';
import { IsEmailAddress, IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface UserView {
  id: string;
  email: string;
  display_name: string;
  /** The platform administrator, whom no organization can disable or remove. */
  is_root: boolean;
  avatar_url?: string;
  /** In this organization. */
  disabled: boolean;
  status: 'active' | 'pending' | 'rejected';
  display_role?: string;
  roles: RoleRef[];
  team_names: string[];
  login_method: 'password';
  last_active_at_micros?: Integer;
  joined_at_micros: Integer;
  created_at_micros: Integer;
}

/** Roles of one user at most. */
const MAX_ROLES = 20;

export class CreateUser {
  @IsEmail() @IsEmailAddress() email: string;
  @IsPlainText(1, 255) display_name: string;
  @IsString() @MaxLength(1024) password: string;
  /** Added member: the roles in this organization; `viewer` when they are left out. */
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(MAX_ROLES) @IsUUID('all', { each: true }) role_ids?: string[];
}

export class UpdateUser {
  @Optional() @IsPlainText(1, 255) display_name?: string;
  @Optional() @IsAvatarUrl() avatar_url?: string;
  @Optional() @IsBoolean() disabled?: boolean;
}

export class UserId {
  @IsUUID() id: string;
}

export class UpdateUserById extends UpdateUser {
  @IsUUID() id: string;
}

export class SetMemberRoles {
  @IsUUID() user_id: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(MAX_ROLES) @IsUUID('all', { each: true }) role_ids: string[];
}

const READ = { organization: 'org.members.read' } as const;
const MANAGE = { organization: 'org.members.manage' };

export const listUsers = rpc<UserView[]>()('svc.iam.users.list', Empty, READ);
export const createUser = rpc<UserView>()('svc.iam.users.create', CreateUser, MANAGE, {
  audit: 'recorded',
  timeoutMs: 10_000,
});
/** The caller; any member with `org.members.read`. */
export const getUser = rpc<UserView>()('svc.iam.users.get', UserId, 'any-context', READS);
/** Oneself, or with `org.members.manage` any member of the organization. */
export const updateUser = rpc<UserView>()('svc.iam.users.update', UpdateUserById, 'any-context', { audit: 'recorded' });
/** Out of this organization; the account itself stays. */
export const removeUser = rpc<{ removed: true }>()('svc.iam.users.remove', UserId, MANAGE, { audit: 'recorded' });
export const approveUser = rpc<UserView>()('svc.iam.users.approve', UserId, MANAGE, { audit: 'recorded' });
export const rejectUser = rpc<UserView>()('svc.iam.users.reject', UserId, MANAGE, { audit: 'recorded' });
export const setMemberRoles = rpc<{ changed: true }>()('svc.iam.members.set', SetMemberRoles, MANAGE, {
  audit: 'recorded',
});

export interface InvitationView {
  id: string;
  org_id: string;
  email: string;
  role_id: string;
  role_key: string;
  role_name: string;
  inviter_id: string;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  sent_at_micros: Integer;
  updated_at_micros: Integer;
}

export class CreateInvitation {
  @IsEmail() @IsEmailAddress() email: string;
  @NullAsAbsent() @IsUUID() role_id?: string;
}

export class InvitationId {
  @IsUUID() id: string;
}

/** ACCESS-7. The name and the password are for those who have no account yet, or never proved its address. */
export class AcceptInvitation {
  @IsString() @IsNotEmpty() @MaxLength(128) token: string;
  @Optional() @IsPlainText(1, 255) display_name?: string;
  @Optional() @IsString() @MaxLength(1024) password?: string;
}

export interface AcceptedInvitation {
  accepted: true;
  user_id: string;
  email: string;
  org_id: string;
  org_name: string;
}

export const listInvitations = rpc<InvitationView[]>()('svc.iam.invitations.list', Empty, READ);
export const createInvitation = rpc<InvitationView>()('svc.iam.invitations.create', CreateInvitation, MANAGE, {
  audit: 'recorded',
});
export const resendInvitation = rpc<InvitationView>()('svc.iam.invitations.resend', InvitationId, MANAGE, {
  audit: 'recorded',
});
export const revokeInvitation = rpc<InvitationView>()('svc.iam.invitations.revoke', InvitationId, MANAGE, {
  audit: 'recorded',
});
export const acceptInvitation = rpc<AcceptedInvitation>()('svc.iam.invitations.accept', AcceptInvitation, 'internal', {
  audit: 'recorded',
  timeoutMs: 10_000,
});
