/** The audit log (ACCESS-13). */
import { IsIn, IsInt, IsObject, IsString, IsUUID, Matches, Max, MaxLength, Min } from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { rpc } from '../authz/rpc.js';

export interface AuditRecordView {
  id: string;
  org_id: string;
  actor_kind: 'user' | 'api_token' | 'anonymous';
  actor_id: string | null;
  /** The session or the API token that it was done with. */
  credential_id?: string;
  /** Of an API token: what its text begins with. */
  credential_prefix?: string;
  action: string;
  target_kind?: string;
  target_id?: string;
  ip?: string;
  user_agent?: string;
  request_id?: string;
  payload: Record<string, unknown>;
  ts_micros: Integer;
  /** 1, 2, 3 … within the organization. */
  seq: number;
  /** SHA-256 over this record and the hash of the one before, hex. */
  hash: string;
}

export interface AuditPage {
  /** Newest first. */
  items: AuditRecordView[];
  next_cursor?: string;
}

/** A moment: microseconds since the epoch, RFC 3339, or relative to now (`now`, `now-24h`). */
const MOMENT = /^(\d{1,16}|now(-\d{1,6}(s|m|h|d))?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d))$/;

export class AuditFilter {
  @Optional() @IsString() @Matches(MOMENT) from?: string;
  @Optional() @IsString() @Matches(MOMENT) to?: string;
  @Optional() @IsIn(['user', 'api_token', 'anonymous']) actor_kind?: AuditRecordView['actor_kind'];
  @Optional() @IsPlainText(1, 64) actor?: string;
  @Optional() @IsPlainText(1, 64) action?: string;
  @Optional() @IsPlainText(1, 64) target_kind?: string;
  @Optional() @IsPlainText(1, 320) target_id?: string;
}

export class AuditQuery extends AuditFilter {
  @Optional() @IsInt() @Min(1) @Max(200) limit?: number;
  @Optional() @IsString() @MaxLength(1024) cursor?: string;
}

const AUDIT_READ = { organization: 'audit.read', system: 'sys.telemetry.read' } as const;

/** Of the caller's organization; in `_sys` that of the platform. */
export const readAudit = rpc<AuditPage>()('svc.iam.audit.read', AuditQuery, AUDIT_READ);

/** That the caller is about to take the log away as a file, as far as the filters say. */
export const recordExport = rpc<{ recorded: true }>()('svc.iam.audit.exported', AuditFilter, AUDIT_READ, {
  audit: 'recorded',
});

const RECORD = { audit: { not: 'is itself what brings a record' } } as const;

/** That a caller was refused at the gateway. */
export class Denial {
  @IsIn(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) method: string;
  /** Template of the route, not its path: paths can hold secrets. */
  @IsString() @MaxLength(256) route: string;
  @IsInt() @Min(1) @Max(1_000_000_000) count: number;
}

export const recordDenial = rpc<{ recorded: true }>()('svc.iam.audit.denied', Denial, 'any-context', RECORD);

/** A change that another service made, for the chain of its organization. The same `id` again changes nothing. */
export class ChangeRecord {
  @IsUUID() id: string;
  @IsUUID() organization_id: string;
  /** `anonymous`: the platform by itself. */
  @IsIn(['user', 'api_token', 'anonymous']) actor_kind: AuditRecordView['actor_kind'];
  @Optional() @IsUUID() actor_id?: string;
  @Optional() @IsUUID() credential_id?: string;
  @Matches(/^[a-z_]{1,32}\.[a-z_]{1,31}$/) action: string;
  @Matches(/^[a-z_]{1,64}$/) target_kind: string;
  @IsUUID() target_id: string;
  @AsSent()
  @IsObject()
  payload: Record<string, unknown>;
  @Optional() @IsString() @MaxLength(64) ip?: string;
  @Optional() @IsString() @MaxLength(256) user_agent?: string;
  @Optional() @IsString() @MaxLength(64) request_id?: string;
}

/** By the product's own services only, out of their own outbox until it is answered. */
export const recordChange = rpc<{ recorded: true }>()('svc.iam.audit.changed', ChangeRecord, 'internal', RECORD);
