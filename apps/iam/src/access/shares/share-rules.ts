/** What a share has to be to open something (ACCESS-15). Pure. */
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  isSharedRecords,
  type MakeShare,
  SHARED_DETAILS,
  type ShareConstraints,
  type SharedResource,
  type ShareMode,
  type SharePolicy,
} from '@spanwise/contracts/iam/shares';
import { requireUser } from '../roles/require-user.js';

export const SESSION_SECONDS = 900;
const DEFAULT_SHOWN_SECONDS = 3_600;
const PRODUCTION = ['production', 'prod', 'live'];

/** What a share of this kind reads with, and what a user needs in order to share it. */
export const readingNeeds = (type: SharedResource): string[] =>
  type === 'saved_view' ? ['streams.query', 'saved_views.read'] : ['streams.query'];
export const authorNeeds = (type: SharedResource): string[] => ['dashboards.share', ...readingNeeds(type)];

export interface ShareFacts {
  type: SharedResource;
  mode: ShareMode;
  hasPassword: boolean;
  constraints: ShareConstraints;
  expiresAtMs: number;
  revoked: boolean;
  maxViews: number | undefined;
  views: number;
  policy: SharePolicy;
  /** The organization is enabled and its service is not paused; that of a share across organizations both are. */
  organizationsServe: boolean;
  /** Of the author in the organization at this moment; undefined for one who is gone. */
  authorPermissions: readonly string[] | undefined;
}

/** The sentence that says how a public link breaks the policy, or undefined when it does not. */
export function policyFault(
  policy: SharePolicy,
  share: Pick<ShareFacts, 'mode' | 'hasPassword' | 'constraints'>,
): string | undefined {
  if (share.mode !== 'public_link') return undefined;
  if (!policy.allow_public_links) return 'This organization allows no public links.';
  if (policy.require_public_password && !share.hasPassword) return 'A public link needs a password here.';
  const { environment } = share.constraints;
  const mayShowProduction = environment === undefined || PRODUCTION.includes(environment.toLowerCase());
  if (policy.deny_production_public_shares && mayShowProduction) {
    return 'A public link has to name an environment that is not production.';
  }
  return undefined;
}

/** Whether a session of the share goes on; a new one besides needs a view that is left. */
export function isLive(share: ShareFacts, nowMs: number): boolean {
  if (share.revoked || share.expiresAtMs <= nowMs || !share.organizationsServe) return false;
  if (policyFault(share.policy, share) !== undefined) return false;
  return authorNeeds(share.type).every((permission) => share.authorPermissions?.includes(permission) ?? false);
}

export const hasViewLeft = ({ maxViews, views }: ShareFacts): boolean => maxViews === undefined || views < maxViews;

/** The range that a session shows for as long as it lives. */
export function shownRange(
  constraints: ShareConstraints,
  nowMs: number,
  defaultSecs = DEFAULT_SHOWN_SECONDS,
): { from: number; to: number } {
  const { from_micros: from, to_micros: to, last_secs: last = defaultSecs } = constraints;
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: (nowMs - last * 1_000) * 1_000, to: nowMs * 1_000 };
}

/** The sentence that says what is wrong with the frozen range, or undefined. */
export function rangeFault({ from_micros: from, to_micros: to, last_secs: last }: ShareConstraints) {
  if ((from === undefined) !== (to === undefined)) return 'The members from_micros and to_micros go together.';
  if (from !== undefined && last !== undefined) return 'A share has from_micros and to_micros, or last_secs.';
  if (from !== undefined && from >= to!) return 'The member from_micros must be before to_micros.';
  return undefined;
}

const RANGE_MEMBERS = ['from_micros', 'to_micros', 'last_secs'];

/**
 * The sentence that says why these constraints do not go with the kind, or undefined. Records are shown as they are: a filter
 * that nothing applies, the environment above all, would say what is not so.
 */
export function constraintFault(type: SharedResource, constraints: ShareConstraints): string | undefined {
  if (!isSharedRecords(type)) return undefined;
  const fitting = type === 'saved_view' ? RANGE_MEMBERS : [];
  const given = Object.entries(constraints).filter(([, value]) => value !== undefined);
  const misfit = given.find(([member]) => !fitting.includes(member))?.[0];
  return misfit === undefined ? undefined : `A share of a ${type} has no ${misfit}.`;
}

/** What is wrong with a share whatever the organization's policy is. */
export function checkShare(input: MakeShare, context: IamContext): void {
  requireUser(context);
  const missing = authorNeeds(input.resource_type).find((permission) => !context.permissions.includes(permission));
  if (missing !== undefined) throw forbidden(`The permission ${missing} is missing.`);
  const isDetail = (SHARED_DETAILS as readonly string[]).includes(input.resource_type);
  if (isDetail !== (input.resource_id !== undefined)) {
    throw invalidArgument(`The view ${input.resource_type} ${isDetail ? 'needs a' : 'has no'} resource_id.`);
  }
  if ((input.resource_type === 'saved_view') !== (input.search !== undefined)) {
    throw invalidArgument('A share of a saved search, and no other, has its statement.');
  }
  const { constraints = {} } = input;
  const fault = rangeFault(constraints) ?? constraintFault(input.resource_type, constraints);
  if (fault !== undefined) throw invalidArgument(fault);
  if ((input.share_mode === 'cross_org') !== (input.target_organization_id !== undefined)) {
    throw invalidArgument('A share across organizations, and no other, has a target_organization_id.');
  }
  if (input.share_mode !== 'cross_org') return;
  if (!context.permissions.includes('iam.policies.manage')) {
    throw forbidden('The permission iam.policies.manage is missing.');
  }
  if (input.target_organization_id === context.organization_id) {
    throw invalidArgument('The target_organization_id must be another organization.');
  }
}
