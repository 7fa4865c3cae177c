/** The way of the product's spans about itself: over the bus to the gateway, and from there into the log for `_sys`. */
import type { ServiceName } from '../base/heartbeat.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

/** A gzip-compressed OTLP/protobuf trace request. No caller waits for it: what is not accepted is dropped. */
export const TELEMETRY_SUBJECT = (service: ServiceName | '*'): string => `evt.telemetry.${service}`;

/** Largest compressed request. */
export const MAX_TELEMETRY_BYTES = 256 * 1024;

export interface SystemOrganization {
  organization_id: string;
}

/** The reserved `_sys` organization (ACCESS-10). */
export const systemOrganization = rpc<SystemOrganization>()('svc.iam.system_organization', Empty, 'internal', READS);
