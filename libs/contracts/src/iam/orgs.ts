/** Organizations and the rules of who may join one. */
import { IsBoolean, IsEmail, IsNotEmpty, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { RoleRef, SignInReply } from './iam.js';
import { NullAsAbsent, Optional } from '../base/members.js';
import { ORGANIZATION_SLUG } from './organization-slug.js';
import { IsEmailAddress, IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface OrgView {
  id: string;
  name: string;
  slug: string;
  display_role?: string;
  roles: RoleRef[];
  system: boolean;
  disabled: boolean;
}

export class CreateOrg {
  @IsPlainText(1, 128) @Matches(/^\s*[^_]/, { message: 'name must not begin with an underscore' }) name: string;
  @IsString()
  @Matches(ORGANIZATION_SLUG, { message: 'slug must be 2 to 63 lower-case letters, digits and dashes' })
  slug: string;
}

export class OrgId {
  @IsUUID() id: string;
}

export class RenameOrg {
  @Optional()
  @IsPlainText(1, 128)
  @Matches(/^\s*[^_]/, { message: 'name must not begin with an underscore' })
  name?: string;
}

export class RenameOrgById extends RenameOrg {
  @IsUUID() id: string;
}

export class OrgStatus {
  @IsBoolean() disabled: boolean;
}

export class OrgStatusById extends OrgStatus {
  @IsUUID() id: string;
}

export interface SelectedOrg extends Pick<
  SignInReply,
  'token' | 'user_id' | 'org_id' | 'org_name' | 'display_role' | 'roles'
> {
  system: boolean;
}

/** Of a browser, whose token is in a cookie and in no answer. */
export type BrowserSession = Omit<SelectedOrg, 'token' | 'system'>;

const MANAGE_ALL = { system: 'sys.organizations.manage' };
const READ_SETTINGS = { organization: 'org.settings.read' } as const;
const MANAGE_SETTINGS = { organization: 'org.settings.manage' };

/** The caller's organizations; all of them for the platform administrator. */
export const listOrgs = rpc<OrgView[]>()('svc.iam.orgs.list', Empty, 'any-context', READS);
export const createOrg = rpc<OrgView>()('svc.iam.orgs.create', CreateOrg, MANAGE_ALL, { audit: 'recorded' });
export const renameOrg = rpc<OrgView>()('svc.iam.orgs.rename', RenameOrgById, MANAGE_ALL, { audit: 'recorded' });
export const setOrgStatus = rpc<OrgView>()('svc.iam.orgs.status', OrgStatusById, MANAGE_ALL, { audit: 'recorded' });
/** A new session in another organization, or in `_sys`; the present one goes on. */
export const selectOrg = rpc<SelectedOrg>()('svc.iam.orgs.select', OrgId, 'any-context', { audit: 'recorded' });

export class EmailDomain {
  @IsString() @MaxLength(253) domain: string;
}

/** An empty list allows every domain. */
export interface EmailDomains {
  domains: string[];
}

export const listEmailDomains = rpc<EmailDomains>()('svc.iam.email_domains.list', Empty, READ_SETTINGS);
export const addEmailDomain = rpc<EmailDomains>()('svc.iam.email_domains.add', EmailDomain, MANAGE_SETTINGS, {
  audit: 'recorded',
});
export const removeEmailDomain = rpc<EmailDomains>()('svc.iam.email_domains.remove', EmailDomain, MANAGE_SETTINGS, {
  audit: 'recorded',
});

export class SignupPolicy {
  @IsBoolean() signup_enabled: boolean;
  @IsBoolean() signup_require_approval: boolean;
}

export const signupPolicy = rpc<SignupPolicy>()('svc.iam.signup_policy', Empty, READ_SETTINGS);
export const setSignupPolicy = rpc<SignupPolicy>()('svc.iam.signup_policy.set', SignupPolicy, MANAGE_SETTINGS, {
  audit: 'recorded',
});

export class SignUp {
  @IsEmail() @IsEmailAddress() email: string;
  @IsPlainText(1, 255) display_name: string;
  @IsString() @MaxLength(1024) password: string;
}

/** Always `pending`: the address is confirmed first. The organization and the token are null and the roles are empty. */
export interface SignUpReply {
  status: 'active' | 'pending';
  token: string | null;
  /** Without an account: it reveals nothing about the address. */
  user_id: string;
  email: string;
  display_name: string;
  org_id: string | null;
  org_name: string | null;
  display_role: string | null;
  roles: RoleRef[];
}

/** The token of the mailed link, and the password of the sign-up. */
export class VerifySignUp {
  @IsString() @IsNotEmpty() @Matches(/^[A-Za-z0-9_-]{32,128}$/) token: string;
  @IsString() @MaxLength(1024) password: string;
}

/** `pending`: the account waits for approval. */
export interface VerifiedSignUp {
  verified: true;
  email: string;
  status: 'active' | 'pending';
}

export class ForgotPassword {
  @IsEmail() @MaxLength(254) email: string;
  @NullAsAbsent() @IsString() @MaxLength(16) locale?: string;
}

export class ResetPassword {
  @IsString() @IsNotEmpty() @Matches(/^[A-Za-z0-9_-]{32,128}$/) token: string;
  @IsString() @MaxLength(1024) password: string;
}

export interface Instance {
  signup_enabled: boolean;
}

export const instance = rpc<Instance>()('svc.iam.instance', Empty, 'internal', READS);
export const signUp = rpc<SignUpReply>()('svc.iam.signup', SignUp, 'internal', {
  audit: { not: 'any client may ask for the mail of an address; the account that comes of it is recorded' },
  timeoutMs: 10_000,
});
export const verifySignUp = rpc<VerifiedSignUp>()('svc.iam.signup.verify', VerifySignUp, 'internal', {
  audit: 'recorded',
  timeoutMs: 10_000,
});
export const forgotPassword = rpc<{ accepted: true }>()('svc.iam.password.forgot', ForgotPassword, 'internal', {
  audit: { not: 'any client may ask for the mail of an address; the new password is recorded' },
});
export const resetPassword = rpc<{ reset: true }>()('svc.iam.password.reset', ResetPassword, 'internal', {
  audit: 'recorded',
  timeoutMs: 10_000,
});
