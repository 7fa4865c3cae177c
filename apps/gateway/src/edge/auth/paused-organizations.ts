/** Which operations a paused organization keeps: the way back, and nothing else (ACCESS-16). Pure. */
import { pausedBecause, type Billing } from '@spanwise/contracts/authz/billing-state';
import { ServiceError } from '@spanwise/contracts/base/errors';

const RECOVERY = [
  /^\w+ \/api\/v1\/auth\//,
  /^\w+ \/api\/v1\/billing\//,
  /^\w+ \/api\/v1\/me(\/|$)/,
  /^(GET|HEAD) \/api\/v1\/iam\/capabilities$/,
  /^(GET|HEAD) \/api\/v1\/orgs$/,
  /^POST \/api\/v1\/orgs\/:id\/select$/,
];

/** `operation` is a method and the template of its route, such as `POST /api/v1/orgs/:id/select`. */
export const staysOpenWhilePaused = (operation: string): boolean => RECOVERY.some((pattern) => pattern.test(operation));

/** Throws 402 when the organization is paused and the operation is not part of the way back. */
export function requireUnpaused(billing: Billing, operation: string, nowMicros = Date.now() * 1_000): void {
  const reason = pausedBecause(billing, nowMicros);
  if (reason !== undefined && !staysOpenWhilePaused(operation)) throw new ServiceError('payment_required', reason);
}
