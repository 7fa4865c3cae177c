import 'reflect-metadata';
import { IsIn, IsInt, IsNotEmpty, IsObject, IsString, IsUUID, Matches, Max, MaxLength, Min } from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { CHANNELS_READ, type TargetType } from './notify.js';
import type { DeliveryStage } from './routing.js';
import { rpc } from '../authz/rpc.js';

/**
 * An event of another service, published out of that service's own outbox until it is answered: the same `event_id`
 * published again changes nothing. The organization is named, since no caller stands behind an event.
 */
export class PublishEvent {
  @IsUUID() organization_id: string;
  @IsString() @IsNotEmpty() @MaxLength(256) event_id: string;
  @Matches(/^[a-z0-9._-]{1,128}$/) event_type: string;
  @IsInt() @Min(0) occurred_at_micros: number;
  /** At most 16 KiB as JSON; `incident_id` keeps the order of what belongs together. */
  @AsSent() @IsObject() attributes: Record<string, unknown>;
}

/**
 * `deliveries`: how many were put into the outbox at once; 0 for a repeat and for an event that no policy is about. Those of
 * a policy that notifies a team follow as soon as iam has said who is in it.
 */
export const publishEvent = rpc<{ deliveries: number }>()('svc.notify.events.publish', PublishEvent, 'internal', {
  audit: { not: 'what a service has seen, without a user; the log of deliveries says what became of it' },
});

export const DELIVERY_STATUSES = ['pending', 'sending', 'success', 'failed', 'skipped', 'acknowledged'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
const STAGES = [
  'user_primary',
  'user_fallback',
  'team_fallback',
  'organization_fallback',
  'escalation',
  'test',
] as const satisfies readonly DeliveryStage[];

/** Times are microseconds since the epoch. */
export interface DeliveryView {
  id: string;
  organization_id: string;
  event_id: string;
  policy_id?: string;
  recipient_user_id?: string;
  connector_id?: string;
  endpoint_id?: string;
  target_type: TargetType;
  target_value_masked: string;
  stage: DeliveryStage;
  attempt: number;
  status: DeliveryStatus;
  error_code?: string;
  error_message?: string;
  latency_ms?: number;
  sent_at?: Integer;
  delivered_at?: Integer;
  acknowledged_at?: Integer;
  escalated_at?: Integer;
  idempotency_key: string;
  created_at: Integer;
}

export class DeliveryQuery {
  @Optional() @IsString() @IsNotEmpty() @MaxLength(256) event_id?: string;
  @Optional() @IsUUID() policy_id?: string;
  @Optional() @IsUUID() user_id?: string;
  @Optional() @IsUUID() connector_id?: string;
  @Optional() @IsIn(DELIVERY_STATUSES) status?: DeliveryStatus;
  @Optional() @IsIn(STAGES) stage?: DeliveryStage;
  @Optional() @IsInt() @Min(0) from_micros?: number;
  @Optional() @IsInt() @Min(0) to_micros?: number;
  @Optional() @IsInt() @Min(1) @Max(500) limit?: number;
}

export class DeliveryId {
  @IsUUID() id: string;
}

export interface Acknowledged {
  event_id: string;
  acknowledged: number;
}

export const listDeliveries = rpc<DeliveryView[]>()('svc.notify.deliveries.list', DeliveryQuery, CHANNELS_READ);
export const readDelivery = rpc<DeliveryView>()('svc.notify.deliveries.read', DeliveryId, CHANNELS_READ);
export const acknowledgeDelivery = rpc<Acknowledged>()(
  'svc.notify.deliveries.acknowledge',
  DeliveryId,
  { organization: 'alerts.acknowledge' },
  { audit: 'recorded' },
);
export const retryDelivery = rpc<DeliveryView>()(
  'svc.notify.deliveries.retry',
  DeliveryId,
  { organization: 'alerts.manage' },
  { audit: 'recorded' },
);
