/** What the address of the screen says, which its parts read too. */
import { text } from '../../lib/search.js';
import type { ScreenSearch } from '../../ui/use-search.js';

export interface CompareState {
  service: string;
  namespace: string;
  environment: string;
  baseline: string;
  candidate: string;
  /** The transaction whose traces are put beside each other; without one, the first that is worse. */
  explain: string;
}

export const COMPARE_FIELDS = {
  service: text(),
  namespace: text(),
  environment: text(),
  baseline: text(),
  candidate: text(),
  explain: text(),
};

export type CompareSearch = ScreenSearch<CompareState>;
