/** Who calls what. */
import { APM_ACCESS, ApmQuery, APM_READ, type Meta } from './apm.js';
import type { Integer } from '../base/integer.js';
import { rpc } from '../authz/rpc.js';

/** How long messages had waited in a queue when they were taken from it; of a sample of them. */
export interface QueueWait {
  sampled_count: Integer;
  p50_us: number;
  p95_us: number;
  p99_us: number;
}

/**
 * A caller and what it calls; or a queue and who takes messages from it, when `wait` may be there and the figures are those
 * of processing them. A queue has the same name at both of its ends.
 */
export interface ServiceGraphEdge {
  /** The same for the same ends and category. */
  id: string;
  /** The calling service, or the queue. */
  client_service: string;
  /** Empty for a queue. */
  client_namespace: string;
  /** Environment of the caller, or of a queue's consumer; empty where it names none. */
  environment: string;
  /** The callee as its callers name it, or the consumer of a queue. */
  server_service: string;
  /** The service that answers behind that name, where traces show it. */
  callee?: { namespace: string; name: string };
  category: string;
  /** Start of the effective range, which an edge is merged over. */
  bucket_at_micros: Integer;
  request_count: Integer;
  error_count: Integer;
  p50_us?: number;
  p95_us?: number;
  p99_us?: number;
  wait?: QueueWait;
}

export interface ServiceGraph {
  /** The most frequent first. */
  edges: ServiceGraphEdge[];
  count: number;
  /** There are more edges than an answer holds. */
  truncated: boolean;
  meta: Meta;
}

/** `service` keeps the edges that begin or end there; the other filters are about the caller, or a queue's consumer. */
export const serviceGraph = rpc<ServiceGraph>()('svc.apm.service_graph', ApmQuery, APM_ACCESS, APM_READ);
