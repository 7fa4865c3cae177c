/**
 * Who calls, in which scope, with which effective permissions. iam signs it (ES256, short-lived, audience = the services);
 * every service verifies it again and takes the organization from it and from nowhere else (specification 1.6, 5.3).
 */
import type { BillingState } from './billing-state.js';
import { evaluate, NO_HOLDINGS } from './evaluation.js';
import type { SetQuotas } from './quotas.js';

export const CONTEXT_ISSUER = 'spanwise-iam';
export const CONTEXT_AUDIENCE = 'spanwise-services';
/** Issuer and audience of sign-in tokens (decisions 2.2), which are not accepted where a context is expected. */
export const SIGN_IN_ISSUER = 'spanwise';
export const SIGN_IN_AUDIENCE = 'spanwise-api';

/** Life of a signed context. Revocation acts earlier through invalidation events. */
export const CONTEXT_TTL_SECONDS = 30;

export type Scope = 'organization' | 'system';

export interface IamContext {
  subject: string;
  /** `share`: whoever has the link of a shared view; reads that view and nothing else. */
  subject_type: 'user' | 'api_token' | 'share';
  /** Sign-in session or API token that the call came with; what a revocation names. */
  credential_id: string;
  scope: Scope;
  /** In `system` scope the id of the reserved `_sys` organization, which holds the platform's own telemetry only. */
  organization_id: string;
  /** When the organization was made; figures before it cannot exist unless older spans were counted. */
  organization_created_micros: number;
  /** The organization is disabled: nothing is permitted in it but to look at oneself and to go elsewhere. */
  organization_disabled?: true;
  permissions: string[];
  features: string[];
  /** Set for the organization and enforced where requests come in. */
  quotas?: SetQuotas;
  billing_state: BillingState;
  /** End of the trial while the state is `trial`. */
  trial_ends_micros?: number;
  /** Rises with every change of roles, bindings or permissions of the organization. */
  policy_version: number;
}

/** What a route or message needs: the permission per scope. A scope without an entry is refused. */
export interface Access {
  organization?: string;
  system?: string;
}

/** Access without a permission: what users do for themselves, in a disabled organization too or not. */
export type ContextAccess = 'any-context' | 'enabled-organization';

/** The sentence that says why `context` may not pass `access`, or undefined when it may. */
export function denialOf(context: IamContext, access: Access | ContextAccess): string | undefined {
  if (access === 'any-context') return undefined;
  if (context.organization_disabled) return 'This organization is disabled.';
  if (access === 'enabled-organization') return undefined;
  const needed = access[context.scope];
  if (needed === undefined) return `This operation is not available in the ${context.scope} scope.`;
  // Nothing that is held on single resources counts here, and so no time either.
  const { allowed } = evaluate(context, NO_HOLDINGS, { permission: needed }, 0);
  return allowed ? undefined : `The permission ${needed} is missing.`;
}

/** Claims of a sign-in token (decisions 2.2). */
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
