/** Who calls what (peer facts 6.6). */
import { APM_ACCESS, ApmQuery, READ_TIMEOUT_MS, type Meta } from './apm.js';
import { rpc } from './rpc.js';

export interface ServiceGraphEdge {
  /** The same for the same caller, category and target. */
  id: string;
  client_service: string;
  client_namespace: string;
  /** The callee as its callers name it. */
  server_service: string;
  /** The service that answers behind that name, where traces have told. */
  callee?: { namespace: string; name: string };
  category: string;
  /** Start of the effective range, which an edge is merged over. */
  bucket_at_micros: number;
  request_count: number;
  error_count: number;
  p50_us?: number;
  p95_us?: number;
  p99_us?: number;
}

export interface ServiceGraph {
  /** The most frequent first. */
  edges: ServiceGraphEdge[];
  count: number;
  /** There are more edges than an answer holds. */
  truncated: boolean;
  meta: Meta;
}

/** `service` keeps the edges that begin or end there; the other filters are about the caller. */
export const serviceGraph = rpc<ServiceGraph>()('svc.apm.service_graph', ApmQuery, APM_ACCESS, READ_TIMEOUT_MS);
