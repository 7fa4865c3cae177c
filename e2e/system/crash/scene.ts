import type { Product } from '../harness/product.js';
import type { Filler } from './filler.js';
import type { Links } from './links.js';

/** What a fault can reach. */
export interface Scene {
  product: Product;
  /** Only when the plan has cuts: they cost every byte a detour. */
  links: Links | undefined;
  filler: Filler;
  log: (line: string) => void;
}

/** What is right after a fault. */
export interface Outcome {
  /** The most spans that may be missing from the figures; 0: exact. */
  lostAtMost: number;
  /** A gap must be recorded, whether or not something is missing: nobody can know. */
  gap: boolean;
  /** What was wrong already while the fault lasted. */
  wrong: string[];
}

export const EXACT: Outcome = { lostAtMost: 0, gap: false, wrong: [] };

export const plus = (a: Outcome, b: Outcome): Outcome => ({
  lostAtMost: a.lostAtMost + b.lostAtMost,
  gap: a.gap || b.gap,
  wrong: [...a.wrong, ...b.wrong],
});
