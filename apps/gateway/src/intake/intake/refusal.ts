import { ServiceError } from '@spanwise/contracts/base/errors';
import type { RefusalReason } from '@spanwise/contracts/base/gateway-health';
import { intakeError } from './otlp-errors.js';

/** A good request that the product cannot take at the moment, by a fault of its own. */
export class IntakeRefused extends ServiceError {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    /** Spread by the caller, which knows how many will come back. */
    retryAfterSeconds = 2,
  ) {
    super('unavailable', message, undefined, retryAfterSeconds);
  }
}

/** Undefined where the sender is at fault, or has sent more than it may (ALERT-100). */
export function refusalReasonOf(thrown: unknown): RefusalReason | undefined {
  if (thrown instanceof IntakeRefused) return thrown.reason;
  return intakeError(thrown).kind === 'unavailable' ? 'dependency' : undefined;
}
