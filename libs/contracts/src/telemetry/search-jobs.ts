/** Queries that run in the background and keep their rows for a while (QUERY-3). */
import { IsInt, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { NullAsAbsent, Optional } from '../base/members.js';
import { QUERY_ACCESS, QueryBody, type PartialReason, type QueryTimeRange } from './query.js';
import { READS, rpc, streamRpc } from '../authz/rpc.js';

export const SEARCH_JOB_STATES = ['pending', 'running', 'done', 'failed', 'cancelled'] as const;
export type SearchJobState = (typeof SEARCH_JOB_STATES)[number];

export const DEFAULT_TTL_SECS = 604_800;
export const DEFAULT_JOB_PAGE = 1_000;

export class SubmitSearchJob extends QueryBody {
  /** How long the results are kept once the job has ended. */
  @NullAsAbsent() @IsInt() @Min(60) @Max(2_592_000) ttl_secs?: number;
}

export class SearchJobList {
  /** 100 without a value. */
  @Optional() @IsInt() @Min(1) @Max(1_000) limit?: number;
}

export class SearchJobId {
  @IsUUID() id: string;
}

export class SearchJobResultsQuery {
  /** `next_cursor` of the page before. */
  @Optional() @IsString() @MaxLength(128) cursor?: string;
  /** Rows of a page; 1,000 without a value. */
  @Optional() @IsInt() @Min(1) @Max(10_000) limit?: number;
}

export class ReadSearchJobResults extends SearchJobResultsQuery {
  @IsUUID() id: string;
}

export interface SearchJob {
  job_id: string;
  state: SearchJobState;
  statement: string;
  time_range: QueryTimeRange;
  user_id: string;
  /** 0 to 1. */
  progress: number;
  submitted_at_micros: Integer;
  started_at_micros?: Integer;
  finished_at_micros?: Integer;
  expires_at_micros: Integer;
  result_rows?: number;
  scanned_rows?: number;
  partial?: true;
  partial_reason?: PartialReason;
  /** The result rests on everything that was acknowledged before this moment. */
  stored_to_micros?: Integer;
  /** Why it failed. */
  error?: string;
}

/** What stands beside the rows of a page. */
export interface SearchJobPage {
  columns: string[];
  next_cursor: string | null;
  previous_cursor: string | null;
  has_more: boolean;
}

export interface SearchJobResults extends SearchJobPage {
  rows: unknown[][];
}

/** The rows as one file: a JSON object a line. Its bytes never change. */
export interface SearchJobFile {
  bytes: number;
  /** Strong, as in HTTP. */
  etag: string;
}

/** Bytes [from, to) of the file. */
export class ReadSearchJobFile {
  @IsUUID() id: string;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from: number;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) to: number;
}

/** Answer of `/query` to `Prefer: respond-async`. */
export interface SubmittedQuery {
  job_id: string;
  monitor: string;
  state: SearchJobState;
}

export const submitSearchJob = rpc<SearchJob>()('svc.apm.search_jobs.submit', SubmitSearchJob, QUERY_ACCESS, {
  audit: 'recorded',
});
export const listSearchJobs = rpc<SearchJob[]>()('svc.apm.search_jobs.list', SearchJobList, QUERY_ACCESS, READS);
export const readSearchJob = rpc<SearchJob>()('svc.apm.search_jobs.read', SearchJobId, QUERY_ACCESS, READS);
/** One's own; with `org.settings.manage` any of the organization. A job that has ended is 409. */
export const cancelSearchJob = rpc<SearchJob>()('svc.apm.search_jobs.cancel', SearchJobId, QUERY_ACCESS, {
  audit: 'recorded',
});
/** The same rule; a running one is cancelled first. */
export const deleteSearchJob = rpc<{ deleted: true }>()('svc.apm.search_jobs.delete', SearchJobId, QUERY_ACCESS, {
  audit: 'recorded',
});
/** Rows as lines of JSON arrays. A job that is not done is 409. */
export const readSearchJobResults = streamRpc<SearchJobPage>()(
  'svc.apm.search_jobs.results',
  ReadSearchJobResults,
  QUERY_ACCESS,
  READS,
);
/** A job that is not done is 409. */
export const searchJobFile = rpc<SearchJobFile>()('svc.apm.search_jobs.file', SearchJobId, QUERY_ACCESS, READS);
export const readSearchJobFile = streamRpc<SearchJobFile>()(
  'svc.apm.search_jobs.file_bytes',
  ReadSearchJobFile,
  QUERY_ACCESS,
  READS,
);
