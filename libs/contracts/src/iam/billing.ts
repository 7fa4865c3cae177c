/** Billing (ACCESS-16). */
import { IsBoolean, IsInt, IsString, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import type { BillingState } from '../authz/billing-state.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface BillingSettings {
  /** While it is off, no organization is ever paused and the payment provider's events are not taken. */
  enabled: boolean;
  trial_days: number;
  /** An event whose signature is older, or further in the future, is refused. */
  signature_tolerance_secs: Integer;
  webhook_secret_set: boolean;
  updated_at_micros: Integer;
}

/** Omitted members are unchanged. */
export class UpdateBillingSettings {
  @Optional() @IsBoolean() enabled?: boolean;
  @Optional() @IsInt() @Min(1) @Max(365) trial_days?: number;
  @Optional() @IsInt() @Min(30) @Max(3_600) signature_tolerance_secs?: number;
  /** The signing secret that the provider shows for the endpoint. */
  @Optional() @IsString() @Length(16, 255) @Matches(/^[\x21-\x7e]+$/) webhook_secret?: string;
}

export interface Trial {
  /** `converted`: a subscription took its place, or nothing is paid for here. */
  state: 'active' | 'expired' | 'converted';
  started_at_micros: Integer;
  ends_at_micros: Integer;
  /** Begun days that are left. */
  days_remaining: number;
  billing_state: BillingState;
}

const READ = { organization: 'org.billing.read', system: 'sys.settings.manage' };
/** Who pays does not write the rules of payment: the platform alone changes them. */
const MANAGE = { system: 'sys.settings.manage' };

export const billingSettings = rpc<BillingSettings>()('svc.iam.billing.settings', Empty, READ, READS);
export const updateBillingSettings = rpc<BillingSettings>()(
  'svc.iam.billing.settings.update',
  UpdateBillingSettings,
  MANAGE,
  { audit: 'recorded' },
);
export const trial = rpc<Trial>()('svc.iam.billing.trial', Empty, 'any-context', READS);

/** An event of the payment provider as it arrived: the signature is over these very bytes. */
export class SignedPaymentEvent {
  @IsString() @MaxLength(2_048) signature: string;
  @IsString() @MaxLength(360_000) body_base64: string;
}

export interface PaymentEventReceived {
  received: true;
  /** The event is of a kind that changes nothing here. */
  ignored?: true;
  /** State of the subscription after the event. */
  state?: SubscriptionState;
}

export const SUBSCRIPTION_STATES = ['active', 'pending', 'past_due', 'suspended', 'cancelled'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** `not_found` while billing is off, `unauthorized` for any fault of the signature. */
export const receivePaymentEvent = rpc<PaymentEventReceived>()(
  'svc.iam.billing.event',
  SignedPaymentEvent,
  'internal',
  { audit: 'recorded' },
);
