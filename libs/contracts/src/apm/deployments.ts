/** Deploy events, shown together with the versions that telemetry has named for the first time. */
import { IsInt, IsString, IsUrl, Max, MaxLength, Min } from 'class-validator';
import { APM_ACCESS, ApmQuery, IsFilter, APM_READ, type Meta, type ServiceIdentity } from './apm.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { rpc } from '../authz/rpc.js';

/** A pipeline that may send telemetry may say what it has deployed. */
export const DEPLOYMENT_ACCESS = { organization: 'streams.write' } as const;

export class RecordDeployment {
  @IsFilter() service: string;
  @IsFilter() version: string;
  /** Absent: in whatever namespace or environment the version is seen. */
  @Optional() @IsFilter() namespace?: string;
  @Optional() @IsFilter() environment?: string;
  /** Microseconds since the epoch; the present when absent. */
  @Optional()
  @IsInt({ message: 'must be an integer of microseconds' })
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  deployed_at?: number;
  @Optional() @IsString() @MaxLength(1_024) description?: string;
  @Optional()
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
    { message: 'must be an http or https URL' },
  )
  @MaxLength(2_048)
  url?: string;
}

/** Members of `service` that an event does not name are `""`. */
export interface Deployment {
  /** `event`: it was reported; `first_seen`: no event, but spans of a version that was not seen before. */
  source: 'event' | 'first_seen';
  id?: string;
  service: ServiceIdentity;
  version: string;
  deployed_at: Integer;
  /** When the first span of the version started, once there is one. */
  first_seen_at?: Integer;
  description?: string;
  url?: string;
}

export interface Deployments {
  /** Newest first, at most `limit`. */
  items: Deployment[];
  has_more: boolean;
  meta: Meta;
}

/** The same event again is the same deployment. */
export const recordDeployment = rpc<Deployment>()('svc.apm.deployments.record', RecordDeployment, DEPLOYMENT_ACCESS, {
  audit: 'recorded',
});
export const listDeployments = rpc<Deployments>()('svc.apm.deployments.list', ApmQuery, APM_ACCESS, APM_READ);
