/** Shares of views (ACCESS-15): a link, exchanged for a short session that reads one view with frozen filters. */
import { IsBoolean, IsIn, IsInt, IsString, IsUUID, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { DIRECTIONS, IsFilter, type Direction } from '../apm/apm.js';
import { TRANSACTION_KINDS } from '../apm/details.js';
import { ById } from './iam.js';
import type { IamContext } from '../authz/iam-context.js';
import type { Integer } from '../base/integer.js';
import { IsObjectOf, NullAsAbsent, Optional } from '../base/members.js';
import { StreamReference } from '../telemetry/query.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

/** Those of one thing, which a share of them names. */
export const SHARED_DETAILS = [
  'apm_service',
  'apm_transaction',
  'apm_error',
  'trace',
  'saved_view',
  'search_job',
] as const;
/** What is read out of stored telemetry: it has no filters beside itself, and shows whatever environment is in it. */
export const SHARED_RECORDS = ['trace', 'saved_view', 'search_job'] as const;
export type SharedRecords = (typeof SHARED_RECORDS)[number];
export const isSharedRecords = (type: SharedResource): type is SharedRecords =>
  (SHARED_RECORDS as readonly string[]).includes(type);

/** What can be shared. */
export const SHARED_RESOURCES = [
  'apm_overview',
  'apm_services',
  'apm_transactions',
  'apm_dependencies',
  'apm_errors',
  'apm_service',
  'apm_transaction',
  'apm_error',
  'trace',
  'saved_view',
  'search_job',
] as const;
export type SharedResource = (typeof SHARED_RESOURCES)[number];

/** `public_link`: every client that has the link; `authenticated`: members who have it; `cross_org`: members of one other organization. */
export const SHARE_MODES = ['public_link', 'authenticated', 'cross_org'] as const;
export type ShareMode = (typeof SHARE_MODES)[number];

const MAX_SHOWN_SECONDS = 90 * 86_400;
const MAX_EXPIRY_SECONDS = 90 * 86_400;
const MIN_EXPIRY_SECONDS = 3_600;

/** Frozen with the share. The range is `from_micros` to `to_micros`, or the last `last_secs` before a session begins. */
export class ShareConstraints {
  @Optional() @IsFilter() namespace?: string;
  @Optional() @IsFilter() service?: string;
  @Optional() @IsFilter() environment?: string;
  @Optional() @IsFilter() version?: string;
  @Optional() @IsIn(TRANSACTION_KINDS) kind?: (typeof TRANSACTION_KINDS)[number];
  @Optional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from_micros?: number;
  @Optional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) to_micros?: number;
  @Optional() @IsInt() @Min(60) @Max(MAX_SHOWN_SECONDS) last_secs?: number;
}

export class CreateShare {
  @IsIn(SHARED_RESOURCES) resource_type: SharedResource;
  /**
   * Name of the service or transaction, fingerprint of the error group, or id of the trace, saved search or search job; the
   * other views have none.
   */
  @Optional() @IsFilter() resource_id?: string;
  @IsIn(SHARE_MODES) share_mode: ShareMode;
  @Optional() @IsObjectOf(() => ShareConstraints) constraints?: ShareConstraints;
  @NullAsAbsent() @IsInt() @Min(MIN_EXPIRY_SECONDS) @Max(MAX_EXPIRY_SECONDS) expires_in_secs?: number;
  @NullAsAbsent() @IsString() @Length(8, 256) password?: string;
  @NullAsAbsent() @IsInt() @Min(1) @Max(1_000_000) max_views?: number;
  /** Of a share across organizations, and of no other. */
  @NullAsAbsent() @IsUUID() target_organization_id?: string;
}

/** The statement of a saved search as it was when it was shared: an edit of the search does not edit the share. */
export class FrozenSearch {
  @IsString() @Length(1, 32_768) statement: string;
  @IsInt() @Min(1) time_range_secs: Integer;
  @Optional() @IsObjectOf(() => StreamReference) stream?: StreamReference;
}

/** As the gateway asks, which has looked up what is shared with the author's own credential. */
export class MakeShare extends CreateShare {
  /** Of a saved search, and of nothing else. */
  @Optional() @IsObjectOf(() => FrozenSearch) search?: FrozenSearch;
}

export class ListShares {
  @Optional() @IsIn(SHARED_RESOURCES) resource_type?: SharedResource;
  @Optional() @IsFilter() resource_id?: string;
}

export interface ShareView {
  id: string;
  organization_id: string;
  resource_type: SharedResource;
  resource_id?: string;
  share_mode: ShareMode;
  constraints: ShareConstraints;
  search?: FrozenSearch;
  requires_password: boolean;
  target_organization_id?: string;
  expires_at: Integer;
  max_views?: number;
  view_count: Integer;
  created_by: string;
  created_at: Integer;
  last_accessed_at?: Integer;
  revoked_at?: Integer;
}

/** The link is shown once: what is stored of it is a hash. */
export interface SharedLink {
  share: ShareView;
  url: string;
}

export class ShareId extends ById {}

export interface SharePolicy {
  /** While it is off, public links neither can be made nor open anything. */
  allow_public_links: boolean;
  max_public_expiry_secs: Integer;
  require_public_password: boolean;
  /** A public link has to name an environment, and not that of production. */
  deny_production_public_shares: boolean;
}

/** Omitted members are unchanged; existing links obey at once. */
export class UpdateSharePolicy {
  @Optional() @IsBoolean() allow_public_links?: boolean;
  @Optional() @IsInt() @Min(MIN_EXPIRY_SECONDS) @Max(2_592_000) max_public_expiry_secs?: number;
  @Optional() @IsBoolean() require_public_password?: boolean;
  @Optional() @IsBoolean() deny_production_public_shares?: boolean;
}

const SHARE = { organization: 'dashboards.share' };

export const createShare = rpc<SharedLink>()('svc.iam.shares.create', MakeShare, SHARE, { audit: 'recorded' });
export const listShares = rpc<ShareView[]>()('svc.iam.shares.list', ListShares, SHARE, READS);
export const getShare = rpc<ShareView>()('svc.iam.shares.get', ShareId, SHARE, READS);
/** The link before and its sessions end. */
export const rotateShare = rpc<SharedLink>()('svc.iam.shares.rotate', ShareId, SHARE, { audit: 'recorded' });
export const revokeShare = rpc<{ revoked: true }>()('svc.iam.shares.revoke', ShareId, SHARE, { audit: 'recorded' });
export const sharePolicy = rpc<SharePolicy>()('svc.iam.shares.policy', Empty, { organization: 'org.settings.read' });
export const updateSharePolicy = rpc<SharePolicy>()(
  'svc.iam.shares.policy.update',
  UpdateSharePolicy,
  { organization: 'org.settings.manage' },
  { audit: 'recorded' },
);

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export class ShareLink {
  @IsString() @MaxLength(256) token: string;
}

/** What opens nothing is one answer, whatever its fault: this form as much as any other. */
export const isShareSecret = (text: string): boolean => SECRET.test(text);

export interface ShareSession {
  /** Credential of the viewer's routes, for 15 minutes at most. */
  session: string;
  share_mode: ShareMode;
  requires_password: boolean;
  expires_at_micros: Integer;
}

export const openShare = rpc<ShareSession>()('svc.iam.shares.open', ShareLink, 'internal', { audit: 'recorded' });
/** For links that are not public: by a member of the organization that they are for. */
export const openShareAsMember = rpc<ShareSession>()(
  'svc.iam.shares.open_as_member',
  ShareLink,
  'enabled-organization',
  { audit: 'recorded' },
);

export class ShareSessionSecret {
  @IsString() @MaxLength(256) session: string;
}

export class UnlockShare {
  /** As long as one of 256 characters may be in another spelling (ACCESS-4). */
  @IsString() @MaxLength(1024) password: string;
}

export class UnlockShareSession extends UnlockShare {
  @IsString() @MaxLength(256) session: string;
}

/** What a session may read. Until the password was given it says nothing but that one is needed. */
export interface SharedViewInfo {
  requires_password: boolean;
  expires_at_micros: Integer;
  resource_type?: SharedResource;
  resource_id?: string;
  constraints?: ShareConstraints;
  range?: { from: Integer; to: Integer };
}

export interface OpenedShare extends SharedViewInfo {
  search?: FrozenSearch;
  /** Whom the requests of its viewers count for; with the signed one absent until it is unlocked. */
  context?: IamContext;
  /** Context of the share, for its one query. */
  signed?: string;
}

/** Asked at every use of a session: whatever has changed meanwhile counts at once. */
export const readShareSession = rpc<OpenedShare>()('svc.iam.shares.session', ShareSessionSecret, 'internal', READS);
/** `unauthorized` for a wrong password, `resource_exhausted` for too many. */
export const unlockShare = rpc<{ unlocked: true }>()('svc.iam.shares.unlock', UnlockShareSession, 'internal', {
  audit: 'recorded',
});

/** What a viewer chooses: how much of a list, in which order. */
export class SharedQuery {
  @Optional() @IsInt() @Min(1) @Max(200) limit?: number;
  @Optional() @IsIn(DIRECTIONS) direction?: Direction;
  @Optional() @IsString() @Matches(/^[a-z0-9_]{1,64}$/) sort?: string;
  @Optional() @IsString() @MaxLength(4_096) cursor?: string;
}
