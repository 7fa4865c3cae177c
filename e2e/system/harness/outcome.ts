/**
 * How a proof ends: with 0 when everything was right, with 1 when something was wrong, with 3 when it came to no judgement,
 * because the product did not start, stop or go on.
 */

/** Nothing is known of what was to be proved. What was acknowledged and is not there is wrong, and never this. */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
}

const [WRONG_EXIT, INCONCLUSIVE_EXIT] = [1, 3];

export const exitCodeOf = (error: unknown): number =>
  error instanceof Error && error.name === 'Inconclusive' ? INCONCLUSIVE_EXIT : WRONG_EXIT;
