/** The map of services as the web client of this API family draws it, from the figures of the service graph. */
import { Matches } from 'class-validator';
import { APM_ACCESS, ApmQuery, APM_READ } from './apm.js';
import { invalidArgument } from '../base/errors.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { rpc } from '../authz/rpc.js';

const MOMENT = { message: 'must be a moment such as 2026-11-21T12:00:00Z' };
/** RFC 3339: with a zone, so that it is one moment. */
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

export class TopologyQuery {
  /** RFC 3339. Default: 24 hours before `to`. */
  @Optional() @Matches(ZONED, MOMENT) from?: string;
  /** RFC 3339. Default: now. */
  @Optional() @Matches(ZONED, MOMENT) to?: string;
}

/** Throws `invalid_argument` for a moment that no calendar has. */
export const rangeOfTopology = ({ from, to }: TopologyQuery): ApmQuery => ({
  ...(from !== undefined && { from: microsOf('from', from) }),
  ...(to !== undefined && { to: microsOf('to', to) }),
});

function microsOf(field: string, text: string): number {
  const micros = Date.parse(text) * 1_000;
  if (!Number.isSafeInteger(micros) || micros < 0)
    throw invalidArgument('There is no such moment.', [{ field, reason: MOMENT.message }]);
  return micros;
}

/** A service, or what services call that sends no telemetry of its own: a database, a queue, an address. */
export interface TopologyNode {
  id: string;
  name: string;
  /** Of the requests of a service; of the calls to anything else. */
  error_rate: number;
  /** 0 without a request. */
  p95_ms: number;
  rps: number;
  /** All spans that a service sent, not its requests alone; the calls seen to anything else. */
  span_count: Integer;
}

export interface TopologyEdge {
  source: string;
  target: string;
  rps: number;
  err_rate: number;
  p95_ms?: number;
}

export interface Topology {
  nodes: TopologyNode[];
  /** The 1,000 most frequent. */
  edges: TopologyEdge[];
}

export const topology = rpc<Topology>()('svc.apm.topology', ApmQuery, APM_ACCESS, APM_READ);
