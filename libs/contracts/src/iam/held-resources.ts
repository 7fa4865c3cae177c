/** What callers hold on single resources, as services ask iam for it: at every request, so that nothing of it is cached. */
import { ArrayMaxSize, IsArray, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import { AUTHENTICATION } from './iam.js';
import type { IamContext } from '../authz/iam-context.js';
import type { ResourceType } from '../authz/decisions.js';
import { IsObjectOf, Optional } from '../base/members.js';
import { runQuery } from '../telemetry/query.js';
import { permissionOf, rpc, type RpcAccess } from '../authz/rpc.js';
import { listSavedViews, readSavedView } from '../telemetry/saved-views.js';
import { getStream, listStreams, streamsRuntime } from '../telemetry/streams.js';
import {
  fieldStatistics,
  histogram,
  listLogs,
  listTraces,
  logsOfTrace,
  readTrace,
  searchAround,
} from '../telemetry/reads.js';

export interface HeldOperation {
  permission: string;
  resourceType: ResourceType;
}

const operationOf = (contract: { subject: string; access: RpcAccess; heldOn?: { type: ResourceType } }) =>
  [contract.subject, { permission: permissionOf(contract.access)!, resourceType: contract.heldOn!.type }] as const;

const STREAMS = [listStreams, getStream, streamsRuntime];
const RECORDS = [listTraces, readTrace, logsOfTrace, listLogs, searchAround, fieldStatistics, histogram];

/** Every message that what is held on single resources opens, by its subject. */
export const HELD_OPERATIONS: ReadonlyMap<string, HeldOperation> = new Map(
  [...STREAMS, listSavedViews, readSavedView, runQuery, ...RECORDS].map(operationOf),
);
const SUBJECTS = [...HELD_OPERATIONS.keys()];

export class HeldContextsOf {
  @IsIn(SUBJECTS) operation: string;
  /** The resource, where the operation is about one; without it all those of the caller's own organization. */
  @Optional() @IsUUID() id?: string;
}

export interface HeldContext {
  signed: string;
  context: IamContext;
}

/** A caller as their context names them. Only people hold something on single resources. */
export class HeldCaller {
  @IsUUID() subject: string;
  @IsUUID() credential_id: string;
  @IsUUID() organization_id: string;
}

export class GrantedOwnersOf {
  @IsObjectOf(() => HeldCaller) caller: HeldCaller;
  @IsIn(SUBJECTS) operation: string;
  @IsArray() @ArrayMaxSize(32) @IsString({ each: true }) @MaxLength(63, { each: true }) slugs: string[];
}

export class UseGrant {
  @IsObjectOf(() => HeldCaller) caller: HeldCaller;
  @IsIn(SUBJECTS) operation: string;
  /** Whose the resource is. */
  @IsUUID() organization_id: string;
  @IsUUID() resource_id: string;
}

/**
 * Contexts in which the caller may do this on what they hold: of the organization itself, or of those that grant it. None
 * of what the caller may do everywhere, and none for an API token, which has its role alone.
 */
export const heldContexts = rpc<HeldContext[]>()(
  'svc.iam.held.contexts',
  HeldContextsOf,
  'enabled-organization',
  AUTHENTICATION,
);
/** Ids of those of the organizations that grant the caller something of the kind, by their slugs. */
export const grantedOwners = rpc<Record<string, string>>()(
  'svc.iam.held.owners',
  GrantedOwnersOf,
  'internal',
  AUTHENTICATION,
);
/** Before an answer with a resource of another organization: decided once more, and written into the owner's audit log. */
export const useGrant = rpc<{ used: true }>()('svc.iam.held.use', UseGrant, 'internal', { audit: 'recorded' });
