/**
 * Who calls, in which scope, with which effective permissions. iam signs it (ES256, short-lived, audience = the services);
 * every service verifies it again and takes the organization from it and from nowhere else.
 */
import type { BillingState } from './billing-state.js';
import type { ResourceType } from './decisions.js';
import type { Integer } from '../base/integer.js';
import type { SetQuotas } from './quotas.js';

export const CONTEXT_ISSUER = 'spanwise-iam';
export const CONTEXT_AUDIENCE = 'spanwise-services';
/** Issuer and audience of sign-in tokens (ACCESS-2), which are not accepted where a context is expected. */
export const SIGN_IN_ISSUER = 'spanwise';
export const SIGN_IN_AUDIENCE = 'spanwise-api';

/** Life of a signed context. Revocation acts earlier through invalidation events. */
export const CONTEXT_TTL_SECONDS = 30;

export type Scope = 'organization' | 'system';

export interface IamContext {
  subject: string;
  /** `share`: a client that has the link of a shared view; reads that view and nothing else. */
  subject_type: 'user' | 'api_token' | 'share';
  /** Sign-in session or API token that the call came with; what a revocation names. */
  credential_id: string;
  scope: Scope;
  /** In `system` scope the id of the reserved `_sys` organization, which holds the platform's own telemetry only. */
  organization_id: string;
  /** When the organization was made; figures before it cannot exist unless older spans were counted. */
  organization_created_micros: Integer;
  /** The organization is disabled: nothing is permitted in it but to look at oneself and to go elsewhere. */
  organization_disabled?: true;
  permissions: string[];
  features: string[];
  /** Set for the organization and enforced where requests come in. */
  quotas?: SetQuotas;
  billing_state: BillingState;
  /** End of the trial while the state is `trial`. */
  trial_ends_micros?: Integer;
  /** Rises with every change of roles, bindings or permissions of the organization. */
  policy_version: number;
  /** Present: the context is of what its subject holds on single resources, and good for nothing else. */
  held?: Held;
}

/** One message about resources of one organization, which is the context's; the context has no permissions besides. */
export interface Held {
  /** Subject of the message. */
  operation: string;
  permission: string;
  resource_type: ResourceType;
  resource_ids: string[];
  /** Organization of the caller: another one than the context's where a grant permits. */
  reader_organization_id: string;
}

/** What a route or message needs: the permission per scope. A scope without an entry is refused. */
export interface Access {
  organization?: string;
  system?: string;
}

/** Access without a permission: what users do for themselves, in a disabled organization too or not. */
export type ContextAccess = 'any-context' | 'enabled-organization';

/** Claims of a sign-in token (ACCESS-2). */
export interface SignInClaims {
  sub: string;
  org_id: string;
  scope: Scope;
  /** Session, which sign-out revokes. */
  sid: string;
  jti: string;
  iat: number;
  exp: number;
}
