import type {
  DependencySummary,
  ErrorSummary,
  Overview,
  Page,
  ServiceSummary,
  TransactionSummary,
} from '../apm/apm.js';
import type { ErrorGroupDetail, ServiceDetail, TransactionDetail } from '../apm/details.js';
import type { SharedResource } from './shares.js';
import type { QueryResult } from '../telemetry/query.js';
import type { SearchJobResults } from '../telemetry/search-jobs.js';
import type { TraceDetail } from '../telemetry/reads.js';

/** What a viewer of a share gets: the answer of the view's own query. Numbers of records keep all their digits. */
export interface SharedView {
  resource_type: SharedResource;
  resource_id?: string;
  data:
    | Overview
    | Page<ServiceSummary>
    | Page<TransactionSummary>
    | Page<DependencySummary>
    | Page<ErrorSummary>
    | ServiceDetail
    | TransactionDetail
    | ErrorGroupDetail
    | TraceDetail
    | QueryResult
    | SearchJobResults;
}
