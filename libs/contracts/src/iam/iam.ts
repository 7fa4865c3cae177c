import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { IamContext } from '../authz/iam-context.js';
import type { Integer } from '../base/integer.js';
import { NullAsAbsent, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface RoleRef {
  id: string;
  key: string;
  name: string;
  builtin: boolean;
}

export class SignIn {
  @IsString() @IsEmail() @MaxLength(254) email: string;
  @IsString() @IsNotEmpty() @MaxLength(1024) password: string;
}

export interface SignInReply {
  token: string;
  user_id: string;
  email: string;
  display_name: string;
  org_id: string;
  org_name: string;
  display_role: string;
  roles: RoleRef[];
}

export class SignInAttempt extends SignIn {
  /** What an earlier success has given the client to keep. */
  @Optional() @IsString() @MaxLength(256) device?: string;
}

export interface SignedIn extends SignInReply {
  /** For the client to keep: with it others at its address cannot use up its attempts. It signs no user in. */
  device: { token: string; seconds: number };
}

export const signIn = rpc<SignedIn>()('svc.iam.signin', SignInAttempt, 'internal', {
  audit: 'recorded',
  timeoutMs: 10_000,
});

export class Authenticate {
  /** What follows `Bearer `: a sign-in JWT or an API token. */
  @IsString() @IsNotEmpty() @MaxLength(4096) credential: string;
}

export interface AuthenticateReply {
  /** The signed IAM context, to be sent along with every message of this caller. */
  signed: string;
  context: IamContext;
  expiresAtMs: number;
}

/** Of what checks a credential. */
export const AUTHENTICATION = { audit: { not: 'checks a credential, and notes when it was last used' } } as const;

/** Answers `unauthorized` for every credential that does not hold, without saying why. */
export const authenticate = rpc<AuthenticateReply>()('svc.iam.authenticate', Authenticate, 'internal', AUTHENTICATION);

export interface PublicKey {
  kid: string;
  kty: string;
  crv: string;
  x: string;
  y: string;
  alg: 'ES256';
  use: 'sig';
}

/** Public halves of the keys that sign contexts and sign-in tokens, newest first (also `/.well-known/jwks.json`). */
export const publicKeys = rpc<{ keys: PublicKey[] }>()('svc.iam.keys', Empty, 'internal', READS);

export interface CapabilityRoute {
  id: string;
  path_pattern: string;
  allowed: boolean;
  navigation_group?: string;
  navigation_position?: Integer;
}

export interface Capabilities {
  organization_id: string;
  scope: 'organization' | 'system' | 'api_token';
  display_role: string;
  roles: RoleRef[];
  permissions: string[];
  features: string[];
  version: Integer;
  route_catalog_version: number;
  routes: CapabilityRoute[];
}

export const capabilities = rpc<Capabilities>()('svc.iam.capabilities', Empty, 'any-context', READS);

export interface Me {
  user_id: string;
  email: string;
  display_name: string;
  org_id: string;
  org_name: string;
  display_role: string;
  roles: RoleRef[];
  scope: 'organization' | 'system' | 'api_token';
}

export const me = rpc<Me>()('svc.iam.me', Empty, 'any-context', READS);
export const signOut = rpc<{ signed_out: true }>()('svc.iam.signout', Empty, 'any-context', { audit: 'recorded' });

export interface ApiTokenView {
  id: string;
  prefix: string;
  name: string;
  role_id: string;
  role_key: string;
  role_name: string;
  token_kind: 'personal' | 'default_ingestion';
  /** Permissions of the role that the token is limited to; absent when it has all of them. */
  scopes?: string[];
  expires_at_micros?: Integer;
  last_used_at_micros?: Integer;
  revoked: boolean;
  created_at_micros: Integer;
}

/** `token` is shown in this answer and never again. */
export interface CreatedApiToken extends Omit<ApiTokenView, 'revoked' | 'last_used_at_micros' | 'name'> {
  token: string;
}

export class CreateApiToken {
  @IsPlainText(1, 128) name: string;
  @NullAsAbsent() @IsUUID() role_id?: string;
  /** Added member: names a role by its key; `ingest` when neither is given. */
  @Optional() @IsString() @MaxLength(64) role_key?: string;
  /** None means that the token never expires (ACCESS-1). */
  @NullAsAbsent() @IsInt() @Min(1) @Max(1825) expires_in_days?: number;
  /** Added member: limits the token to these permissions of its role. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(64)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  scopes?: string[];
}

export class ById {
  @IsUUID() id: string;
}

export const createApiToken = rpc<CreatedApiToken>()(
  'svc.iam.tokens.create',
  CreateApiToken,
  { organization: 'api_tokens.manage' },
  { audit: 'recorded' },
);
export const listApiTokens = rpc<ApiTokenView[]>()('svc.iam.tokens.list', Empty, { organization: 'api_tokens.read' });
export const revokeApiToken = rpc<{ revoked: true }>()(
  'svc.iam.tokens.revoke',
  ById,
  { organization: 'api_tokens.manage' },
  { audit: 'recorded' },
);
/** The caller's ingest token in this organization, made when there is none; unlike others it can be shown again. */
export const defaultApiToken = rpc<CreatedApiToken>()(
  'svc.iam.tokens.default',
  Empty,
  { organization: 'api_tokens.manage' },
  { audit: 'recorded' },
);
