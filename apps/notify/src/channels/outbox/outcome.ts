import type { DeliveryFault } from '../egress/delivery-fault.js';

/** What an attempt came to. */
export interface Outcome {
  status: 'success' | 'pending' | 'failed' | 'skipped';
  errorCode?: string;
  errorMessage?: string;
  latencyMs?: number;
  waitMs?: number;
  /** What went wrong at the receiver. */
  fault?: DeliveryFault;
}
