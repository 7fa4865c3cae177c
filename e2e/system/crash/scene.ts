import type { Product } from '../harness/product.js';
import type { Sending } from './client.js';
import type { Links } from './links.js';
import type { Sender } from './sender.js';
import type { Workload } from './workload.js';

/** What a fault can reach. */
export interface Scene {
  product: Product;
  /** Only when the plan has cuts: they cost every byte a detour. */
  links?: Links;
  sender: Sender;
  sending: Sending;
  workload: Workload;
}

/** What is right after a fault. */
export interface Outcome {
  /** The most spans that may be missing from the figures; 0: exact. */
  lostAtMost: number;
  /** A gap must be recorded, whether or not something is missing: that cannot be known. */
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
