/** A small run is part of every change's tests: it plays the same plan each time, so that red says something of the change. */
const SMALL_SEED = '2026';

/** What the plan of a proof is drawn from, printed by each: the one given, or in full runs another each time. */
export const seedOf = ({ seed, small }: { seed?: string; small: boolean }): string =>
  seed ?? (small ? SMALL_SEED : String(Date.now()));
