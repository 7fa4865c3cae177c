/** How an organization is deleted everywhere: iam keeps the orders, every service asks for its own and says when it is done. */
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsUUID, Max, Min } from 'class-validator';
import { OrgId } from './orgs.js';
import type { Integer } from '../base/integer.js';
import { READS, rpc } from '../authz/rpc.js';

/** Services that hold rows or files of organizations. */
export const DELETING_SERVICES = ['iam', 'apm', 'notify', 'projector'] as const;
export type DeletingService = (typeof DELETING_SERVICES)[number];

/** Everything but the audit log is gone within this, while all services run (docs/operations/maintenance.md). */
export const DELETION_LIMIT_MS = 3_600_000;
/**
 * Nothing new of the organization comes after this: a signed context lives for 30 s, what was begun with one ends within
 * 10 s more, and an attempt to deliver within 60 s. Only then a service may say that nothing is left.
 */
export const DELETION_QUIET_MS = 90_000;
/** Orders in one answer; the others follow once these are known. */
export const MAX_DELETION_ORDERS = 200;

export interface DeletionPart {
  service: DeletingService;
  /** Rows and files that it has removed; a file that it was killed over may be counted twice. */
  rows: number;
  files: number;
  /** Absent while something may be left there. */
  finished_at_micros?: Integer;
}

/** What the platform's owner sees of a deletion, while it goes on and for ever afterwards. */
export interface OrgDeletion {
  org_id: string;
  requested_by: string;
  requested_at_micros: Integer;
  /** Everything is gone by then; later is an alert. */
  due_at_micros: Integer;
  /** Absent while a service has not finished. */
  finished_at_micros?: Integer;
  services: DeletionPart[];
}

const MANAGE_ALL = { system: 'sys.organizations.manage' };

/** Shuts the organization at once; its data goes in the background. */
export const deleteOrg = rpc<{ requested: true }>()('svc.iam.orgs.delete', OrgId, MANAGE_ALL, { audit: 'recorded' });
export const readOrgDeletion = rpc<OrgDeletion>()('svc.iam.orgs.deletion', OrgId, MANAGE_ALL, READS);

export class DueDeletions {
  @IsIn(DELETING_SERVICES) service: DeletingService;
  /** Newest order that the service knows: a restored one learns again of those since, also of those that it had finished. */
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) known_until_micros: number;
  /** Orders that it knows and has not finished. */
  @IsArray() @ArrayMaxSize(MAX_DELETION_ORDERS) @IsUUID(undefined, { each: true }) unfinished: string[];
}

export interface DeletionOrder {
  organization_id: string;
  requested_at_micros: Integer;
  /** Nothing new comes any more: what is found empty from now on stays empty. */
  is_quiet: boolean;
  /** Nothing of the organization is on its way from the log to other services. */
  is_projected: boolean;
}

export class DoneDeletion {
  @IsUUID() organization_id: string;
  @IsIn(DELETING_SERVICES) service: DeletingService;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) rows: number;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) files: number;
}

/** By the product's own services only, until their part is confirmed. */
export const dueDeletions = rpc<DeletionOrder[]>()('svc.iam.deletions.due', DueDeletions, 'internal', READS);
export const confirmDeletion = rpc<{ recorded: true }>()('svc.iam.deletions.done', DoneDeletion, 'internal', {
  audit: { not: 'between services: the log of the platform has the end of the last part' },
});
