/** Details of one service, transaction or error group. */
import { IsIn } from 'class-validator';
import {
  APM_ACCESS,
  ApmQuery,
  IsFilter,
  APM_READ,
  type DependencySummary,
  type ErrorSummary,
  type Meta,
  type RedSummary,
  type ServiceIdentity,
  type ServiceSummary,
  type TransactionSummary,
  type TrendPoint,
  type VersionSummary,
} from './apm.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { rpc } from '../authz/rpc.js';

export const TRANSACTION_KINDS = ['http', 'rpc', 'messaging', 'span', 'other'] as const;

/** What the query string of a transaction detail may carry. */
export class TransactionQuery extends ApmQuery {
  @Optional()
  @IsIn(TRANSACTION_KINDS, { message: `must be one of ${TRANSACTION_KINDS.join(', ')}` })
  kind?: (typeof TRANSACTION_KINDS)[number];
}

export class TransactionDetailQuery extends TransactionQuery {
  /** The exact name of a list answer. */
  @IsFilter() transaction: string;
}

export class ErrorDetailQuery extends ApmQuery {
  @IsFilter() fingerprint: string;
}

/** Members of a merged identity that differ between `identities` are `""` (APM-24). */
export interface Merged {
  identities: ServiceIdentity[];
}

export interface ServiceDetail {
  service: ServiceSummary & Merged;
  red: RedSummary;
  trend: TrendPoint[];
  transactions: TransactionSummary[];
  dependencies: DependencySummary[];
  errors: ErrorSummary[];
  versions: VersionSummary[];
  meta: Meta;
}

export interface TransactionDetail {
  transaction: TransactionSummary & Merged;
  trend: TrendPoint[];
  errors: ErrorSummary[];
  versions: VersionSummary[];
  meta: Meta;
}

/** A transaction that an error group occurred in: its own figures, and how often the group occurred in it. */
export interface AffectedTransaction extends TransactionSummary {
  occurrence_count: Integer;
}

export interface ErrorSampleView {
  event_time: Integer;
  trace_id: string;
  span_id: string;
  trace_available: boolean;
  /** `/traces/{trace_id}`, where it is available; that is the path below the API too. */
  trace_link?: string;
  environment: string;
  version?: string;
  transaction_name?: string;
  representative_message?: string;
  representative_stack: string[];
}

/** Why these errors are one group: the versioned algorithm and what it looked at. */
export interface ErrorGrouping {
  algorithm: string;
  scope: { namespace: string; service: string };
  error_type: string;
  /** `custom`, `stack`, `message`, `type` or `status`; absent, as `types`, for groups of an earlier release. */
  rule?: string;
  /** The type of the error, then the types of its causes. */
  types?: string[];
  /** Frames that count, innermost call first. */
  frames: string[];
  /** By the rule: the client's own name of the group, the message without what varies, or the transaction. */
  value?: string;
}

export interface ErrorGroupDetail {
  group: ErrorSummary;
  trend: TrendPoint[];
  affected_transactions: AffectedTransaction[];
  affected_versions: string[];
  representative_stack: string[];
  samples: ErrorSampleView[];
  /** Absent for what exceeded the budget of groups. */
  grouping?: ErrorGrouping;
  meta: Meta;
}

/** The name of the path stands in `service`. */
export const apmServiceDetail = rpc<ServiceDetail>()('svc.apm.services.detail', ApmQuery, APM_ACCESS, APM_READ);
export const apmTransactionDetail = rpc<TransactionDetail>()(
  'svc.apm.transactions.detail',
  TransactionDetailQuery,
  APM_ACCESS,
  APM_READ,
);
export const apmErrorDetail = rpc<ErrorGroupDetail>()('svc.apm.errors.detail', ErrorDetailQuery, APM_ACCESS, APM_READ);
