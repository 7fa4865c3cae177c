/** Quotas of an organization: read by it, set by the platform. */
import { IsInt, IsUUID, Max, Min } from 'class-validator';
import { OrgId } from './orgs.js';
import { Optional } from '../base/members.js';
import { QUOTAS, type QuotaKey, type SetQuotas } from '../authz/quotas.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface QuotaView {
  key: QuotaKey;
  /** Absent when the gateway's own setting holds. */
  limit?: number;
  /** The platform has set it for this organization. */
  set: boolean;
  /** How many there are now; absent for what is a rate. */
  used?: number;
}

/** Replaces all of them: a member that is left out has its default. */
export class QuotaValues implements SetQuotas {
  @Optional() @IsInt() @Min(1) @Max(QUOTAS.members.max) members?: number;
  @Optional() @IsInt() @Min(1) @Max(QUOTAS.api_tokens.max) api_tokens?: number;
  @Optional() @IsInt() @Min(1) @Max(QUOTAS.requests_per_minute.max) requests_per_minute?: number;
  @Optional() @IsInt() @Min(1) @Max(QUOTAS.ingest_bytes_per_day.max) ingest_bytes_per_day?: number;
  @Optional() @IsInt() @Min(1) @Max(QUOTAS.stored_bytes.max) stored_bytes?: number;
}

export class QuotaValuesById extends QuotaValues {
  @IsUUID() id: string;
}

const MANAGE_ALL = { system: 'sys.organizations.manage' };

export const ownQuotas = rpc<QuotaView[]>()('svc.iam.quotas.own', Empty, { organization: 'org.settings.read' });
export const quotasOf = rpc<QuotaView[]>()('svc.iam.quotas.of', OrgId, MANAGE_ALL, READS);
export const setQuotas = rpc<QuotaView[]>()('svc.iam.quotas.set', QuotaValuesById, MANAGE_ALL, { audit: 'recorded' });
