import type { TargetType } from '@spanwise/contracts/notify/notify';
import type { DeliveryStatus, DeliveryView } from '@spanwise/contracts/notify/deliveries';
import type { DeliveryStage } from '@spanwise/contracts/notify/routing';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { Route } from './chains.js';
import { maskedTarget } from '../providers/masked-target.js';
import type { Message } from '../providers/provider.js';

export interface DeliveryRow {
  id: string;
  organization_id: string;
  event_id: string;
  event_type: string;
  policy_id: string | null;
  recipient_user_id: string | null;
  connector_id: string | null;
  endpoint_id: string | null;
  target_type: TargetType;
  target_value: string;
  message: Message;
  fallbacks: Route[];
  group_key: string | null;
  stage: DeliveryStage;
  attempt: number;
  status: DeliveryStatus;
  error_code: string | null;
  error_message: string | null;
  latency_ms: number | null;
  fence: number;
  sent_at: Date | null;
  delivered_at: Date | null;
  acknowledged_at: Date | null;
  escalated_at: Date | null;
  idempotency_key: string;
  created_at: Date;
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  const given = <K extends string, T>(name: K, value: T | null) =>
    value === null ? {} : ({ [name]: value } as Record<K, T>);
  const time = <K extends string>(name: K, value: Date | null) => given(name, value === null ? null : microsOf(value));
  return {
    id: row.id,
    organization_id: row.organization_id,
    event_id: row.event_id,
    ...given('policy_id', row.policy_id),
    ...given('recipient_user_id', row.recipient_user_id),
    ...given('connector_id', row.connector_id),
    ...given('endpoint_id', row.endpoint_id),
    target_type: row.target_type,
    target_value_masked: maskedTarget(row.target_value),
    stage: row.stage,
    attempt: row.attempt,
    status: row.status,
    ...given('error_code', row.error_code),
    ...given('error_message', row.error_message),
    ...given('latency_ms', row.latency_ms),
    ...time('sent_at', row.sent_at),
    ...time('delivered_at', row.delivered_at),
    ...time('acknowledged_at', row.acknowledged_at),
    ...time('escalated_at', row.escalated_at),
    idempotency_key: row.idempotency_key,
    created_at: microsOf(row.created_at),
  };
}
