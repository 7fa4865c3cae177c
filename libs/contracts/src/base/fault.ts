import type { Integer } from './integer.js';

/** An internal error of one rule, incident, policy or template (ALERT-150). */
export interface Fault {
  reason: string;
  /** When it began, and when it failed last. */
  since_micros: Integer;
  last_micros: Integer;
  failures: Integer;
}
