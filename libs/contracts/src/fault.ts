import type { Integer } from './integer.js';

/** What failed inside, of something that goes on without it (ALERT-150). */
export interface Fault {
  reason: string;
  /** When it began, and when it failed last. */
  since_micros: Integer;
  last_micros: Integer;
  failures: Integer;
}
