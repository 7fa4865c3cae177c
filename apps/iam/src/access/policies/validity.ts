/** From when until when something is given, in the API and in the database. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { microsOf } from '@spanwise/contracts/base/micros';

export interface Validity {
  starts_at_micros?: number;
  expires_at_micros?: number;
}

export function requireOrder({ starts_at_micros: starts = 0, expires_at_micros: expires }: Validity): void {
  if (expires === undefined || expires > starts) return;
  throw invalidArgument('The end must be after the start.', [
    { field: 'expires_at_micros', reason: 'must be after starts_at_micros' },
  ]);
}

export const validityOf = (row: { starts_at: Date | null; expires_at: Date | null }): Validity => ({
  ...(row.starts_at !== null && { starts_at_micros: microsOf(row.starts_at) }),
  ...(row.expires_at !== null && { expires_at_micros: microsOf(row.expires_at) }),
});
